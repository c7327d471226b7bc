package simulate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"transat/balance/sim"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/report"
)

// The output of simulate and compare.

// printRuns prints the rows of simulated runs, and the reason if some are missing.
func printRuns(a *cli.App, ctx context.Context, name string, x *runFlags, plan *experiment.Plan, outcome *experiment.PlanResult,
	err error,
) error {
	stopped := errors.Is(err, context.Canceled)
	if restless := (*sim.RestlessError)(nil); errors.As(err, &restless) {
		return cli.Misuse(err)
	}
	if err != nil && !stopped {
		return err
	}
	rows := outcome.Rows(plan)
	if len(rows) > 0 {
		experiment.Sort(rows, x.order())
		if err := printRows(a, ctx, name, x, plan, outcome, rows); err != nil {
			return err
		}
	}
	switch {
	case stopped:
		done, all := outcome.Runs()
		return cli.With(cli.Interrupted, fmt.Errorf("interrupted after %d of %d runs", done, all))
	case len(rows) == 0:
		return fmt.Errorf("%s: none of its %d formulas is unsatisfiable", name, len(plan.Formulas))
	}
	return nil
}

// printRows prints the table of results, and below it further tables of the same rows.
func printRows(a *cli.App, ctx context.Context, name string, x *runFlags, plan *experiment.Plan, outcome *experiment.PlanResult,
	rows []experiment.Row,
) (failed error) {
	var best []experiment.Row
	var tuned *report.Table[experiment.TunedRow]
	if x.tune {
		var err error
		best, tuned, err = tune(a, ctx, x, plan, outcome, rows)
		if ctx.Err() != nil {
			defer func() { failed = cmp.Or(failed, cli.With(cli.Interrupted, errors.New("interrupted while tuning"))) }()
		} else if err != nil {
			return err
		}
	}
	main := experiment.ResultTable(name, plan, outcome, rows)
	if x.Style.ForPrograms() {
		main.Rows = slices.Concat(rows, best)
		return main.Write(a.Out, x.Style) // the rows have it all
	}
	tables := []func() error{func() error { return main.Write(a.Out, x.Style) }}
	if len(rows[0].Times) > 1 {
		tables = append(tables, func() error { return experiment.SpreadTable(rows).Write(a.Out, x.Style) })
	}
	if x.together {
		tables = append(tables, func() error { return experiment.LostTable(rows).Write(a.Out, x.Style) })
	} else {
		for _, row := range rows {
			tables = append(tables, func() error { return experiment.TimeTable(row).Write(a.Out, x.Style) })
		}
	}
	if tuned != nil {
		tables = append(tables, func() error { return tuned.Write(a.Out, x.Style) })
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
