package simulate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"transat/balance"
	"transat/balance/sim"
	"transat/cmd/transat/command/internal/app"
	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/runs"
	"transat/instances"
)

// What simulate and compare print.

// printRuns prints the rows of simulated runs, and says why if that is not all of them.
func printRuns(a *app.App, name string, x *runFlags, plan *runs.Plan, outcome *runs.Outcome, err error) error {
	stopped := errors.Is(err, context.Canceled)
	if restless := (*sim.RestlessError)(nil); errors.As(err, &restless) {
		return exit.Misuse(err)
	}
	if err != nil && !stopped {
		return err
	}
	rows := outcome.Rows(plan)
	if len(rows) > 0 {
		runs.Sort(rows, x.order())
		if err := printRows(a, name, x, plan, outcome, rows); err != nil {
			return err
		}
	}
	switch {
	case stopped:
		done, all := outcome.Runs()
		return exit.With(exit.Interrupted, fmt.Errorf("interrupted after %d of %d runs", done, all))
	case len(rows) == 0:
		return fmt.Errorf("%s: none of its %d formulas is unsatisfiable", name, len(plan.Formulas))
	}
	return nil
}

// printRows prints the result table, and below it those that say more of the same rows.
func printRows(a *app.App, name string, x *runFlags, plan *runs.Plan, outcome *runs.Outcome, rows []runs.Row) error {
	main := report.Table[runs.Row]{
		Caption: caption(name, plan, outcome, rows),
		Columns: slices.Concat(runs.Columns(), runs.Comparison(rows)),
		Rows:    rows,
		Notes:   slices.Concat(runs.Legend(), runs.ComparisonLegend(rows), runs.Distances(rows), []string{GrainNote(&x.SetupFlags)}),
	}
	if x.Style.ForPrograms() {
		return main.Write(a.Out, x.Style) // the rows have it all
	}
	tables := []func() error{func() error { return main.Write(a.Out, x.Style) }}
	if len(rows[0].Times) > 1 {
		tables = append(tables, func() error { return runs.SpreadTable(rows).Write(a.Out, x.Style) })
	}
	if x.together {
		tables = append(tables, func() error { return runs.LostTable(rows).Write(a.Out, x.Style) })
	} else {
		for _, row := range rows {
			tables = append(tables, func() error { return runs.TimeTable(row).Write(a.Out, x.Style) })
		}
	}
	for i, write := range tables {
		if i > 0 {
			fmt.Fprintln(a.Out) // its error stays in a.out
		}
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

// caption says what was simulated, and on what.
func caption(name string, plan *runs.Plan, outcome *runs.Outcome, rows []runs.Row) []string {
	row := rows[0] // what is said of it is true of all
	machine := fmt.Sprintf("machine %s, %v, %s, %s", row.Cost.Name, row.Physical, runs.Starts(rows), seedText(row))
	rule := plan.Trees.Rule
	if len(plan.Formulas) > 1 {
		return []string{
			fmt.Sprintf("%s: means (time ± standard deviation) over %d unsatisfiable formulas of %d (rule %s), sequential time %s",
				name, row.Formulas, len(plan.Formulas), rule, app.SecondsText(row.Sequential)),
			machine,
			boundText(row),
		}
	}
	tree := outcome.Trees[0]
	switch {
	case plan.Formulas[0].Tree != nil:
		perNode := row.Cost.Expand(instances.UTSWork, 1)
		return []string{
			fmt.Sprintf("%s: a tree of %s nodes, %.3g ms each (%d units of work), sequential time %s", tree.Name, app.Grouped(tree.Nodes),
				float64(perNode)/float64(balance.Millisecond), instances.UTSWork, app.SecondsText(row.Sequential)),
			machine,
			boundText(row),
		}
	case tree.Satisfiable:
		size := "a tree too large to record"
		if tree.Nodes > 0 {
			size = "a tree of " + sizeText(tree)
		}
		return []string{
			fmt.Sprintf("%s: satisfiable, %s (rule %s)", tree.Name, size, rule),
			machine,
			fmt.Sprintf("a run ends at the first model that is found; one processor finds its own after %s nodes, %s",
				app.Grouped(tree.First.Nodes), app.SecondsText(row.Sequential)),
		}
	}
	return []string{
		fmt.Sprintf("%s: unsatisfiable, a tree of %s (rule %s), sequential time %s",
			tree.Name, sizeText(tree), rule, app.SecondsText(row.Sequential)),
		machine,
		boundText(row),
	}
}

// sizeText tells how many nodes a recorded tree has, and how many load elements if these are not the same.
func sizeText(tree *runs.Tree) string {
	size := app.Grouped(tree.Nodes) + " nodes"
	if tree.Elements != tree.Nodes {
		size += " in " + app.Grouped(tree.Elements) + " elements"
	}
	return size
}

func seedText(row runs.Row) string {
	if row.Seeds > 1 {
		return fmt.Sprintf("seeds %d to %d", row.Seed, row.Seed+uint64(row.Seeds)-1)
	}
	return fmt.Sprintf("seed %d", row.Seed)
}

// boundText says what no policy can do.
func boundText(row runs.Row) string {
	shared := row.Sequential / float64(row.Physical.Procs())
	why := "the sequential time / n"
	if row.Bound > 1.001*shared {
		why = fmt.Sprintf("the critical path; an efficiency of %.1f %%", 100*shared/row.Bound)
	}
	return fmt.Sprintf("no policy can be faster than %s: %s", app.SecondsText(row.Bound), why)
}

// GrainNote says in a caption which elements are split.
func GrainNote(x *SetupFlags) string {
	if inLockstep(x.Machine) {
		return "lockstep: idle includes waiting for the longest node of a step; balancing steps count as messages; every element is split"
	}
	return fmt.Sprintf("grain: an element below %v · λ(root)/n is not split, unless the policy sets another grain", x.grain)
}
