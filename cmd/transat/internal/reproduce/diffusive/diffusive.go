package diffusive

import (
	"context"
	"fmt"
	"slices"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/reproduce"
)

// The diffusive policies on a simulated Meiko CS-1 whose processes come and go: quality and effort
// against dynamicity (diffusive/fig5-8), response time (diffusive/fig9-10), and size
// (diffusive/fig11-12). Source: Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for
// Dynamic Applications, §4.
//
// The figures of the paper have no numbers that could be read, so the tables have ours alone, and the
// claims of its text carry the comparison. Our readings of its words on the experiments:
//
//   - Dynamicity Δσ/T = 500/s means 500 % of the mean load a second. As a plain number it would be
//     10,000 processes that come or go on every transputer in a second; as percent it is one a
//     processor in 10 ms.
//   - The threshold of 20 %, for dn and dnr, is the difference in load between two neighbours. For an and an-2 it
//     may be read in two ways: the thresholds of senders and receivers are centred around the average, either 20 %
//     of it apart (±10 %) or 20 % from it (±20 %). Both are run, and every claim is judged by both.
//   - dnr forwards load "to more and more underloaded nodes" once the threshold has found a couple, and its domain is
//     the chain of all nodes that it goes to. The threshold can be the couple's or the domain's: then it decides on the
//     first and the last node of the way ("dnr, way" in the tables; dnr:chain=1). Both are run; every statement on
//     dnr is judged by the first, and once more by the second.
//   - Without balancing, loads keep a standard deviation of nearly 50 %, as in Figure 4, at every
//     dynamicity.
//   - The averages are of a steady state. A load interval is the time in which the load of a node changes by
//     one process; a difference of loads is forgotten in 200 of them (sim.DynamicLoad). So a run lasts a number
//     of intervals, not of seconds: at 0.1/s it takes hours of the machine's time, at 500/s ten seconds.

// The policies by the names of the paper, in its order, and variants of them.
const (
	nlbPolicy = "none"
	dnPolicy  = "dn"
	anPolicy  = "an"
	an2Policy = "an-2"
	dnrPolicy = "dnr"

	anWide            = "an:threshold=0.4" // the reading of ±20 %
	an2Wide           = "an-2:threshold=0.4"
	dnrChain          = "dnr:chain=1" // the reading in which the whole way is the domain
	dnrInhibited      = "dnr:forward=0.2"
	dnrChainInhibited = "dnr:chain=1:forward=0.2"
)

// allPolicies are the policies of the paper, an, an-2 and dnr by both readings.
func allPolicies() []string {
	return []string{nlbPolicy, dnPolicy, anPolicy, anWide, an2Policy, an2Wide, dnrPolicy, dnrChain}
}

// label is a policy's name in tables.
func label(policy string) string {
	switch policy {
	case anPolicy:
		return "an ±10 %"
	case anWide:
		return "an ±20 %"
	case an2Policy:
		return "an-2 ±10 %"
	case an2Wide:
		return "an-2 ±20 %"
	case dnrChain:
		return "dnr, way"
	case dnrInhibited:
		return "dnr, threshold"
	case dnrChainInhibited:
		return "dnr, way, threshold"
	}
	return policy
}

// short is a policy's name in the paper, the same for all readings.
func short(policy string) string {
	switch policy {
	case anPolicy, anWide:
		return "an"
	case an2Policy, an2Wide:
		return "an-2"
	case dnrChain:
		return "dnr"
	case dnrInhibited, dnrChainInhibited:
		return "dnr with a threshold"
	}
	return label(policy)
}

// pointKey is the key of a policy's column.
func pointKey(policy string) string {
	switch policy {
	case an2Policy:
		return "an_2"
	case anWide:
		return "an_wide"
	case an2Wide:
		return "an_2_wide"
	case dnrChain:
		return "dnr_way"
	case dnrInhibited:
		return "dnr_threshold"
	case dnrChainInhibited:
		return "dnr_way_threshold"
	}
	return policy
}

// slowDynamicity is the dynamicity, in percent a second, up to which the paper speaks of slowly dynamic loads.
const slowDynamicity = 10

// loadSetting is one point of a figure.
type loadSetting struct {
	policy     string
	sides      [2]int  // of the mesh
	items      int     // processes a node, the granularity
	step       float64 // by how many processes the load of a node changes in an interval (root mean square)
	dynamicity float64 // Δσ/T in percent of the mean load a second, the paper's number
	dispersion float64 // Δδ/T as a share of Δσ/T
	unequal    float64 // loads of processes are up to that far from 1
	network    string  // that the machine has; "" is for a mesh with the sides
	slower     float64 // messages and migrations take that many times as long; 0 is for once
	unasked    bool    // no response times are measured, see requestsARun
}

