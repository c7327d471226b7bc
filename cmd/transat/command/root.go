package command

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/atlas"
	"transat/cmd/transat/command/internal/calibrate"
	"transat/cmd/transat/command/internal/check"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/command/internal/cluster"
	"transat/cmd/transat/command/internal/estimate"
	"transat/cmd/transat/command/internal/explain"
	"transat/cmd/transat/command/internal/page"
	"transat/cmd/transat/command/internal/partition"
	"transat/cmd/transat/command/internal/phases"
	"transat/cmd/transat/command/internal/record"
	"transat/cmd/transat/command/internal/rounds"
	"transat/cmd/transat/command/internal/score"
	"transat/cmd/transat/command/internal/simulate"
	"transat/cmd/transat/command/internal/solve"
	"transat/cmd/transat/command/internal/sweep"
	"transat/cmd/transat/command/internal/walk"
	"transat/cmd/transat/internal/terminal"
)

// subcommand makes a subcommand on demand.
type subcommand struct {
	group string // of help: its title
	name  string
	make  func(a *cli.App, root *cobra.Command) *cobra.Command
	flags string // those that its help shows first, where it has many
}

// The groups of commands.
const (
	groupSolve   = "Solve"
	groupBalance = "Balance"
	groupTeach   = "Teach"
	groupPapers  = "Papers"
	groupUpkeep  = "Upkeep"
)

// groups are the groups of commands in the order of the help.
func groups() []string {
	return []string{groupSolve, groupBalance, groupTeach, groupPapers, groupUpkeep}
}

// addTo makes the command, below a root.
func (s subcommand) addTo(root *cobra.Command, a *cli.App) {
	cmd := s.make(a, root)
	cmd.DisableFlagsInUseLine = true
	cmd.GroupID = s.group
	for name := range strings.FieldsSeq(s.flags) {
		showFirst(cmd, name)
	}
	root.AddCommand(cmd)
}

// allSubcommands returns them in the order of the help.
func allSubcommands() []subcommand {
	alone := func(make func(*cli.App) *cobra.Command) func(*cli.App, *cobra.Command) *cobra.Command {
		return func(a *cli.App, _ *cobra.Command) *cobra.Command { return make(a) }
	}
	const simulated = "policy grid topology machine seeds format " // flags of all that simulate
	return []subcommand{
		{groupSolve, "solve", alone(solve.Command), "threads time-limit max-memory engine proof verify models cluster format stats quiet"},
		{groupSolve, "estimate", alone(estimate.Command), "engine splitter rule time-limit max-nodes max-conflicts seed confidence format"},
		{groupSolve, "check", alone(check.Command), ""},
		{groupSolve, "generate", alone(generateCommand), ""},
		{groupSolve, "worker", alone(cluster.WorkerCommand), "join threads processors run max-memory stay patience token-file fingerprint"},
		{groupSolve, "cluster", alone(cluster.Command), ""},
		{groupBalance, "compare", alone(simulate.CompareCommand), simulated + "as-published sort watch page"},
		{groupBalance, "advise", alone(atlas.AdviseCommand), ""},
		{groupBalance, "explain", alone(explain.Command), simulated + "as-published quick deep"},
		{groupBalance, "simulate", alone(simulate.Command), simulated + "as-published timeline picture page"},
		{
			groupBalance, "sweep", alone(sweep.Command),
			"policy from to grids topology machine as-published isoefficiency plot format",
		},
		{groupBalance, "rounds", alone(rounds.Command), ""},
		{groupBalance, "partition", alone(partition.Command), "parts method mu from seed out picture format"},
		{groupBalance, "phases", alone(phases.Command), "policy topology machine balance each statistics save seed format"},
		{groupBalance, "policy", alone(policyCommand), ""},
		{groupBalance, "score", alone(score.Command), ""},
		{groupBalance, "record", alone(record.Command), ""},
		{groupBalance, "calibrate", alone(calibrate.Command), ""},
		{groupTeach, "serve", alone(page.ServeCommand), ""},
		{groupTeach, "page", alone(page.Command), ""},
		{groupTeach, "walk", alone(walk.Command), "policy grid out topology load machine start seed rule"},
		{groupTeach, "exercise", alone(exerciseCommand), ""},
		{groupPapers, "reproduce", alone(reproduceCommand), ""},
		{groupPapers, "atlas", alone(atlas.Command), ""},
		{groupUpkeep, "list", alone(listCommand), ""},
		{groupUpkeep, "completion", completionCommand, ""},
		{groupUpkeep, "docs", docsCommand, ""},
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

// isFormula reports whether a command line begins with a file, with a name that only a file or a sample has, or with -, where a command
// is expected: then it is solved, as most SAT solvers would. A command goes before a file of its name.
func isFormula(args []string) bool {
	if len(args) == 0 || args[0] == "-" {
		return len(args) > 0
	}
	known := func(s subcommand) bool { return s.name == args[0] }
	if args[0] == "help" || strings.HasPrefix(args[0], "-") || slices.ContainsFunc(allSubcommands(), known) {
		return false
	}
	if strings.ContainsAny(args[0], "/.") {
		return true // and if it is missing, solve says so
	}
	info, err := os.Stat(args[0])
	return err == nil && !info.IsDir()
}

// isVersion reports whether a command line asks for nothing but the version.
func isVersion(args []string) bool { return len(args) == 1 && args[0] == "--version" }

// rootCommand returns the root command with all subcommands.
func rootCommand(a *cli.App) *cobra.Command {
	root := bareRoot(a)
	for _, s := range allSubcommands() {
		s.addTo(root, a)
	}
	help := helpCommand(a, root)
	help.GroupID, help.DisableFlagsInUseLine = groupUpkeep, true
	root.SetHelpCommand(help)
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
		Example: `  transat compare --grid=8x8 200-860-3/1
  transat solve --stats 200-860-3/1
  transat serve`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		Args:              cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if asked, err := cmd.Flags().GetBool("version"); err != nil || asked {
				fmt.Fprint(cmd.OutOrStdout(), version())
				return err
			}
			if len(args) > 0 {
				return cli.Misuse(unknownCommand(cmd, args[0]))
			}
			printHelp(cmd.ErrOrStderr(), cmd, terminal.Of(cmd.ErrOrStderr()), false)
			return cli.Usage
		},
	}
	root.Flags().Bool("version", false, "print version, commit, date, Go version and platform")
	root.SetFlagErrorFunc(flagError)
	var help helpFlag
	root.PersistentFlags().VarPF(&help, "help", "h", "help; --help=all has all flags").NoOptDefVal = "true"
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { printHelp(cmd.OutOrStdout(), cmd, a.Screen, help == helpAll) })
	root.SetHelpCommand(&cobra.Command{Hidden: true})
	for _, group := range groups() {
		root.AddGroup(&cobra.Group{ID: group, Title: group})
	}
	root.DisableFlagsInUseLine = true
	return root
}
