package rounds

import (
	"fmt"
	"math"
	"slices"

	"transat/balance/rounds"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
)

// What comes out of rounds: two tables, and a picture.

// caption says what was done.
func (b *bench) caption() []string {
	kind, goal := "whole", fmt.Sprintf("until %s, at most %d steps", b.until, b.steps)
	if b.real {
		kind = "real"
	}
	if b.until == untilNever {
		goal = fmt.Sprintf("for %d steps", b.steps)
	}
	return []string{
		fmt.Sprintf("%v, %s loads from %v, seed %d", b.network, kind, b.distribution, b.seed),
		goal,
	}
}

// labRow is a line of the table over time.
type labRow struct {
	policy string
	rounds.Record
}

// tables are the loads over time, at round numbers of steps and at the end, and a summary.
func (b *bench) tables() []report.Sheet {
	var rows []labRow
	for _, r := range b.runs {
		for i, record := range r.records {
			if record.Step == 0 || nextRound(record.Step-1) == record.Step || i == len(r.records)-1 {
				rows = append(rows, labRow{r.policy, record})
			}
		}
	}
	return []report.Sheet{
		report.NewSheet("time", "", timeColumns(), rows,
			"σ: standard deviation over mean; δ: the same of means over a processor and its neighbours",
			"moved: load sent over links so far; set-ups: how often anything was sent"),
		report.NewSheet("summary", "", summaryColumns(), b.runs,
			"shared, balanced: the step after which loads were so for the first time",
			"shifts: the largest load sent over one link, added up over all steps").LeastNeeded("shifts", "setups", "moved", "steps"),
	}
}

func timeColumns() []report.Column[labRow] {
	number := func(key, heading string, digits int, value func(labRow) float64) report.Column[labRow] {
		return report.Formatted(key, heading, func(x float64) string { return fmt.Sprintf("%.*g", digits, x) }, value)
	}
	return []report.Column[labRow]{
		{Key: "policy", Heading: "policy", Left: true, Value: func(r labRow) any { return r.policy }},
		{Key: "step", Heading: "step", Value: func(r labRow) any { return r.Step }},
		number("sigma", "σ", 4, func(r labRow) float64 { return r.Sigma }),
		number("delta", "δ", 4, func(r labRow) float64 { return r.Delta }),
		number("max", "max", 8, func(r labRow) float64 { return r.Max }),
		number("min", "min", 8, func(r labRow) float64 { return r.Min }),
		number("moved", "moved", 8, func(r labRow) float64 { return r.Traffic.Moved }),
		{Key: "setups", Heading: "set-ups", Value: func(r labRow) any { return r.Traffic.Transfers }},
	}
}

func summaryColumns() []report.Column[*benchRun] {
	moment := func(key string, of func(*benchRun) rounds.Milestone) report.Column[*benchRun] {
		step := func(r *benchRun) float64 {
			if m := of(r); m.Reached {
				return float64(m.Step)
			}
			return math.NaN()
		}
		column := report.Number(key+"_step", key, 0, step)
		column.Text = func(r *benchRun) string {
			if !of(r).Reached {
				return "–"
			}
			return fmt.Sprint(of(r).Step)
		}
		return column
	}
	load := func(key string, of func(*benchRun) float64) report.Column[*benchRun] {
		return report.Formatted(key, key, func(x float64) string { return fmt.Sprintf("%.8g", x) }, of)
	}
	return []report.Column[*benchRun]{
		{Key: "policy", Heading: "policy", Left: true, Value: func(r *benchRun) any { return r.policy }},
		moment("shared", func(r *benchRun) rounds.Milestone { return r.shared }),
		moment("balanced", func(r *benchRun) rounds.Milestone { return r.balanced }),
		{Key: "steps", Heading: "steps", Value: func(r *benchRun) any { return r.machine.Steps() }},
		load("moved", func(r *benchRun) float64 { return r.machine.Traffic().Moved }),
		{Key: "setups", Heading: "set-ups", Value: func(r *benchRun) any { return r.machine.Traffic().Transfers }},
		load("shifts", func(r *benchRun) float64 { return r.machine.Traffic().Shifts }),
		{Key: "ended", Heading: "ended", Left: true, Value: func(r *benchRun) any { return r.stop.String() }},
	}
}

// chart is σ over time.
func (b *bench) chart() figure.Chart {
	chart := figure.Chart{
		Title:    "Imbalance of loads over time",
		Subtitle: b.caption()[0],
		X:        figure.Axis{Label: "step"},
		Y:        figure.Axis{Label: "σ, standard deviation over mean"},
	}
	uneven := func(r rounds.Record) bool { return r.Sigma > 0 }
	chart.Y.Log = slices.ContainsFunc(b.runs, func(r *benchRun) bool { return slices.ContainsFunc(r.records, uneven) })
	for _, r := range b.runs {
		series := figure.Series{Name: r.policy, Policy: r.policy, Show: figure.Lines}
		for _, record := range r.records {
			if uneven(record) || !chart.Y.Log { // level loads have no place on a logarithmic axis
				series.Points = append(series.Points, figure.Point{X: float64(record.Step), Y: record.Sigma})
			}
		}
		chart.Series = append(chart.Series, series)
	}
	return chart
}
