package experiment

import (
	"fmt"
	"math"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
)

// Row is a line of the result table: the means of a setup over its formulas. Times are in seconds;
// times and counts other than Time and Sequential are means per processor.
type Row struct {
	Setup
	Formulas int // that the means are over
	Time     float64
	TimeStd  float64 // sample standard deviation over the formulas; 0 if there is only one

	Busy, Take, Install, Message, Route, Placing, Idle float64

	Phases, Info, Sent float64
	Nodes              float64 // expanded, by all processors
	Sequential         float64 // time of a single processor
	Bound              float64 // no policy can be faster: max(sequential time/n, critical path)
	Efficiency         float64 // 0 to 1
	Speedup            float64

	// Dilation is the largest number of the machine's links between two neighbours of the topology that
	// the policy sees, DilationMean the mean over all pairs of neighbours.
	Dilation     int
	DilationMean float64
}

// Rows returns a row for each setup that has results, in the order of the plan. If not everything
// was finished, the means are over the formulas that all setups have finished, so that they can be
// compared; if there is no such formula, over those that the setup itself has finished.
func (o *Outcome) Rows(p *Plan) []Row {
	var common []int
	for i := range p.Formulas {
		if o.finished(i) {
			common = append(common, i)
		}
	}
	var rows []Row
	distances := map[string]distance{} // by topology and machine
	for j, setup := range p.Setups {
		formulas := common
		if len(common) == 0 {
			formulas = o.finishedBy(j)
		}
		if len(formulas) > 0 {
			row := o.row(setup, o.Results[j], formulas)
			between := fmt.Sprint(setup.Topology, setup.Physical)
			if _, known := distances[between]; !known {
				distances[between] = setup.distance()
			}
			row.Dilation, row.DilationMean = distances[between].longest, distances[between].mean
			rows = append(rows, row)
		}
	}
	return rows
}

// distance is how far apart neighbours lie.
type distance struct {
	longest int
	mean    float64
}

// distance takes some tenths of a second for a million processors.
func (s Setup) distance() distance {
	if s.Topology == nil || s.Physical == nil {
		return distance{}
	}
	place, err := topology.Place(s.Topology, s.Physical)
	if err != nil {
		return distance{} // nothing can run on such a setup
	}
	longest, mean := topology.Dilation(s.Topology, s.Physical, place)
	return distance{longest, mean}
}

// finished reports whether all setups have finished formula i.
func (o *Outcome) finished(i int) bool {
	for _, results := range o.Results {
		if results[i] == nil {
			return false
		}
	}
	return true
}

func (o *Outcome) finishedBy(setup int) []int {
	var formulas []int
	for i, r := range o.Results[setup] {
		if r != nil {
			formulas = append(formulas, i)
		}
	}
	return formulas
}

// row summarises the results of a setup on the given formulas.
func (o *Outcome) row(s Setup, results []*sim.Result, formulas []int) Row {
	mean := func(value func(sim.Result) float64) float64 {
		sum := 0.0
		for _, i := range formulas {
			sum += value(*results[i])
		}
		return sum / float64(len(formulas))
	}
	share := func(sum func(sim.Result) balance.Ticks) float64 {
		return mean(func(r sim.Result) float64 { return r.MeanSeconds(sum(r)) })
	}
	count := func(sum func(sim.Result) int64) float64 {
		return mean(func(r sim.Result) float64 { return r.PerProc(sum(r)) })
	}
	row := Row{
		Setup:    s,
		Formulas: len(formulas),
		Time:     mean(sim.Result.Seconds),

		Busy:    share(func(r sim.Result) balance.Ticks { return r.Busy }),
		Take:    share(func(r sim.Result) balance.Ticks { return r.Take }),
		Install: share(func(r sim.Result) balance.Ticks { return r.Install }),
		Message: share(func(r sim.Result) balance.Ticks { return r.Message }),
		Route:   share(func(r sim.Result) balance.Ticks { return r.Route }),
		Placing: share(func(r sim.Result) balance.Ticks { return r.Placing }),
		Idle:    share(func(r sim.Result) balance.Ticks { return r.Idle }),

		Phases: count(func(r sim.Result) int64 { return r.Phases }),
		Info:   count(func(r sim.Result) int64 { return r.Messages }),
		Sent:   count(func(r sim.Result) int64 { return r.Sent }),

		Nodes:      mean(func(r sim.Result) float64 { return float64(r.Nodes) }),
		Sequential: mean(func(r sim.Result) float64 { return seconds(r.Sequential) }),
		Efficiency: mean(sim.Result.Efficiency),
		Speedup:    mean(func(r sim.Result) float64 { return r.Efficiency() * float64(r.Procs) }),
	}
	row.TimeStd = o.timeStd(results, formulas, row.Time)
	for _, i := range formulas {
		row.Bound += o.bound(s, i, *results[i]) / float64(len(formulas))
	}
	return row
}

// timeStd is the sample standard deviation of the times.
func (o *Outcome) timeStd(results []*sim.Result, formulas []int, mean float64) float64 {
	if len(formulas) < 2 {
		return 0
	}
	squares := 0.0
	for _, i := range formulas {
		d := results[i].Seconds() - mean
		squares += d * d
	}
	return math.Sqrt(squares / float64(len(formulas)-1))
}

// bound is the shortest time in which the machine can search the tree of formula i: its processors
// share the work evenly, or follow the longest path. A search that stops at a model has neither.
func (o *Outcome) bound(s Setup, i int, r sim.Result) float64 {
	if r.Found {
		return 0
	}
	critical := o.Trees[i].CriticalPath
	path := seconds(s.Machine.Expand(critical.Work, critical.Nodes))
	return max(seconds(r.Sequential)/float64(r.Procs), path)
}

func seconds(t balance.Ticks) float64 { return float64(t) / float64(balance.Second) }

// Runs returns how many simulations were finished, of how many. Formulas that were left out count as
// none; those whose trees were not found count as all of their simulations.
func (o *Outcome) Runs() (done, all int) {
	for _, results := range o.Results {
		for i, r := range results {
			leftOut := o.Trees[i] != nil && o.Trees[i].LeftOut
			switch {
			case r != nil:
				done++
				all++
			case !leftOut:
				all++
			}
		}
	}
	return done, all
}
