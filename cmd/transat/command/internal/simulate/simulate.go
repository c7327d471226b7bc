// Package simulate holds the subcommands simulate and compare. Both run policies on one machine and one tree; simulate tells
// more of one policy, compare sets several side by side.
//
// Package setup turns the flags into setups, one for each policy, and into a plan of setups and trees. plan.go runs the plan,
// and output.go prints the rows of its outcome. cores.go and cores_output.go do so for runs on the cores of this computer,
// workers.go for runs in several processes.
package simulate

import (
	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
)

// Command returns the subcommand.
func Command(a *cli.App) *cobra.Command {
	var flags runFlags
	cmd := &cobra.Command{
		Use:   "simulate FILE|SAMPLE|- [flags]",
		Short: "Simulate one policy on one machine, and show where the time goes",
		Long: `Simulate how a load-balancing policy spreads the search for a formula over the
processors of a machine: one row of the table that compare prints, and where the
processors' time went.

` + cli.InputHelp + `
Of a sample with several formulas, the row is the mean over the unsatisfiable ones.

` + cli.TreeHelp + `

` + coresHelp + `

` + workersHelp + `

` + timelineHelp + `

` + pageHelp,
		Example: `  transat simulate --grid=8x8 --policy=steal 200-860-3/1
  transat simulate --machine=cluster --grid=8x8 --policy=adaptive uts-t1/6
  transat simulate --policy=steal --grid=8x8 --timeline=steal.svg 150-645-3/1`,
		Args:              cli.Between(1, 1, "one FILE, SAMPLE or -"),
		ValidArgsFunction: a.CompleteTree,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cli.Real(flags.Machine.V) {
				return compareOnCores(a, cmd.Context(), args[0], &flags)
			}
			flags.line = cli.CommandLine(cmd, args)
			plan, outcome, err := runPolicies(a, cmd.Context(), args[0], &flags)
			if plan == nil {
				return err
			}
			return printRuns(a, cmd.Context(), args[0], &flags, plan, outcome, err)
		},
	}
	addRunFlags(a, cmd, &flags, []string{"plb"})
	return cmd
}
