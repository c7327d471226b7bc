package simulate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"transat/balance/cores"
	"transat/cmd/transat/command/internal/app"
	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/runs"
)

// What simulate and compare print of runs on cores.

// printCores prints the rows of runs on cores, and says why if that is not all of them.
func printCores(a *app.App, x *runFlags, plan *runs.CoresPlan, outcome *runs.CoresOutcome, err error) error {
	stopped := errors.Is(err, context.Canceled)
	if err != nil && !stopped {
		return err
	}
	if rows := outcome.Rows(plan); len(rows) > 0 {
		runs.Sort(rows, x.order())
		if err := printCoresRows(a, x, plan, outcome, rows); err != nil {
			return err
		}
	}
	if stopped {
		done, all := outcome.Runs(plan)
		return exit.With(exit.Interrupted, fmt.Errorf("interrupted after %d of %d runs", done, all))
	}
	return nil
}

func printCoresRows(a *app.App, x *runFlags, plan *runs.CoresPlan, outcome *runs.CoresOutcome, rows []runs.Row) error {
	main := report.Table[runs.Row]{
		Caption: coresCaption(plan, outcome, rows[0]),
		Columns: runs.CoresColumns(),
		Rows:    rows,
		Notes:   append(runs.CoresLegend(rows), fmt.Sprintf("grain: an element below %v · λ(root)/n is not split, so no branch of it is sent, unless the policy sets another grain", x.grain)),
	}
	if x.Style.ForPrograms() {
		return main.Write(a.Out, x.Style) // the rows have it all
	}
	if outcome.Others != "" {
		main.Notes = append(main.Notes, outcome.Others)
	}
	if err := main.Write(a.Out, x.Style); err != nil {
		return err
	}
	if x.together {
		fmt.Fprintln(a.Out) // its error stays in a.out
		return runs.CoresLostTable(rows, outcome.NodeTime()).Write(a.Out, x.Style)
	}
	for _, row := range rows {
		fmt.Fprintln(a.Out)
		if err := runs.CoresTimeTable(row).Write(a.Out, x.Style); err != nil {
			return err
		}
	}
	return nil
}

// coresCaption says what was run, on what, and how long a single processor takes.
func coresCaption(plan *runs.CoresPlan, outcome *runs.CoresOutcome, row runs.Row) []string {
	name, nodes := plan.Formula.Name, app.Grouped(outcome.Alone[0].Nodes)
	tree := fmt.Sprintf("%s: unsatisfiable, a tree of %s nodes (rule %s)", name, nodes, plan.Rule)
	switch {
	case plan.Formula.Tree != nil:
		tree = fmt.Sprintf("%s: a tree of %s nodes", name, nodes)
	case outcome.Alone[0].Found:
		tree = fmt.Sprintf("%s: satisfiable; one processor finds its model after %s nodes (rule %s)", name, nodes, plan.Rule)
	}
	return []string{
		tree,
		fmt.Sprintf("machine %s, %s on %s, %v, start at root, %s", plan.Setups[0].Cost.Name, app.Counted(row.Physical.Procs(), "processor"),
			app.Counted(row.Threads, "thread")+plan.Where, row.Physical, runs.SeedText(row)),
		sequentialText(outcome),
	}
}

// sequentialText says how long one processor takes, and by how much its runs differ: if that is much, this
// computer has other things to do.
func sequentialText(outcome *runs.CoresOutcome) string {
	text := fmt.Sprintf("sequential time %s", app.SecondsText(outcome.Sequential()))
	if n := len(outcome.Alone); n > 1 {
		slowest := slices.MaxFunc(outcome.Alone, func(a, b cores.Result) int { return cmp.Compare(a.Time, b.Time) })
		text += fmt.Sprintf(": the best of %d runs with one processor, which took up to %s", n, app.SecondsText(slowest.Time.Seconds()))
	}
	return text
}
