package liquid

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// The six shift conditions of the Liquid model on square tori: from the worst case, all load on one
// processor, and from uniformly distributed loads. Time is in iterations of the model, each of which
// shifts once in either dimension. Source: Henrich: Local load balancing according to a simple liquid
// model, §5, Figure 7.
//
// The figure cannot be read any more, but the text says what it shows.

func fig7Item() reproduce.Item {
	return reproduce.Item{
		Name:   "liquid/fig7",
		Title:  "the conditions of the Liquid model on a two-dimensional torus",
		Source: "Henrich: Local load balancing according to a simple liquid model, §5, Figure 7",
		Run:    fig7,
	}
}

// torusRun is one condition on one torus, from one load distribution.
type torusRun struct {
	policy  string
	side    int
	uniform int // which of the uniform distributions, from 1; 0: the worst case
}

// torusTimes are the iterations until all processors have load and until loads are balanced, NaN if that was not reached.
type torusTimes struct {
	torusRun
	share, balance float64
}

// patience·P is the largest number of iterations.
const patience = 20

func (r torusRun) run(ctx context.Context, s *reproduce.Session) (torusTimes, error) {
	n := r.side * r.side
	loads := reproduce.Pile(n, ringLoad)
	if r.uniform > 0 {
		random := s.Rand(uint64(n), uint64(r.uniform)) // the same for all conditions
		for i := range loads {
			loads[i] = float64(random.IntN(101))
		}
	}
	result, err := reproduce.Settle(ctx, r.policy, "torus", []int{r.side, r.side}, loads, patience*n)
	times := torusTimes{r, math.NaN(), math.NaN()}
	if result.Shared.Reached {
		times.share = float64(result.Shared.Step)
	}
	if result.Balanced.Reached {
		times.balance = float64(result.Balanced.Step)
	}
	return times, err
}

// torusRow is one torus and load distribution, with all conditions.
type torusRow struct {
	side, procs int
	loads       string // "point" or "uniform"
	// Per condition, means over all distributions; NaN if a run did not reach the state.
	share, balance [6]float64
}

func fig7(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	sides := reproduce.Size(s, []int{4, 8, 12, 16, 24, 32}, []int{4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 45})
	rows, err := torusRows(ctx, s, sides, reproduce.Size(s, 10, 40))
	worst, uniform := byLoads(rows, "point"), byLoads(rows, "uniform")
	tables := []report.Sheet{
		torusTable("point", "Figure 7a, worst case: iterations until balanced, and until all processors have load", worst),
		torusTable("uniform", "Figure 7b, uniform loads: iterations until balanced, and until all processors have load", uniform),
	}
	if err != nil {
		return reproduce.Interrupted(err, nil, tables...)
	}
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("torus of K×K processors; point: %d·K² elements on one of them; uniform: 0 to 100 on each", ringLoad),
			fmt.Sprintf("uniform: means over %d load distributions, the same for all conditions", reproduce.Size(s, 10, 40)),
			"T in iterations, each with a shift in either dimension; balanced: no two loads differ by more than 2",
		},
		Tables: tables,
		Claims: []reproduce.Claim{
			torusSameClaim(worst), torusUniformClaim(uniform), torusSharingClaim(worst), torusLinearClaim(worst, uniform),
			torusSuppliedClaim(worst, uniform),
		},
		Figures: []reproduce.Figure{
			{Key: "point", Picture: torusChart(worst, "Worst case on a torus: iterations of the Liquid model", "5·P elements on one processor; "+
				"Henrich, Figure 7a")},
			{
				Key:     "uniform",
				Picture: torusChart(uniform, "Uniform loads on a torus: iterations of the Liquid model", "loads 0 to 100; Henrich, Figure 7b"),
			},
		},
	}, nil
}