// tenByTen is the mesh of most figures.
func tenByTen() [2]int { return [2]int{10, 10} }

// usualSetting is a policy on a mesh with the granularity of the figures.
func usualSetting(policy string, sides [2]int, dynamicity, dispersion float64) loadSetting {
	return loadSetting{policy: policy, sides: sides, items: usualItems, step: usualStep, dynamicity: dynamicity, dispersion: dispersion}
}

// The granularity of the paper's figures, and our choice of a step.
const (
	usualItems = 20
	usualStep  = 1
)

// nodes is the number of processors.
func (x loadSetting) nodes() int { return x.sides[0] * x.sides[1] }

// interval is the length of a load interval in seconds; 0 for a static load, which has none.
func (x loadSetting) interval() float64 {
	if x.dynamicity == 0 {
		return 0
	}
	return x.step / float64(x.items) / (x.dynamicity / 100)
}

// loadPoint is the result of a setting: means over repetitions.
type loadPoint struct {
	loadSetting
	sigma      float64 // σ
	delta      float64 // δ, of the loads
	migrations float64 // a second, in the whole machine
	messages   float64 // the same
	overhead   float64 // share of all CPU time
	response   float64 // s
	ideal      float64 // s, response time of perfect balance at no cost
	dynamic    float64 // Δσ/T that was really made, in percent a second
	dispersed  float64 // Δδ/Δσ that was really made
	start      float64 // σ at the start

	repeated []loadPoint // each repetition, without repetitions of its own
}

// time is how long a run lasts: intervals of the load, or seconds under a static one.
type time struct {
	repetitions      int
	warmUp, measured float64 // intervals
	rest             float64 // s, the warm-up of a static load; 0 is for staticWarmUp
}

func times(s *reproduce.Session) time {
	return reproduce.Size(s, time{repetitions: 2, warmUp: 40, measured: 160}, time{repetitions: 4, warmUp: 200, measured: 400})
}

// Under a static load policies come to rest within seconds.
const staticWarmUp, staticMeasured = 10, 10

// seconds are the two parts of a run.
func (t time) seconds(x loadSetting) (warmUp, measured float64) {
	switch {
	case x.dynamicity == 0 && t.rest > 0:
		return t.rest, staticMeasured
	case x.dynamicity == 0:
		return staticWarmUp, staticMeasured
	}
	return t.warmUp * x.interval(), t.measured * x.interval()
}

func (t time) setup() []string {
	return []string{
		fmt.Sprintf("machine meiko-cs1, mesh, 20 processes a node; threshold 20 %%; an and an-2: ±10 %% and ±20 %% of the average (both can be " +
			"read)"),
		"dnr: the threshold decides on the first two neighbours; dnr, way: on the first and the last of the way (both can be read)",
		fmt.Sprintf("repetitions: %d, measured for %v load intervals after %v; static load: for %v s after %v s", t.repetitions, t.measured,
			t.warmUp, staticMeasured, staticWarmUp),
		"a load interval is the time in which the load of a node changes by one process (root mean square): 50 s at 0.1/s, 10 ms at 500/s; a " +
			"difference is forgotten in 200",
		"runs with the same settings are the same runs in all tables and all diffusive items",
		"Δσ/T in percent of the mean load a second; all policies have the same load in each run; none stands for no load balancing (NLB)",
	}
}

// runs measures all settings, or after an interruption returns the finished ones.
func runs(ctx context.Context, s *reproduce.Session, settings []loadSetting) ([]loadPoint, error) {
	return runsOf(ctx, s, times(s), settings)
}

// runsOf is runs with runs of other lengths.
func runsOf(ctx context.Context, s *reproduce.Session, times time, settings []loadSetting) ([]loadPoint, error) {
	type run struct {
		loadSetting
		repetition int
	}
	var runs []run
	for _, x := range settings {
		for i := range times.repetitions {
			runs = append(runs, run{x, i})
		}
	}
	results, err := reproduce.Map(ctx, s, runs,
		func(r run) reproduce.Job {
			return reproduce.Job{What: fmt.Sprintf("%s at %v/s", label(r.policy), r.dynamicity), Seconds: r.seconds(times)}
		},
		func(ctx context.Context, r run) (sim.DynamicResult, error) {
			// The same setting in another item or table is the same run.
			seed := s.RandFor(qualityItem().Name, uint64(r.repetition)).Uint64()
			type key struct {
				run
				time
				seed uint64
			}
			return reproduce.Once(ctx, s, key{r, times, seed}, func() (sim.DynamicResult, error) { return r.simulate(ctx, times, seed) })
		})
	// Runs that are not finished say so by having no time; their settings are left out.
	var all []loadPoint
	for i, group := range slices.Collect(slices.Chunk(results, times.repetitions)) {
		if !slices.ContainsFunc(group, func(r sim.DynamicResult) bool { return r.Time == 0 }) {
			all = append(all, settings[i].mean(group))
		}
	}
	return all, err
}

