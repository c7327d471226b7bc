package compare

import "transat/balance"

// Row is a line of a table: the runs of a setup on its trees, and with its seeds if there are several.
type Row struct {
	Setup                       // with the first of the seeds
	Runs     [][]balance.Result // by tree and seed, of each tree as many
	Found    bool               // all runs ended at a model
	Bounded  bool               // all runs were of trees with bounds
	Means                       // of all runs
	Formulas int                // that the means are over: trees
	Seeds    int                // likewise, for each of them

	// Times are the times whose spread matters, in seconds: one a tree, the mean over its seeds; and if there is only one
	// tree, one a seed. TimeStd is their sample standard deviation, 0 if there is only one.
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

// Means are the numbers of a row by which rows are compared. Times are in seconds.
type Means struct {
	Time       float64 // on the cores of a computer the median
	Sequential float64 // of a single processor, to the first model if there is one; with bounds, of its own search
	Bound      float64 // see [balance.Result]
	Nodes      float64 // expanded, by all processors
	Extra      float64 // nodes beyond those that one processor expands, as a share of these; NaN if the number does not depend on the order
	Efficiency float64 // 0 to 1; of a search that stops at a model, it may be larger
	Speedup    float64
}

// Mean is the mean of a number over all runs of a row.
func (r Row) Mean(number func(balance.Result) float64) float64 {
	sum := 0.0
	for _, tree := range r.Runs {
		for _, run := range tree {
			sum += number(run)
		}
	}
	return sum / float64(len(r.Runs)*len(r.Runs[0]))
}

// Summarise makes the row of a setup: runs has its runs by tree and seed, of each tree as many, and at least one.
// What rows say of each other is left to [Relate], and the Dilation to the caller.
func Summarise(s Setup, runs [][]balance.Result) Row {
	row := Row{Setup: s, Runs: runs, Formulas: len(runs), Seeds: len(runs[0]), Found: true, Bounded: true}
	row.Means = Means{
		Time:       row.Mean(func(r balance.Result) float64 { return r.Seconds() }),
		Sequential: row.Mean(func(r balance.Result) float64 { return r.Sequential.Seconds() }),
		Nodes:      row.Mean(func(r balance.Result) float64 { return float64(r.Nodes) }),
		Extra:      row.Mean(func(r balance.Result) float64 { return r.Extra() }),
		Efficiency: row.Mean(func(r balance.Result) float64 { return r.Efficiency() }),
		Speedup:    row.Mean(func(r balance.Result) float64 { return r.Efficiency() * r.Processors() }),
	}
	for _, tree := range runs {
		row.Bound += tree[0].Bound / float64(len(runs))
		for _, r := range tree {
			row.Found, row.Bounded = row.Found && r.Found, row.Bounded && r.Bounded
		}
	}
	row.Times = times(runs)
	row.Spread, row.TimeStd = spread(row.Times), std(row.Times)
	return row
}

// times returns the values of Row.Times.
func times(runs [][]balance.Result) []float64 {
	var all []float64
	for _, tree := range runs {
		sum := 0.0
		for _, r := range tree {
			sum += r.Seconds()
			if len(runs) == 1 {
				all = append(all, r.Seconds())
			}
		}
		if len(runs) > 1 {
			all = append(all, sum/float64(len(tree)))
		}
	}
	return all
}
