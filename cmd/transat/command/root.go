package command

import (
	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/atlas"
	"transat/cmd/transat/command/internal/check"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/command/internal/cluster"
	"transat/cmd/transat/command/internal/estimate"
	"transat/cmd/transat/command/internal/explain"
	"transat/cmd/transat/command/internal/page"
	"transat/cmd/transat/command/internal/partition"
	"transat/cmd/transat/command/internal/rounds"
	"transat/cmd/transat/command/internal/simulate"
	"transat/cmd/transat/command/internal/solve"
	"transat/cmd/transat/command/internal/sweep"
	"transat/cmd/transat/command/internal/walk"
	"transat/cmd/transat/internal/terminal"
)

func rootCommand(a *cli.App) *cobra.Command {
	root := &cobra.Command{
		Use:   "transat COMMAND",
		Short: "Parallel SAT solving as a laboratory for load balancing",
		Long: `Transat solves propositional formulas by Davis-Putnam search, and shows how
load-balancing policies spread such a search over the processors of a machine.

Results go to stdout, progress and errors to stderr. Exit codes: 0 done,
1 an error, 64 wrong usage, 130 interrupted by Ctrl-C; solve has its own.`,
		Example: `  transat compare --grid=4x4 php-5-4
  transat list policies`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		Args:              cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.Misuse(unknownCommand(cmd, args[0]))
			}
			printHelp(cmd.ErrOrStderr(), cmd, terminal.Of(cmd.ErrOrStderr()))
			return cli.Usage
		},
	}
	root.Version = version()
	root.SetVersionTemplate("{{.Version}}")
	root.Flags().Bool("version", false, "print version, commit, date, Go version and platform")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { printHelp(cmd.OutOrStdout(), cmd, a.Screen) })
	root.AddCommand(
		solve.Command(a),
		cluster.WorkerCommand(a),
		cluster.Command(a),
		estimate.Command(a),
		check.Command(a),
		generateCommand(a),
		simulate.Command(a),
		simulate.CompareCommand(a),
		explain.Command(a),
		sweep.Command(a),
		walk.Command(a),
		reproduceCommand(a),
		atlas.Command(a),
		atlas.AdviseCommand(a),
		rounds.Command(a),
		partition.Command(a),
		page.ServeCommand(a),
		page.Command(a),
		listCommand(a),
		policyCommand(a),
		exerciseCommand(a),
		completionCommand(a, root),
		docsCommand(a, root),
	)
	root.SetHelpCommand(helpCommand(a, root))
	for _, cmd := range root.Commands() {
		cmd.DisableFlagsInUseLine = true
	}
	root.DisableFlagsInUseLine = true
	return root
}
