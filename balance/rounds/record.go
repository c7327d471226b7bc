package rounds

import (
	"context"
	"math"

	"transat/balance/topology"
)

// Record is the state of the loads after some step, and what has moved until then.
type Record struct {
	Step     int // 0 is the start
	Mean     float64
	Min, Max float64
	Std      float64 // standard deviation of the loads, over all processors
	Sigma    float64 // imbalance σ: Std divided by Mean (Corradi et al., §4.1)
	// Delta is the dispersion δ: the standard deviation, divided by Mean, that remains when each load
	// is replaced by the mean over the processor and its neighbours (Corradi et al., §4.1). It is close
	// to Sigma if heavy and light processors lie far from each other.
	Delta   float64
	Traffic Traffic // since the machine was made
}

// Record measures the loads as they are now. If all loads are 0, so are Sigma and Delta.
func (m *Machine) Record() Record {
	m.kernel.read(m.loads)
	r := Record{Step: m.steps, Traffic: m.total}
	r.Min, r.Max = extremes(m.loads)
	r.Mean, r.Std = moments(m.loads)
	if r.Mean > 0 {
		r.Sigma = r.Std / r.Mean
		r.Delta = m.neighbourhoods().deviation(m.loads, r.Mean) / r.Mean
	}
	return r
}

// moments are the mean and the standard deviation of the loads themselves, not of a sample.
func moments(loads []float64) (mean, std float64) {
	for _, load := range loads {
		mean += load
	}
	mean /= float64(len(loads))
	squares := 0.0
	for _, load := range loads {
		squares += (load - mean) * (load - mean)
	}
	return mean, math.Sqrt(squares / float64(len(loads)))
}

// domains are the neighbours of all processors, one list after the other.
type domains struct {
	first []int // of the neighbours of each rank, and the end
	rank  []int32
}

// PrepareRecords looks up what Record needs, which on a network of millions takes seconds; otherwise, the first
// call of Record does. The error is that of the context.
func (m *Machine) PrepareRecords(ctx context.Context) error {
	if m.domains.first != nil {
		return nil
	}
	d, err := newDomains(ctx, m.network)
	if err == nil {
		m.domains = d
	}
	return err
}

// neighbourhoods are the machine's domains, which are looked up when they are first needed.
func (m *Machine) neighbourhoods() *domains {
	_ = m.PrepareRecords(context.Background()) // which never ends
	return &m.domains
}

func newDomains(ctx context.Context, network topology.Network) (domains, error) {
	d := domains{first: make([]int, 1, network.Procs()+1)}
	for rank := range network.Procs() {
		if rank%checkEvery == 0 && ctx.Err() != nil {
			return domains{}, ctx.Err()
		}
		for _, n := range network.Neighbours(rank) {
			d.rank = append(d.rank, int32(n))
		}
		d.first = append(d.first, len(d.rank))
	}
	return d, nil
}

// deviation is the standard deviation of the means over each processor and its neighbours from the
// mean of all.
func (d *domains) deviation(loads []float64, mean float64) float64 {
	squares := 0.0
	for rank, load := range loads {
		near := d.rank[d.first[rank]:d.first[rank+1]]
		for _, n := range near {
			load += loads[n]
		}
		off := load/float64(1+len(near)) - mean
		squares += off * off
	}
	return math.Sqrt(squares / float64(len(loads)))
}
