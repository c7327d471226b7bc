package compare

import (
	"transat/balance"
	"transat/balance/sim"
)

// Run is what one run of a setup came to. Times are in seconds; times and counts other than Time, Sequential, Nodes and
// Bound are means per processor.
type Run struct {
	Found bool // it ended at a model
	Time  float64

	Busy, Take, Install, Message, Route, Placing, Idle float64
	// Balance and Wait, in place of Take to Placing, are of runs on the cores of a computer: policy and mail, and
	// having something to do but no thread.
	Balance, Wait float64

	Phases, Info, Sent float64
	Nodes              float64 // expanded, by all processors
	Sequential         float64 // time of a single processor, to the first model if there is one
	Bound              float64 // no policy can be faster: max(sequential time/n, critical path)
	Efficiency         float64 // 0 to 1; of a search that stops at a model, it may be larger
	Speedup            float64
}

// Simulated is what a simulation came to. It knows nothing of Bound.
func Simulated(r sim.Result) Run {
	return Run{
		Found: r.Found,
		Time:  r.Seconds(),

		Busy: r.MeanSeconds(r.Busy), Take: r.MeanSeconds(r.Take), Install: r.MeanSeconds(r.Install),
		Message: r.MeanSeconds(r.Message), Route: r.MeanSeconds(r.Route), Placing: r.MeanSeconds(r.Placing),
		Idle: r.MeanSeconds(r.Idle),

		Phases: r.PerProc(r.Phases), Info: r.PerProc(r.Messages), Sent: r.PerProc(r.Sent),

		Nodes:      float64(r.Nodes),
		Sequential: seconds(r.Sequential),
		Efficiency: r.Efficiency(),
		Speedup:    r.Efficiency() * float64(r.Procs),
	}
}

func seconds(t balance.Ticks) float64 { return float64(t) / float64(balance.Second) }

// Row is a line of a table: the means of a setup over its trees, and over its seeds if there are several.
type Row struct {
	Setup        // with the first of the seeds
	Run          // the means; Found if all runs ended at a model
	Formulas int // that the means are over: trees
	Seeds    int // likewise, for each of them

	// Times are the times whose spread matters: one a tree, the mean over its seeds; and if there is only one tree,
	// one a seed. TimeStd is their sample standard deviation, 0 if there is only one.
	Times   []float64
	TimeStd float64
	Spread
	// Against is the comparison with another row, on the same trees or seeds.
	Against
	// NRT is the normalised response time (RT_none − RT)/(RT_none − RT_ideal), of the mean times: 0 without
	// balancing, 1 if it is perfect. NaN if none and ideal are not both among the rows.
	NRT float64

	// Dilation is the largest number of the machine's links between two neighbours of the topology that
	// the policy sees, DilationMean the mean over all pairs of neighbours.
	Dilation     int
	DilationMean float64

	Threads int // processors that could run at a time, on the cores of a computer; 0 for a simulation
}

// Summarise makes the row of a setup: runs has its runs by tree and seed, of each tree as many, and at least one.
// What rows say of each other is left to [Relate], and the Dilation to the caller.
func Summarise(s Setup, runs [][]Run) Row {
	all := float64(len(runs) * len(runs[0]))
	mean := func(value func(Run) float64) float64 {
		sum := 0.0
		for _, tree := range runs {
			for _, r := range tree {
				sum += value(r)
			}
		}
		return sum / all
	}
	row := Row{Setup: s, Formulas: len(runs), Seeds: len(runs[0]), Run: Run{
		Found: true,
		Time:  mean(func(r Run) float64 { return r.Time }),

		Busy:    mean(func(r Run) float64 { return r.Busy }),
		Take:    mean(func(r Run) float64 { return r.Take }),
		Install: mean(func(r Run) float64 { return r.Install }),
		Message: mean(func(r Run) float64 { return r.Message }),
		Route:   mean(func(r Run) float64 { return r.Route }),
		Placing: mean(func(r Run) float64 { return r.Placing }),
		Idle:    mean(func(r Run) float64 { return r.Idle }),
		Balance: mean(func(r Run) float64 { return r.Balance }),
		Wait:    mean(func(r Run) float64 { return r.Wait }),

		Phases: mean(func(r Run) float64 { return r.Phases }),
		Info:   mean(func(r Run) float64 { return r.Info }),
		Sent:   mean(func(r Run) float64 { return r.Sent }),

		Nodes:      mean(func(r Run) float64 { return r.Nodes }),
		Sequential: mean(func(r Run) float64 { return r.Sequential }),
		Efficiency: mean(func(r Run) float64 { return r.Efficiency }),
		Speedup:    mean(func(r Run) float64 { return r.Speedup }),
	}}
	for _, tree := range runs {
		row.Bound += tree[0].Bound / float64(len(runs))
		for _, r := range tree {
			row.Found = row.Found && r.Found
		}
	}
	row.Times = times(runs)
	row.Spread, row.TimeStd = spread(row.Times), std(row.Times)
	return row
}

// times returns the values of Row.Times.
func times(runs [][]Run) []float64 {
	var all []float64
	for _, tree := range runs {
		sum := 0.0
		for _, r := range tree {
			sum += r.Time
			if len(runs) == 1 {
				all = append(all, r.Time)
			}
		}
		if len(runs) > 1 {
			all = append(all, sum/float64(len(tree)))
		}
	}
	return all
}
