package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"transat/cmd/transat/internal/exit"
)

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "transat COMMAND",
		Short: "Parallel SAT solving as a laboratory for load balancing",
		Long: `Transat solves propositional formulas by Davis-Putnam search, and shows how
load-balancing policies spread such a search over the processors of a machine.

Results go to stdout, progress and errors to stderr. Exit codes: 0 done,
1 an error, 2 wrong usage, 130 interrupted by Ctrl-C; solve has its own.`,
		Example: `  transat compare --grid=4x4 php-5-4
  transat list policies`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		Args:              cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return exit.Misuse(unknownCommand(cmd, args[0]))
			}
			printHelp(cmd.ErrOrStderr(), cmd)
			return exit.Usage
		},
	}
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { printHelp(cmd.OutOrStdout(), cmd) })
	root.AddCommand(
		a.solveCommand(),
		a.estimateCommand(),
		a.checkCommand(),
		a.generateCommand(),
		a.simulateCommand(),
		a.compareCommand(),
		a.sweepCommand(),
		a.reproduceCommand(),
		a.calibrateCommand(),
		a.labCommand(),
		a.partitionCommand(),
		a.listCommand(),
		a.completionCommand(root),
	)
	root.SetHelpCommand(helpCommand(root))
	for _, cmd := range root.Commands() {
		cmd.DisableFlagsInUseLine = true
	}
	root.DisableFlagsInUseLine = true
	return root
}

func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Print the help of a command",
		Example: `  transat help
  transat help compare`,
		Args: between(0, 1, "at most one COMMAND"),
		RunE: func(cmd *cobra.Command, args []string) error {
			about := root
			if len(args) == 1 {
				found, rest, err := root.Find(args)
				if err != nil || len(rest) > 0 {
					return exit.Misuse(unknownCommand(root, args[0]))
				}
				about = found
			}
			printHelp(cmd.OutOrStdout(), about)
			return nil
		},
	}
}

// printHelp prints what a command does, how to call it, its commands and flags, and examples last,
// where they are on the screen when the text has scrolled by.
func printHelp(w io.Writer, cmd *cobra.Command) {
	about := cmd.Long
	if about == "" {
		about = cmd.Short + "."
	}
	fmt.Fprintf(w, "%s\n\nUsage:\n  %s\n", about, cmd.UseLine())
	if cmd.HasAvailableSubCommands() {
		fmt.Fprint(w, "\nCommands:\n")
		for _, c := range cmd.Commands() {
			fmt.Fprintf(w, "  %-12s %s\n", c.Name(), c.Short)
		}
	}
	if cmd.HasAvailableFlags() {
		fmt.Fprintf(w, "\nFlags:\n%s\n", strings.TrimRight(cmd.Flags().FlagUsagesWrapped(helpWidth), "\n"))
	}
	fmt.Fprintf(w, "\nExamples:\n%s\n", cmd.Example)
}
