package experiment

import (
	"math"
	"slices"
	"time"

	"transat/balance/cores"
)

// Sequential is the time of a single processor, in seconds: the best of its runs, and NaN if there is none.
func (o *CoresOutcome) Sequential() float64 {
	best := math.NaN()
	for i, r := range o.Alone {
		if t := r.Time.Seconds(); i == 0 || t < best {
			best = t
		}
	}
	return best
}

// NodeTime is how long a single processor searches at a node, in seconds, in the best of its runs.
func (o *CoresOutcome) NodeTime() float64 {
	best := math.NaN()
	for i, r := range o.Alone {
		if t := r.Busy.Seconds() / float64(max(1, r.Nodes)); i == 0 || t < best {
			best = t
		}
	}
	return best
}

// Rows returns a row for each setup that has results, in the order of the plan. Times are medians of the
// rounds, and everything else is a mean. If not everything was finished, they are over the rounds that all
// setups have finished, so that they can be compared; if there is no such round, over what there is.
func (o *CoresOutcome) Rows(p *CoresPlan) []Row {
	common := p.Rounds
	for _, results := range o.Results {
		common = min(common, len(results))
	}
	var rows []Row
	for j, results := range o.Results {
		if common > 0 {
			results = results[:common]
		}
		if len(results) > 0 {
			rows = append(rows, coresRow(p.Setups[j], results, o.Sequential()))
		}
	}
	relate(rows, common > 0)
	return rows
}

// coresRow summarises the runs of a setup.
func coresRow(s Setup, runs []cores.Result, sequential float64) Row {
	mean := func(value func(cores.Result) float64) float64 {
		sum := 0.0
		for _, r := range runs {
			sum += value(r)
		}
		return sum / float64(len(runs))
	}
	part := func(sum func(cores.Result) time.Duration) float64 {
		return mean(func(r cores.Result) float64 { return r.MeanSeconds(sum(r)) })
	}
	count := func(sum func(cores.Result) int64) float64 {
		return mean(func(r cores.Result) float64 { return r.PerProc(sum(r)) })
	}
	row := Row{
		Setup: s, Formulas: 1, Seeds: len(runs), Threads: runs[0].Threads,
		Found: !slices.ContainsFunc(runs, func(r cores.Result) bool { return !r.Found }),

		Busy:    part(func(r cores.Result) time.Duration { return r.Busy }),
		Install: part(func(r cores.Result) time.Duration { return r.Install }),
		Balance: part(func(r cores.Result) time.Duration { return r.Balance }),
		Wait:    part(func(r cores.Result) time.Duration { return r.Wait }),
		Idle:    part(func(r cores.Result) time.Duration { return r.Idle }),

		Phases: count(func(r cores.Result) int64 { return r.Phases }),
		Info:   count(func(r cores.Result) int64 { return r.Messages }),
		Sent:   count(func(r cores.Result) int64 { return r.Sent }),

		Nodes:      mean(func(r cores.Result) float64 { return float64(r.Nodes) }),
		Sequential: sequential,
	}
	for _, r := range runs {
		row.Times = append(row.Times, r.Time.Seconds())
	}
	row.Spread, row.TimeStd = spread(row.Times), std(row.Times)
	row.Time = row.Median
	row.Speedup = sequential / row.Time
	row.Efficiency = row.Speedup / float64(row.Threads) // no more of them than processors
	return row
}
