package plb

import (
	"fmt"
	"slices"

	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// The table, the claims and the two pictures of plb/speedups.

func speedupSheet(rows []speedupRow) report.Sheet {
	quartile := func(share float64) func(speedupRow) float64 {
		return func(r speedupRow) float64 { return quantile(r.gains(), share) }
	}
	columns := []report.Column[speedupRow]{
		{Key: "policy", Heading: "policy", Left: true, Value: func(r speedupRow) any { return r.policy }},
		{Key: "n", Heading: "n", Value: func(r speedupRow) any { return r.procs }},
		{Key: "runs", Heading: "runs", Value: func(r speedupRow) any { return len(r.runs) }},
		report.Number("least", "least", 3, quartile(0)),
		report.Number("lower_quartile", "quartile", 3, quartile(0.25)),
		report.Number("median", "median", 3, quartile(0.5)),
		report.Number("upper_quartile", "quartile", 3, quartile(0.75)),
		report.Number("most", "most", 2, quartile(1)),
		report.Number("superlinear_percent", "above 1, %", 0, func(r speedupRow) float64 { return 100 * r.superlinear() }),
		report.Number("mean", "mean", 2, speedupRow.meanGain),
		report.Number("mean_times", "of mean times", 2, speedupRow.timeGain),
		report.Number("visited_median", "nodes", 2, func(r speedupRow) float64 { return r.visitedShare(0.5) }),
	}
	return report.NewSheet("speedups", "Speed-up over n", columns, rows,
		"of mean times: mean sequential time over n times the mean parallel time, which one lucky formula cannot raise",
		"nodes: visited in the parallel search over visited in the sequential one, median").
		LeastNeeded("mean", "lower_quartile", "upper_quartile", "least", "runs")
}

func speedupClaims(rows []speedupRow) []reproduce.Claim {
	superlinear := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§6.1", Text: "superlinear speed-ups are possible",
		Bound: reproduce.Theirs("a speed-up above n in one run or more"),
	}
	mean := reproduce.Claim{
		Kind: reproduce.Reading, Section: "§6.1, [29]", Text: "the speed-up can be superlinear on average",
		Bound: reproduce.Theirs("the mean of the speed-ups is above n"),
	}
	times := reproduce.Claim{
		Kind: reproduce.Check, Section: "§6.1",
		Text: "the mean sequential time is more than n times the mean time, which one lucky run cannot do", Bound: reproduce.Ours("above n"),
	}
	return []reproduce.Claim{
		speedupClaim(superlinear, rows, func(r speedupRow) bool { return r.superlinear() > 0 },
			func(r speedupRow) string { return fmt.Sprintf("%.0f %%", 100*r.superlinear()) }, "share of the runs, by n: "),
		averageClaim(mean, rows, speedupRow.meanGain),
		averageClaim(times, rows, speedupRow.timeGain),
	}
}

// ofPolicy are the rows of one policy, in ascending order of n.
func speedupsOf(rows []speedupRow, policy string) []speedupRow {
	return slices.DeleteFunc(slices.Clone(rows), func(r speedupRow) bool { return r.policy != policy })
}

func averageClaim(c reproduce.Claim, rows []speedupRow, mean func(speedupRow) float64) reproduce.Claim {
	return speedupClaim(c, rows, func(r speedupRow) bool { return mean(r) > 1 },
		func(r speedupRow) string { return fmt.Sprintf("%.2f", mean(r)) }, "over n, by n: ")
}

// speedupClaim judges PLB on every machine.
func speedupClaim(c reproduce.Claim, rows []speedupRow, fits func(speedupRow) bool, told func(speedupRow) string,
	head string,
) reproduce.Claim {
	plb := speedupsOf(rows, "plb")
	var all []int
	good := map[int]bool{}
	for i, r := range plb {
		all = append(all, r.procs)
		good[i] = fits(r)
		if i > 0 {
			head += ", "
		}
		head += fmt.Sprintf("%d: %s", r.procs, told(r))
	}
	in := reproduce.Ranges(all, func(i int) bool { return good[i] })
	c.Note = head
	switch {
	case !slices.ContainsFunc(plb, func(r speedupRow) bool { return !fits(r) }):
		c.Verdict = reproduce.Holds
	case in != "":
		c.Verdict, c.Range = reproduce.HoldsPartly, "n = "+in
	}
	return c
}

// speedupFigures draws the gains of PLB, sorted, and the medians of all policies.
func speedupFigures(rows []speedupRow) []reproduce.Figure {
	sorted := figure.Chart{
		Title:    "PLB on satisfiable formulas: speed-up over n, run by run",
		Subtitle: "a search ends at its first model; above 1 the speed-up is superlinear",
		X:        figure.Axis{Label: "share of the runs, percent"},
		Y:        figure.Axis{Label: "speed-up / n", Log: true},
	}
	for i, r := range speedupsOf(rows, "plb") {
		series := figure.Series{Name: fmt.Sprint("n = ", r.procs), Colour: i}
		gains := slices.Sorted(slices.Values(r.gains()))
		for k, g := range gains {
			series.Points = append(series.Points, figure.Point{X: 100 * (float64(k) + 0.5) / float64(len(gains)), Y: g})
		}
		series.Show = figure.Lines
		sorted.Series = append(sorted.Series, series)
	}
	sorted.Series = append(sorted.Series,
		figure.Series{Name: "linear", Paper: true, Colour: 6, Show: figure.Lines, Points: []figure.Point{{X: 0, Y: 1}, {X: 100, Y: 1}}})
	medians := figure.Chart{
		Title:    "Speed-up on satisfiable formulas: median and mean",
		Subtitle: "a search ends at its first model; above 1 the speed-up is superlinear",
		X:        figure.Axis{Label: "processors n", Log: true, Ticks: []float64{2, 8, 32, 64, 256, 1024}},
		Y:        figure.Axis{Label: "speed-up / n", Log: true},
	}
	for _, policy := range []string{"plb", "steal", "lade"} {
		for k, m := range []struct {
			name string
			of   func(speedupRow) float64
		}{
			{"median", func(r speedupRow) float64 { return quantile(r.gains(), 0.5) }},
			{"of mean times", speedupRow.timeGain},
		} {
			series := figure.Series{Name: policy + ", " + m.name, Policy: policy, Group: m.name, Dash: k}
			for _, r := range speedupsOf(rows, policy) {
				series.Points = append(series.Points, figure.Point{X: float64(r.procs), Y: m.of(r)})
			}
			medians.Series = append(medians.Series, series)
		}
	}
	return []reproduce.Figure{{Key: "sorted", Picture: sorted}, {Key: "medians", Picture: medians}}
}