// torusRows runs all conditions on all tori: first from the worst case, then from several uniform
// distributions.
func torusRows(ctx context.Context, s *reproduce.Session, sides []int, distributions int) ([]torusRow, error) {
	var runs []torusRun
	for _, uniform := range []bool{false, true} {
		for _, side := range sides {
			for c := range 6 {
				policy := fmt.Sprintf("liquid-c%d", c)
				if !uniform {
					runs = append(runs, torusRun{policy, side, 0})
					continue
				}
				for i := range distributions {
					runs = append(runs, torusRun{policy, side, i + 1})
				}
			}
		}
	}
	times, err := reproduce.Map(ctx, s, runs,
		func(r torusRun) reproduce.Job {
			return reproduce.Job{What: fmt.Sprintf("%s on a torus of %d×%d", r.policy, r.side, r.side), Seconds: 1e-8 * math.Pow(float64(r.side), 4)}
		},
		func(ctx context.Context, r torusRun) (torusTimes, error) { return r.run(ctx, s) })
	finished := map[torusRun]torusTimes{}
	for _, t := range reproduce.Finished(times, err) {
		finished[t.torusRun] = t
	}
	var rows []torusRow
	for _, loads := range []string{"point", "uniform"} {
		for _, side := range sides {
			row := torusRow{side: side, procs: side * side, loads: loads}
			if row.gather(finished, distributions) {
				rows = append(rows, row)
			}
		}
	}
	return rows, err
}

// gather makes a row of the runs that belong to it, and reports whether all of them are finished.
func (row *torusRow) gather(finished map[torusRun]torusTimes, distributions int) bool {
	first, last := 0, 0
	if row.loads == "uniform" {
		first, last = 1, distributions
	}
	for c := range row.share {
		var share, balance []float64
		for i := first; i <= last; i++ {
			t, ok := finished[torusRun{fmt.Sprintf("liquid-c%d", c), row.side, i}]
			if !ok {
				return false
			}
			share, balance = append(share, t.share), append(balance, t.balance)
		}
		row.share[c], row.balance[c] = stat.Mean(share, nil), stat.Mean(balance, nil)
	}
	return true
}

// byLoads are the rows with one kind of loads.
func byLoads(rows []torusRow, loads string) []torusRow {
	return slices.DeleteFunc(slices.Clone(rows), func(r torusRow) bool { return r.loads != loads })
}

func torusTable(key, title string, rows []torusRow) report.Sheet {
	columns := []report.Column[torusRow]{
		{Key: "side", Heading: "K", Value: func(r torusRow) any { return r.side }},
		{Key: "procs", Heading: "P", Value: func(r torusRow) any { return r.procs }},
		{Key: "loads", Value: func(r torusRow) any { return r.loads }},
	}
	decimals := 0
	if key == "uniform" {
		decimals = 1
	}
	for c := 3; c < 6; c++ {
		columns = append(columns,
			report.Number(fmt.Sprint("balance_c", c), fmt.Sprint("balanced C", c), decimals, func(r torusRow) float64 { return r.balance[c] }))
	}
	for c := range 6 {
		heading := fmt.Sprint("C", c)
		if c == 0 {
			heading = "shared C0"
		}
		columns = append(columns, report.Number(fmt.Sprint("share_c", c), heading, decimals, func(r torusRow) float64 { return r.share[c] }))
	}
	return report.NewSheet(key, title, columns, rows,
		fmt.Sprintf("empty: not all processors have load after %d·P iterations", patience)).LeastNeeded("procs", "share_c1", "share_c2")
}

func torusChart(rows []torusRow, title, what string) figure.Chart {
	chart := figure.Chart{
		Title:    title,
		Subtitle: what,
		X:        figure.Axis{Label: "processors P"},
		Y:        figure.Axis{Label: "iterations T"},
	}
	add := func(c int, until string, size float64, value func(torusRow) float64) {
		series := figure.Series{Name: fmt.Sprintf("C%d, %s", c, until), Policy: fmt.Sprint("liquid-c", c), Group: until, Size: size}
		if until == "shared" {
			series.Dash = 1
		}
		for _, r := range rows {
			series.Points = append(series.Points, figure.Point{X: float64(r.procs), Y: value(r)})
		}
		chart.Series = append(chart.Series, series)
	}
	for c := 3; c < 6; c++ {
		add(c, "balanced", []float64{2, 1.5, 0.8}[c-3], func(r torusRow) float64 { return r.balance[c] })
	}
	for i, c := range []int{1, 2, 5} {
		if math.IsNaN(rows[0].share[c]) {
			continue
		}
		add(c, "shared", []float64{2, 1.4, 0.8}[i], func(r torusRow) float64 { return r.share[c] })
	}
	return chart
}
