package simulate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"transat/balance"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/report"
)

// The output of simulate and compare for runs on cores.

// printCores prints the rows of runs on cores, and the reason if some are missing.
func printCores(a *cli.App, x *runFlags, plan *experiment.CoresPlan, outcome *experiment.CoresOutcome, err error) error {
	stopped := errors.Is(err, context.Canceled)
	if err != nil && !stopped {
		return err
	}
	if rows := outcome.Rows(plan); len(rows) > 0 {
		experiment.Sort(rows, x.order())
		if err := printCoresRows(a, x, plan, outcome, rows); err != nil {
			return err
		}
	}
	if stopped {
		done, all := outcome.Runs(plan)
		return cli.With(cli.Interrupted, fmt.Errorf("interrupted after %d of %d runs", done, all))
	}
	return nil
}

func printCoresRows(a *cli.App, x *runFlags, plan *experiment.CoresPlan, outcome *experiment.CoresOutcome, rows []experiment.Row) error {
	main := report.Table[experiment.Row]{
		Caption: coresCaption(plan, outcome, rows[0]),
		Columns: experiment.CoresColumns(),
		Rows:    rows,
		Outcome: experiment.Outcome(rows, coresLimit(outcome, rows[0]), experiment.MadeEqual(experiment.Setups(rows))),
		Notes:   []string{"not split: no branch of the element is sent"},
	}
	if plan.About != nil {
		main.Notes = append(main.Notes, plan.About.Tasks.Notes(plan.Setups)...)
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
		return experiment.CoresLostTable(rows, outcome.NodeTime()).Write(a.Out, x.Style)
	}
	for _, row := range rows {
		fmt.Fprintln(a.Out)
		if err := experiment.CoresTimeTable(row).Write(a.Out, x.Style); err != nil {
			return err
		}
	}
	return nil
}

// coresCaption names the tree and the machine, and tells the sequential time.
func coresCaption(plan *experiment.CoresPlan, outcome *experiment.CoresOutcome, row experiment.Row) []string {
	name, nodes := plan.Formula.Name, cli.Grouped(outcome.Alone[0].Nodes)
	tree := fmt.Sprintf("%s: unsatisfiable, a tree of %s nodes (rule %s)", name, nodes, plan.Rule)
	switch {
	case plan.About != nil:
		return append(append([]string{name + ": " + plan.About.Size(plan.Setups[0])}, coresMachine(plan, outcome, row)...),
			"times are real seconds: a thread computes nothing for as long as the work of a task takes")
	case plan.Formula.Tree != nil || plan.Formula.Program != nil:
		tree = fmt.Sprintf("%s: a tree of %s nodes", name, nodes)
	case outcome.Alone[0].Found:
		tree = fmt.Sprintf("%s: satisfiable; one processor finds its model after %s nodes (rule %s)", name, nodes, plan.Rule)
	}
	return append(append([]string{tree}, coresMachine(plan, outcome, row)...), "times are real seconds")
}

// coresMachine names the machine, and tells the sequential time.
func coresMachine(plan *experiment.CoresPlan, outcome *experiment.CoresOutcome, row experiment.Row) []string {
	return []string{
		fmt.Sprintf("machine %s, %s on %s, %v, start at root, %s", plan.Setups[0].Cost.Name, cli.Counted(row.Physical.Procs(), "processor"),
			cli.Counted(row.Threads, "thread")+plan.Where, row.Physical, experiment.SeedText(row)),
		sequentialText(outcome),
	}
}

// coresLimit is the time that policies strive for.
func coresLimit(outcome *experiment.CoresOutcome, row experiment.Row) string {
	if outcome.Alone[0].Found {
		return "there is no limit, since a run ends at the first model that is found"
	}
	return fmt.Sprintf("the sequential time / threads is %s", cli.SecondsText(outcome.Sequential()/float64(row.Threads)))
}

// sequentialText tells the sequential time, and by how much its runs differ: a large difference means that other programs use this
// computer.
func sequentialText(outcome *experiment.CoresOutcome) string {
	text := fmt.Sprintf("sequential time %s", cli.SecondsText(outcome.Sequential()))
	if n := len(outcome.Alone); n > 1 {
		slowest := slices.MaxFunc(outcome.Alone, func(a, b balance.Result) int { return cmp.Compare(a.Time, b.Time) })
		text += fmt.Sprintf(": the best of %d runs with one processor, which took up to %s", n, cli.SecondsText(slowest.Seconds()))
	}
	return text
}