// seconds is a guess of how long a run takes on one core.
func (x loadSetting) seconds(times time) float64 {
	perChange := 1e-7
	switch x.policy {
	case dnPolicy, anPolicy, anWide, dnrPolicy, dnrInhibited, dnrChain, dnrChainInhibited:
		perChange = 3e-7
	case an2Policy, an2Wide:
		perChange = 2e-6
	}
	warmUp, measured := times.seconds(x)
	changes := (warmUp + measured) * x.dynamicity * float64(x.items) / 100
	return float64(x.nodes()) * (looksARun*1e-8 + 2*perChange*changes)
}

func (x loadSetting) simulate(ctx context.Context, times time, seed uint64) (sim.DynamicResult, error) {
	network, err := x.grid()
	if err != nil {
		return sim.DynamicResult{}, err
	}
	chosen, err := balance.Choose(x.policy)
	if err != nil {
		return sim.DynamicResult{}, err
	}
	maker, err := chosen.For(network)
	if err != nil {
		return sim.DynamicResult{}, err
	}
	cost, err := x.cost()
	if err != nil {
		return sim.DynamicResult{}, err
	}
	span := func(seconds float64) balance.Ticks { return balance.Ticks(seconds * float64(balance.Second)) }
	warmUp, measured := times.seconds(x)
	pause := span(measured / requestsARun)
	if x.unasked {
		pause = 0
	}
	return sim.RunDynamic(ctx, sim.DynamicConfig{
		Topology: network, Physical: network, Cost: cost,
		Policy: maker, Received: chosen.Spec.Received, Seed: seed,
		Load:   x.load(),
		WarmUp: span(warmUp), Duration: span(measured), Sample: span(measured / looksARun),
		Service: 50 * balance.Millisecond, Pause: pause,
	})
}

// grid is the network of the machine. A hypercube is a mesh whose sides are all 2.
func (x loadSetting) grid() (*topology.Grid, error) {
	switch x.network {
	case "":
		return topology.NewGrid("mesh", x.sides[0], x.sides[1])
	case "hypercube":
		var sides []int
		for n := x.nodes(); n > 1; n /= 2 {
			sides = append(sides, 2)
		}
		return topology.NewGrid("mesh", sides...)
	}
	return topology.NewGrid(x.network, x.sides[0], x.sides[1])
}

// cost is what messages and migrations take.
func (x loadSetting) cost() (sim.CostModel, error) {
	c, err := sim.ChooseCostModel("meiko-cs1")
	if err == nil && x.slower > 0 {
		for _, t := range []*balance.Ticks{&c.MessageCPU, &c.ElementCPU, &c.RouteCPU, &c.LinkTime, &c.ByteTime} {
			*t = balance.Ticks(x.slower * float64(*t))
		}
	}
	return c, err
}

// load is how processes come and go.
func (x loadSetting) load() sim.DynamicLoad {
	return sim.DynamicLoad{
		Mean: float64(x.items), Imbalance: 0.5, Dynamicity: x.dynamicity / 100, Dispersion: x.dispersion, Step: x.step,
		Unequal: x.unequal,
	}
}

// looksARun is the number of looks at all loads in the measured part of a run, requestsARun the number of requests, whose
// response time is measured. A process is not destroyed before its request is answered, so in a short run on a small machine
// there may be too few others: such runs have no requests.
const looksARun, requestsARun = 1000, 3000

// mean is the mean of several runs.
func (x loadSetting) mean(runs []sim.DynamicResult) loadPoint {
	m := loadPoint{loadSetting: x}
	for i, r := range runs {
		if len(runs) > 1 {
			m.repeated = append(m.repeated, x.mean(runs[i:i+1]))
		}
		share := 1 / float64(len(runs))
		seconds := r.Time.Seconds()
		m.sigma += share * r.Imbalance
		m.delta += share * r.Dispersion
		m.migrations += share * r.Migrations()
		m.messages += share * float64(r.Messages) / seconds
		m.overhead += share * r.Overhead
		m.response += share * r.Response
		m.ideal += share * r.IdealResponse
		m.dynamic += share * 100 * r.Dynamicity
		m.start += share * r.Samples[0].Imbalance
		if r.Dynamicity > 0 {
			m.dispersed += share * r.Dispersed / r.Dynamicity
		}
	}
	return m
}
