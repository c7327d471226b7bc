package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/balance/foreign"
	"transat/balance/script"
	"transat/balance/search"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/terminal"
)

// Program is a search that a user starts.
type Program[E any] struct {
	Name  string // of the program
	Args  string // its arguments, for its help, such as "GRAPH"; "" is none
	Short string // what it does, in a line
	Mode  search.Mode
	Fold  search.FoldingOf[E] // what [search.ModeFold] adds up: a [search.Folding]
	// Problem makes the problem of the arguments: as many as there are words in Args.
	Problem func(args []string) (search.Problem[E], error)
	// Print returns a solution as text; nil prints it as %v does.
	Print func(e E) string
}

// Main runs the program with the arguments args, without its name, and returns its exit code: 0 if the search has come to its end, 130 if
// Ctrl-C or --time-limit has ended it before, as a worker too, 1 after an error, and 64 after wrong usage.
func Main[E any](p Program[E], args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(ctx, p, args, stdout, stderr)
}

// job is a program under way.
type job[E any] struct {
	Program[E]
	flags
	problem search.Problem[E]
	args    []string
	out     io.Writer
	line    *terminal.Line // stderr
}

func run[E any](ctx context.Context, p Program[E], args []string, stdout, stderr io.Writer) int {
	line := terminal.NewLine(stderr)
	j := &job[E]{Program: p, out: line.Above(stdout), line: line}
	cmd := j.command()
	cmd.SetArgs(args)
	cmd.SetOut(j.out)
	cmd.SetErr(stderr)
	err := cmd.ExecuteContext(ctx)
	var code cli.Code
	if err != nil && !errors.As(err, &code) {
		line.Say(p.Name + ": " + foreign.Text(strings.TrimPrefix(err.Error(), p.Name+": ")))
	}
	return int(cli.Of(err))
}

// command is the command line.
func (j *job[E]) command() *cobra.Command {
	words := strings.Fields(j.Args)
	cmd := &cobra.Command{
		Use: strings.TrimSpace(j.Name + " " + j.Args), Short: j.Short, Long: j.Short + "." + help,
		Args: cli.Between(len(words), len(words), strings.Join(words, " ")), SilenceErrors: true, SilenceUsage: true,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err := j.checkFlags(cmd); err != nil {
				return err
			}
			j.args = args
			if j.problem, err = j.Problem(args); err != nil {
				return cli.Misuse(err)
			}
			ctx := cmd.Context()
			if j.timeLimit > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, time.Duration(j.timeLimit))
				defer cancel()
			}
			switch {
			case j.join != "":
				return j.work(ctx)
			case j.cluster != "":
				return j.lead(ctx)
			case j.sample:
				return j.check(ctx)
			case j.record != "":
				return j.keep(ctx)
			default:
				return j.local(ctx)
			}
		},
	}
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return cli.Misuse(err) })
	cmd.SetUsageFunc(usage)
	cmd.CompletionOptions.DisableDefaultCmd = true
	j.addFlags(cmd)
	return cmd
}

// helpColumns is the width of the help: that of most terminals.
const helpColumns = 80

// usage prints how to call the program.
func usage(cmd *cobra.Command) error {
	out := cmd.OutOrStderr()
	_, err := fmt.Fprintf(out, "Usage:\n  %s\n\nFlags:\n%s", cmd.UseLine(), cmd.LocalFlags().FlagUsagesWrapped(helpColumns))
	return err
}

// policies are those to choose from, with scripts.
func (j *job[E]) policies() balance.Registry {
	return balance.Builtin().WithFiles(cli.PolicySuffix, func(path string) (balance.Spec, error) { return script.Open(path, j.line.Say) })
}
