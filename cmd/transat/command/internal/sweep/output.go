package sweep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/sweep"
)

// runSweep runs a sweep, and prints and draws the points; after an interruption, the finished ones.
func runSweep(a *cli.App, ctx context.Context, s *sweepRun) error {
	var plot *output.File
	if s.plot != "" {
		var err error
		if plot, err = output.Create(s.plot); err != nil {
			return err
		}
		defer plot.Discard()
	}
	bar := a.Line.Start("starting")
	points, stopped := s.run(ctx, bar.Set)
	bar.Done()
	if stopped != nil && !errors.Is(stopped, context.Canceled) {
		return stopped
	}
	if len(points) > 0 {
		if err := report.WriteSheets(a.Out, s.caption(points), s.sheets(points), s.Style); err != nil {
			return err
		}
		if plot != nil {
			if err := drawSweep(a, plot, s, points); err != nil {
				return err
			}
		}
	}
	switch {
	case stopped != nil:
		return cli.With(cli.Interrupted, fmt.Errorf("interrupted after %d of %d points", len(points), len(s.plans)*len(s.plans[0].Setups)))
	case len(points) == 0:
		return fmt.Errorf("%s: none of the formulas is unsatisfiable", strings.Join(s.names, ", "))
	}
	return nil
}

// drawSweep draws the efficiencies, unless all points were given up.
func drawSweep(a *cli.App, plot *output.File, s *sweepRun, points []sweep.Measurement) error {
	known := func(p sweep.Measurement) bool { return p.GivenUp == experiment.NotGivenUp }
	if !slices.ContainsFunc(points, known) {
		a.Line.Warn(fmt.Sprintf("--plot=%s: all points were given up, so there is nothing to draw", s.plot))
		return nil
	}
	if err := figure.Write(plot, sweep.Chart(points, strings.Join(s.caption(points), "; "))); err != nil {
		return err
	}
	return plot.Commit()
}

// caption describes the simulation.
func (s *sweepRun) caption(points []sweep.Measurement) []string {
	machine := fmt.Sprintf("machine %s, grids of %s processors, seed %d", s.Machine.V, span(points), s.Seed.V)
	var rows []experiment.Row
	for _, p := range points {
		if p.GivenUp == experiment.NotGivenUp {
			rows = append(rows, p.Row)
		}
	}
	if len(rows) > 0 {
		machine += ", " + experiment.Starts(firstOfEach(rows))
	}
	return append(s.treeCaptions(points), machine)
}

// firstOfEach returns one row for each policy.
func firstOfEach(rows []experiment.Row) []experiment.Row {
	var first []experiment.Row
	for _, r := range rows {
		if !slices.ContainsFunc(first, func(f experiment.Row) bool { return f.Policy.String() == r.Policy.String() }) {
			first = append(first, r)
		}
	}
	return first
}

// treeCaptions are a line for each tree.
func (s *sweepRun) treeCaptions(points []sweep.Measurement) []string {
	var lines, notes []string
	for i, name := range s.names {
		at := slices.IndexFunc(points, func(p sweep.Measurement) bool { return p.Tree == name && p.GivenUp == experiment.NotGivenUp })
		if at < 0 {
			lines = append(lines, name)
			continue
		}
		p := points[at]
		if len(s.plans[i].Formulas) > 1 {
			lines = append(lines, fmt.Sprintf("%s: means over %d unsatisfiable formulas of %d, mean sequential time %s",
				name, p.Formulas, len(s.plans[i].Formulas), cli.SecondsText(p.Sequential)))
			continue
		}
		size := cli.Grouped(int64(p.Nodes)) + " nodes"
		if p.About != nil && (p.About.Tasks.Any() || p.About.Bounded) {
			size = p.About.Size(s.plans[i].Setups[0])
			notes = append(notes, p.About.Tasks.Notes(s.plans[i].Setups)...)
		}
		lines = append(lines, fmt.Sprintf("%s: %s, sequential time %s", name, size, cli.SecondsText(p.Sequential)))
	}
	return append(lines, slices.Compact(notes)...)
}

// sheets are the tables. Programs do not get the tables that only arrange the points for people.
func (s *sweepRun) sheets(points []sweep.Measurement) []report.Sheet {
	var sheets []report.Sheet
	people := !s.Style.ForPrograms()
	if people {
		matrix := sweep.Matrix(points)
		matrix.Notes = slices.Concat(sweep.GivenUpNotes(points), s.notes)
		sheets = append(sheets, matrix)
	}
	if s.isoefficiency > 0 {
		sheets = append(sheets, sweep.Needs(points, s.isoefficiency))
	}
	list := sweep.List(points)
	var setups []experiment.Setup
	for _, p := range points {
		setups = append(setups, p.Setup)
	}
	if len(setups) > 0 {
		list.Notes = append([]string{experiment.MadeEqual(setups)}, experiment.LockstepNotes(setups)...)
	}
	sheets = append(sheets, list)
	if people {
		sheets = append(sheets, sweep.Lost(points))
	}
	return sheets
}
