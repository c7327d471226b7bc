package main

import (
	"github.com/spf13/cobra"

	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/report"
)

func (a *app) simulateCommand() *cobra.Command {
	var flags experimentFlags
	cmd := &cobra.Command{
		Use:   "simulate FILE|SAMPLE|- [flags]",
		Short: "Simulate one policy on one machine, and show where the time goes",
		Long: `Simulate how a load-balancing policy spreads the search for a formula over the
processors of a machine: one row of the table that compare prints, and where the
processors' time went.

` + inputHelp + `
Of a sample with several formulas, the row is the mean over the unsatisfiable ones.

` + treeHelp,
		Example: `  transat simulate --grid=4x4 php-5-4
  transat simulate --policy=steal --grid=8x8 --start=spread 150-645-3/1`,
		Args:              between(1, 1, "one FILE, SAMPLE or -"),
		ValidArgsFunction: completeTree,
		RunE: func(cmd *cobra.Command, args []string) error {
			plan, outcome, err := a.experiment(cmd.Context(), args[0], &flags)
			if plan == nil {
				return err
			}
			if err := a.printExperiment(args[0], &flags, plan, outcome, err); err != nil {
				return err
			}
			if flags.format == report.CSV || flags.format == report.JSON {
				return nil // the rows have it all
			}
			return a.printWhere(flags.format, outcome.Rows(plan))
		},
	}
	addExperimentFlags(cmd, &flags, []string{"plb"})
	return cmd
}

// printWhere prints where the time of the processors went, one table for each row.
func (a *app) printWhere(format report.Format, rows []experiment.Row) error {
	for _, row := range rows {
		if _, err := a.out.Write([]byte("\n")); err != nil {
			return err
		}
		if err := experiment.TimeTable(row).Write(a.out, format); err != nil {
			return err
		}
	}
	return nil
}
