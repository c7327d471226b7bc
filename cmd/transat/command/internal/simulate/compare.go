package simulate

import (
	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
)

// CompareCommand returns the subcommand compare.
func CompareCommand(a *cli.App) *cobra.Command {
	flags := runFlags{together: true}
	cmd := &cobra.Command{
		Use:   "compare [FILE|SAMPLE|-] [flags]",
		Short: "Compare load-balancing policies on a simulated machine, or on real cores",
		Long: `Compare load-balancing policies: each of them spreads the search for a formula over
the processors of a simulated machine, and a table shows how well. Without an
argument the formula is the first unsatisfiable one of the sample 350-1505-3.

` + coresHelp + `

` + workersHelp + `

` + cli.InputHelp + `
Of a sample with several formulas, the rows are means over the unsatisfiable ones, and
another table compares the policies formula by formula. With --seeds, it does so seed by
seed: some policies draw random numbers, and small differences grow.

--policy=all takes every policy that is defined on the machine and on --topology, or
else on the topology it prefers; on a large machine this takes minutes. Next to none and
ideal, a column NRT tells how far between the two a policy lies.

All policies have the same load estimate, the same grain and the same start; the sentence
below the table says so, and who wins. --as-published gives each what its paper gives it.

--timeline=FILE records a file for each policy; transat simulate --help=all says how.

` + watchHelp + `

` + pageHelp + `

` + cli.TreeHelp + `

The search tree is recorded once and kept (--cache); the first run of a formula
takes longer than the next. One seed gives one output, on any number of threads.
Ctrl-C prints what is finished, with exit code 130.`,
		Example: `  transat compare --grid=8x8 200-860-3/1
  transat compare --grid=8x8 --seeds=5 --policy=adaptive,steal,steal-half uts-t1/6
  transat compare --grid=8x8 --policy=plb,steal,plb:gamma=0.8 --format=csv 150-645-3/1`,
		Args:              cli.Between(0, 1, "at most one FILE, SAMPLE or -"),
		ValidArgsFunction: a.CompleteTree,
		RunE: func(cmd *cobra.Command, args []string) error {
			name := demo()
			if cli.Real(flags.Machine.V) {
				name = cli.CoresDemo
			}
			if len(args) == 1 {
				name = args[0]
			}
			if cli.Real(flags.Machine.V) {
				return compareOnCores(a, cmd.Context(), name, &flags)
			}
			flags.line = cli.CommandLine(cmd, args)
			plan, outcome, err := runPolicies(a, cmd.Context(), name, &flags)
			if plan == nil {
				return err
			}
			return printRuns(a, cmd.Context(), name, &flags, plan, outcome, err)
		},
	}
	addRunFlags(a, cmd, &flags, []string{"adaptive", "steal", "plb", "lade", "liquid-c5", "none"})
	cmd.Flags().BoolVar(
		&flags.tune, "tune", false,
		"show each policy with the load estimate, grain, periods and network that are best on two other trees, too")
	addWatchFlag(cmd, &flags)
	return cmd
}
