package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"transat/balance/rounds"
	"transat/balance/topology"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// bench is what lab is to do: one machine for every policy.
type bench struct {
	*labFlags
	network      topology.Network
	distribution rounds.Distribution
	plotFormat   figure.Format
	runs         []*benchRun
}

// benchRun is one policy at work.
type benchRun struct {
	policy           string
	machine          *rounds.Machine
	steps            int             // at most
	records          []rounds.Record // those of the picture
	shared, balanced rounds.Moment
	stop             rounds.Stop
}

// run lets all policies work side by side.
func (b *bench) run(ctx context.Context, progress func(share float64, what string)) error {
	errs := make([]error, len(b.runs))
	cores := make(chan struct{}, b.threads)
	var all sync.WaitGroup
	var mu sync.Mutex
	share := 0.0
	for i, r := range b.runs {
		all.Go(func() {
			cores <- struct{}{}
			defer func() { <-cores }()
			before := 0.0
			errs[i] = r.run(ctx, b.goals(), func() {
				mu.Lock()
				defer mu.Unlock()
				now := float64(r.machine.Steps()) / float64(r.steps*len(b.runs))
				share += now - before
				before = now
				progress(share, r.policy)
			})
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// goals are those of --until.
func (b *bench) goals() rounds.Goal {
	return map[string]rounds.Goal{untilBalanced: rounds.Balanced, untilShared: rounds.Shared, untilNever: 0}[b.until]
}

// run steps to the goal, and stops on the way to look at the loads: often at the beginning, and then
// at intervals that grow with time, as pictures and tables need it.
func (r *benchRun) run(ctx context.Context, until rounds.Goal, progress func()) error {
	r.records = append(r.records, r.machine.Record())
	for {
		now := r.machine.Steps()
		result, err := r.machine.Run(ctx, rounds.Config{Until: until, MaxSteps: min(nextLook(now), r.steps) - now})
		r.stop = result.Stop
		if !r.shared.Reached {
			r.shared = result.Shared
		}
		if !r.balanced.Reached {
			r.balanced = result.Balanced
		}
		if r.machine.Steps() > now {
			r.records = append(r.records, r.machine.Record())
		}
		if err != nil || result.Stop != rounds.StopSteps || r.machine.Steps() >= r.steps {
			return err
		}
		progress()
	}
}

// nextLook is the next step after which loads are looked at: 2 % later, but not beyond a round number.
func nextLook(step int) int { return min(step+1+step/50, nextRound(step)) }

// nextRound is the smallest of 1, 2, 5, 10, 20, 50 and so on above step.
func nextRound(step int) int {
	for power := 1; ; power *= 10 {
		for _, m := range []int{1, 2, 5} {
			if m*power > step {
				return m * power
			}
		}
	}
}

// caption says what was done.
func (b *bench) caption() []string {
	kind := "whole"
	if b.real {
		kind = "real"
	}
	return []string{
		fmt.Sprintf("%v, %s loads from %v, seed %d", b.network, kind, b.distribution, b.seed),
		fmt.Sprintf("until %s, at most %d steps", b.until, b.steps),
	}
}

// labRow is a line of the table over time.
type labRow struct {
	policy string
	rounds.Record
}

// tables are the loads over time, at round numbers of steps and at the end, and a summary.
func (b *bench) tables() []reproduce.Table {
	var rows []labRow
	for _, r := range b.runs {
		for i, record := range r.records {
			if record.Step == 0 || nextRound(record.Step-1) == record.Step || i == len(r.records)-1 {
				rows = append(rows, labRow{r.policy, record})
			}
		}
	}
	return []reproduce.Table{
		reproduce.NewTable("time", "", timeColumns(), rows,
			"σ: standard deviation over mean; δ: the same of means over a processor and its neighbours",
			"moved: load sent over links so far; set-ups: how often anything was sent"),
		reproduce.NewTable("summary", "", summaryColumns(), b.runs,
			"shared, balanced: the step after which loads were so for the first time",
			"shifts: the largest load sent over one link, added up over all steps"),
	}
}

func timeColumns() []report.Column[labRow] {
	number := func(key, heading string, digits int, value func(labRow) float64) report.Column[labRow] {
		return report.Column[labRow]{
			Key: key, Heading: heading,
			Value: func(r labRow) any { return value(r) },
			Text:  func(r labRow) string { return fmt.Sprintf("%.*g", digits, value(r)) },
		}
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
	moment := func(key string, of func(*benchRun) rounds.Moment) report.Column[*benchRun] {
		step := func(r *benchRun) float64 {
			if m := of(r); m.Reached {
				return float64(m.Step)
			}
			return math.NaN()
		}
		column := reproduce.Number(key+"_step", key, 0, step)
		column.Text = func(r *benchRun) string {
			if !of(r).Reached {
				return "–"
			}
			return fmt.Sprint(of(r).Step)
		}
		return column
	}
	return []report.Column[*benchRun]{
		{Key: "policy", Heading: "policy", Left: true, Value: func(r *benchRun) any { return r.policy }},
		moment("shared", func(r *benchRun) rounds.Moment { return r.shared }),
		moment("balanced", func(r *benchRun) rounds.Moment { return r.balanced }),
		{Key: "steps", Heading: "steps", Value: func(r *benchRun) any { return r.machine.Steps() }},
		{
			Key: "moved", Heading: "moved", Value: func(r *benchRun) any { return r.machine.Traffic().Moved },
			Text: func(r *benchRun) string { return fmt.Sprintf("%.8g", r.machine.Traffic().Moved) },
		},
		{Key: "setups", Heading: "set-ups", Value: func(r *benchRun) any { return r.machine.Traffic().Transfers }},
		{
			Key: "shifts", Heading: "shifts", Value: func(r *benchRun) any { return r.machine.Traffic().Shifts },
			Text: func(r *benchRun) string { return fmt.Sprintf("%.8g", r.machine.Traffic().Shifts) },
		},
		{Key: "ended", Heading: "ended", Left: true, Value: func(r *benchRun) any { return r.stop.String() }},
	}
}

// chart is σ over time.
func (b *bench) chart() figure.Chart {
	chart := figure.Chart{
		Title:    "Imbalance of loads over time",
		Subtitle: b.caption()[0],
		X:        figure.Axis{Label: "step"},
		Y:        figure.Axis{Label: "σ, standard deviation over mean", Log: true},
	}
	for i, r := range b.runs {
		series := figure.Series{Name: r.policy, Colour: i, Show: figure.Lines}
		for _, record := range r.records {
			if record.Sigma > 0 { // level loads have no place on a logarithmic axis
				series.Points = append(series.Points, figure.Point{X: float64(record.Step), Y: record.Sigma})
			}
		}
		chart.Series = append(chart.Series, series)
	}
	return chart
}
