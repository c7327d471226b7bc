package command

import (
	"os"
	"slices"
	"strings"

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

// subcommand makes a subcommand on demand.
type subcommand struct {
	name string
	make func(a *cli.App, root *cobra.Command) *cobra.Command
}

// addTo makes the command, below a root.
func (s subcommand) addTo(root *cobra.Command, a *cli.App) {
	cmd := s.make(a, root)
	cmd.DisableFlagsInUseLine = true
	root.AddCommand(cmd)
}

// allSubcommands returns them in the order of the help.
func allSubcommands() []subcommand {
	alone := func(make func(*cli.App) *cobra.Command) func(*cli.App, *cobra.Command) *cobra.Command {
		return func(a *cli.App, _ *cobra.Command) *cobra.Command { return make(a) }
	}
	return []subcommand{
		{"solve", alone(solve.Command)},
		{"worker", alone(cluster.WorkerCommand)},
		{"cluster", alone(cluster.Command)},
		{"estimate", alone(estimate.Command)},
		{"check", alone(check.Command)},
		{"generate", alone(generateCommand)},
		{"simulate", alone(simulate.Command)},
		{"compare", alone(simulate.CompareCommand)},
		{"explain", alone(explain.Command)},
		{"sweep", alone(sweep.Command)},
		{"walk", alone(walk.Command)},
		{"reproduce", alone(reproduceCommand)},
		{"atlas", alone(atlas.Command)},
		{"advise", alone(atlas.AdviseCommand)},
		{"rounds", alone(rounds.Command)},
		{"partition", alone(partition.Command)},
		{"serve", alone(page.ServeCommand)},
		{"page", alone(page.Command)},
		{"list", alone(listCommand)},
		{"policy", alone(policyCommand)},
		{"exercise", alone(exerciseCommand)},
		{"completion", completionCommand},
		{"docs", docsCommand},
	}
}

// commandFor returns the root command with only the subcommands that a command line needs: making all of them takes as long as
// solving a small formula.
func commandFor(a *cli.App, args []string) *cobra.Command {
	if len(args) == 0 {
		return rootCommand(a)
	}
	root := bareRoot(a)
	for _, s := range allSubcommands() {
		if s.name == args[0] && s.name != "completion" && s.name != "docs" { // which are about all of them
			s.addTo(root, a)
			return root
		}
	}
	if isVersion(args) {
		return root
	}
	return rootCommand(a)
}

// isFormula reports whether a command line begins with a file, or with -, where a command is expected: then it is solved, as most SAT
// solvers would. A command goes before a file of its name.
func isFormula(args []string) bool {
	if len(args) == 0 || args[0] == "-" {
		return len(args) > 0
	}
	known := func(s subcommand) bool { return s.name == args[0] }
	if args[0] == "help" || strings.HasPrefix(args[0], "-") || slices.ContainsFunc(allSubcommands(), known) {
		return false
	}
	info, err := os.Stat(args[0])
	return err == nil && !info.IsDir()
}

// isVersion reports whether a command line asks for nothing but the version.
func isVersion(args []string) bool { return len(args) == 1 && args[0] == "--version" }

// rootCommand returns the root command with all subcommands.
func rootCommand(a *cli.App) *cobra.Command {
	root := bareRoot(a)
	root.Version = version()
	root.SetVersionTemplate("{{.Version}}")
	for _, s := range allSubcommands() {
		s.addTo(root, a)
	}
	root.SetHelpCommand(helpCommand(a, root))
	return root
}

func bareRoot(a *cli.App) *cobra.Command {
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
	root.Flags().Bool("version", false, "print version, commit, date, Go version and platform")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { printHelp(cmd.OutOrStdout(), cmd, a.Screen) })
	root.SetHelpCommand(&cobra.Command{Hidden: true})
	root.DisableFlagsInUseLine = true
	return root
}
