package command

import (
	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/app"
)

func simulateCommand(a *app.App) *cobra.Command {
	var flags runFlags
	cmd := &cobra.Command{
		Use:   "simulate FILE|SAMPLE|- [flags]",
		Short: "Simulate one policy on one machine, and show where the time goes",
		Long: `Simulate how a load-balancing policy spreads the search for a formula over the
processors of a machine: one row of the table that compare prints, and where the
processors' time went.

` + app.InputHelp + `
Of a sample with several formulas, the row is the mean over the unsatisfiable ones.

` + app.TreeHelp + `

` + coresHelp + `

` + timelineHelp,
		Example: `  transat simulate --grid=4x4 php-5-4
  transat simulate --policy=steal --grid=8x8 --timeline=steal.svg 150-645-3/1`,
		Args:              app.Between(1, 1, "one FILE, SAMPLE or -"),
		ValidArgsFunction: app.CompleteTree,
		RunE: func(cmd *cobra.Command, args []string) error {
			if flags.machine == app.CoresMachine {
				return compareOnCores(a, cmd.Context(), args[0], &flags)
			}
			plan, outcome, err := runPolicies(a, cmd.Context(), args[0], &flags)
			if plan == nil {
				return err
			}
			return printRuns(a, args[0], &flags, plan, outcome, err)
		},
	}
	addRunFlags(a, cmd, &flags, []string{"plb"})
	return cmd
}
