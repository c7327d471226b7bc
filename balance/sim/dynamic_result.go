package sim

import "transat/balance"

// DynamicResult is what a run with dynamic load comes to. Counts are of the measured time only, and
// sums over all processors; means are over the measured time.
type DynamicResult struct {
	Procs int
	Time  balance.Ticks // measured

	Load       float64 // mean load of a processor
	Imbalance  float64 // mean σ: standard deviation of the loads, as a share of their mean
	Dispersion float64 // mean δ: σ after each load was replaced by the average over its neighbourhood
	// Samples are the states of all loads, from time 0 on.
	Samples []Sample

	Messages int64 // control messages sent
	Sent     int64 // items sent
	Passed   int64 // of them, passed on: sent in the same callback in which as many had come
	Phases   int64 // balancing phases or actions
	Late     int64 // destructions that had to wait for an item
	// Overhead is the share of all CPU time that messages and migrations take.
	Overhead float64

	Requests int64   // requests made in the measured time
	Open     int64   // of them, not answered when the run was given up
	Response float64 // mean response time, in seconds; open requests count with their time so far
	// IdealResponse is the mean response time if all loads were equal at no cost: Service times the
	// load of a processor, items on their way included. On processors that are not equally fast, loads are in proportion to speeds.
	IdealResponse float64

	// Dynamicity and Dispersed are Δσ/T and Δδ/T of the creations and destructions, a second, as shares
	// of the mean load.
	Dynamicity, Dispersed float64

	// Placement is the processor of each item of DynamicConfig.Placed in the end, and Settled the time at which the last one that
	// moved had arrived, 0 if none did. An item that is still on its way counts where it goes, and arrives at the end at the earliest.
	Placement []int
	Settled   balance.Ticks

	Events int64 // that the simulation has handled
}

// Sample is the state of all loads at a time.
type Sample struct {
	Time                  balance.Ticks
	Imbalance, Dispersion float64 // σ and δ
	Sent                  int64   // items sent so far
}

// Migrations is the number of migrations a second, in the whole machine. An item that is passed on counts once.
func (r DynamicResult) Migrations() float64 { return float64(r.Sent-r.Passed) / r.Time.Seconds() }

// NormalizedResponse is the share of what perfect balance at no cost would save in response time that
// a policy does save, NRT:
//
//	(without balancing - with the policy) / (without balancing - ideal)
//
// It is 1 for a perfect policy and negative for a harmful one. All three are mean response times
// under the same load; ideal is the IdealResponse without balancing. Source: Corradi, Leonardi,
// Zambonelli, §4.3.
func NormalizedResponse(none, policy, ideal float64) float64 {
	return (none - policy) / (none - ideal)
}

// sampler takes samples of the loads at regular times.
type sampler struct {
	cfg     *DynamicConfig
	near    surroundings
	next    balance.Ticks
	samples []Sample
	taken   int // samples in the measured time

	load, sigma, delta, alive float64 // sums over them
	from, to                  moment  // of the measured time

	loads, average []float64 // scratch space
}

func newSampler(cfg *DynamicConfig, near surroundings) sampler {
	return sampler{cfg: cfg, near: near, loads: make([]float64, len(near)), average: make([]float64, len(near))}
}

// moment is what was counted by a time.
type moment struct {
	time  balance.Ticks
	count counts
}

// sample notes the loads of the moment, and reports whether the run is over.
func (l *sampler) sample(d *dynamic) bool {
	l.next += l.cfg.Sample
	end := l.cfg.WarmUp + l.cfg.Duration
	if d.now >= end {
		if l.to.time == 0 {
			l.to = moment{d.now, d.count}
		}
		return d.requests.open == 0 || d.now >= end+l.cfg.Duration
	}
	mean := l.imbalance(d)
	if d.now >= l.cfg.WarmUp {
		if l.taken == 0 && d.now > 0 { // policies have sent at time 0 before this sample
			l.from = moment{d.now, d.count}
		}
		l.taken++
		last := l.samples[len(l.samples)-1]
		l.load += mean
		l.sigma += last.Imbalance
		l.delta += last.Dispersion
		l.alive += float64(d.items.load) / float64(d.items.unit)
	}
	return false
}

// imbalance appends a sample, and returns the mean load.
func (l *sampler) imbalance(d *dynamic) float64 {
	sum := 0.0
	for i := range d.hosts {
		l.loads[i] = d.hosts[i].Load()
		sum += l.loads[i]
	}
	mean := sum / float64(len(l.loads))
	l.near.average(l.average, l.loads)
	l.samples = append(l.samples, Sample{
		Time: d.now, Sent: d.count.sent,
		Imbalance: deviation(l.loads, mean), Dispersion: deviation(l.average, mean),
	})
	return mean
}

// result closes the books.
func (d *dynamic) result() DynamicResult {
	l := &d.sampler
	a, b, measured := l.to.count, l.from.count, l.to.time-l.from.time
	n, samples := d.procs(l.from.time, l.to.time), float64(l.taken)
	r := DynamicResult{
		Procs: len(d.hosts), Time: measured,
		Load: l.load / samples, Imbalance: l.sigma / samples, Dispersion: l.delta / samples, Samples: l.samples,
		Messages: a.messages - b.messages, Sent: a.sent - b.sent, Passed: a.passed - b.passed, Phases: a.phases - b.phases,
		Late:     a.late - b.late,
		Overhead: float64(a.cpu-b.cpu) / (n * float64(measured)),
		Requests: d.requests.answered + d.requests.open, Open: d.requests.open,
		Response:      d.requests.response(d.now, &d.items),
		IdealResponse: d.cfg.Service.Seconds() * l.alive / samples / n,
		Events:        d.events,
	}
	r.Dynamicity, r.Dispersed = d.generator.achieved()
	r.Placement, r.Settled = d.placement()
	return r
}
