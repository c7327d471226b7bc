package experiment

import (
	"fmt"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
)

// Row is a line of the result table: the means of a setup over its formulas, and its seeds if the plan has
// several. Times are in seconds; times and counts other than Time and Sequential are means per processor.
type Row struct {
	Setup         // with the first of the seeds
	Formulas int  // that the means are over
	Seeds    int  // likewise, for each formula
	Found    bool // all runs ended at a model
	Time     float64
	TimeStd  float64 // sample standard deviation over Times; 0 if there is only one

	Busy, Take, Install, Message, Route, Placing, Idle float64
	// Balance and Wait, in place of Take to Placing, are of runs on cores: policy and mail, and having
	// something to do but no thread.
	Balance, Wait float64

	Phases, Info, Sent float64
	Nodes              float64 // expanded, by all processors
	Sequential         float64 // time of a single processor, to the first model if there is one
	Bound              float64 // no policy can be faster: max(sequential time/n, critical path)
	Efficiency         float64 // 0 to 1; of a search that stops at a model, it may be larger
	Speedup            float64

	// Times are the times whose spread matters: one a formula, the mean over its seeds; and if there is
	// only one formula, one a seed.
	Times []float64
	Spread
	// Against is the comparison with another row, on the same formulas or seeds.
	Against
	// NRT is the normalised response time (RT_none − RT)/(RT_none − RT_ideal), of the mean times: 0 without
	// balancing, 1 if it is perfect. NaN if none and ideal are not both among the rows.
	NRT float64

	// Dilation is the largest number of the machine's links between two neighbours of the topology that
	// the policy sees, DilationMean the mean over all pairs of neighbours.
	Dilation     int
	DilationMean float64

	Threads int // processors that could run at a time, on cores; 0 for a simulation
}

// Rows returns a row for each group of setups that has results, in the order of the plan. If not
// everything was finished, the means are over the formulas that all setups have finished, so that they can
// be compared; if there is no such formula, over those that the group itself has finished.
func (o *Outcome) Rows(p *Plan) []Row {
	var common []int
	for i := range p.Formulas {
		if finished(o.Results, i) {
			common = append(common, i)
		}
	}
	var rows []Row
	distances := map[string]distance{} // by topology and machine
	seeds := max(1, p.Seeds)
	for j := 0; j < len(p.Setups); j += seeds {
		setup, group, formulas := p.Setups[j], o.Results[j:j+seeds], common
		if len(common) == 0 {
			formulas = finishedBy(group)
		}
		if len(formulas) == 0 {
			continue
		}
		row := o.row(setup, group, formulas)
		between := fmt.Sprint(setup.Topology, setup.Physical)
		if _, known := distances[between]; !known {
			distances[between] = setup.distance()
		}
		row.Dilation, row.DilationMean = distances[between].longest, distances[between].mean
		rows = append(rows, row)
	}
	relate(rows, len(common) > 0)
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

// finished reports whether all of some setups have finished formula i.
func finished(setups [][]*sim.Result, i int) bool {
	for _, results := range setups {
		if results[i] == nil {
			return false
		}
	}
	return true
}

// finishedBy returns the formulas that all setups of a group have finished.
func finishedBy(group [][]*sim.Result) []int {
	var formulas []int
	for i := range group[0] {
		if finished(group, i) {
			formulas = append(formulas, i)
		}
	}
	return formulas
}

// row summarises the results of a group of setups, which differ in their seeds, on the given formulas.
func (o *Outcome) row(s Setup, group [][]*sim.Result, formulas []int) Row {
	runs := float64(len(formulas) * len(group))
	mean := func(value func(sim.Result) float64) float64 {
		sum := 0.0
		for _, i := range formulas {
			for _, results := range group {
				sum += value(*results[i])
			}
		}
		return sum / runs
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
		Seeds:    len(group),
		Found:    true,
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
	for _, i := range formulas {
		row.Bound += o.bound(s, i, *group[0][i]) / float64(len(formulas))
		for _, results := range group {
			row.Found = row.Found && results[i].Found
		}
	}
	row.Times = times(group, formulas)
	row.Spread = spread(row.Times)
	row.TimeStd = std(row.Times)
	return row
}

// times returns the values of Row.Times.
func times(group [][]*sim.Result, formulas []int) []float64 {
	var all []float64
	for _, i := range formulas {
		sum := 0.0
		for _, results := range group {
			t := results[i].Seconds()
			sum += t
			if len(formulas) == 1 {
				all = append(all, t)
			}
		}
		if len(formulas) > 1 {
			all = append(all, sum/float64(len(group)))
		}
	}
	return all
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
