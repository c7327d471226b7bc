package experiment

import (
	"math"

	"transat/balance"
	"transat/balance/compare"
)

// Sequential is the time of a single processor, in seconds: the best of its runs, and NaN if there is none.
func (o *CoresOutcome) Sequential() float64 {
	best := math.NaN()
	for i, r := range o.Alone {
		if t := r.Seconds(); i == 0 || t < best {
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
	compare.Relate(rows, common > 0)
	return rows
}

// coresRow summarises the runs of a setup: its Time is the median, and everything else a mean.
func coresRow(s Setup, results []balance.Result, sequential float64) Row {
	row := compare.Summarise(s, [][]balance.Result{results})
	row.Threads = results[0].Threads
	row.Time = row.Median
	row.Sequential = sequential
	row.Speedup = sequential / row.Time
	row.Efficiency = row.Speedup / float64(row.Threads) // no more of them than processors
	return row
}
