package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/balance/foreign"
	"transat/balance/script"
	"transat/balance/search"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/terminal"
	"transat/solver"
)

// Program is a search that a user starts.
type Program[E any] struct {
	Name  string // of the program
	Args  string // its arguments, for its help, such as "GRAPH"; "" is none
	Short string // what it does, in a line
	Mode  search.Mode
	// Problem makes the problem of the arguments: as many as there are words in Args.
	Problem func(args []string) (search.Problem[E], error)
	// Print returns a solution as text; nil prints it as %v does.
	Print func(e E) string
}

// flags are what the user says.
type flags struct {
	threads         int
	policy, load    string
	seed            uint64
	ordered, quiet  bool
	checkpoint      string
	checkpointEvery time.Duration
	timeLimit       cli.Seconds

	cluster, listen, resume, join, run string
	lease                              time.Duration
	access                             cluster.Access
}

// here is --cluster without a value.
const here = "here"

// Main runs the program with the arguments args, without its name, and returns its exit code: 0 if the search has come to its end, 130 if
// Ctrl-C or --time-limit has ended it before, 1 after an error, and 64 after wrong usage.
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
			if err := j.check(cmd); err != nil {
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

const help = `

On the cores of this computer it can have a policy, an order and a checkpoint.
--cluster leads a search on all computers that join, and prints the line with
which they do; --join joins one.`

func (j *job[E]) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.IntVarP(&j.threads, "threads", "j", runtime.GOMAXPROCS(0), "cores to search with")
	f.StringVar(&j.policy, "policy", "",
		"policy by which the cores share the search, with parameters, or a `FILE.star` (default "+search.DefaultPolicy+")")
	f.StringVar(&j.load, "load", "", "load `ESTIMATE` that the policy sees (default: its own)")
	f.Uint64Var(&j.seed, "seed", 0, "seed of all random choices")
	f.BoolVar(&j.ordered, "ordered", false, "the same solution as with one core")
	f.StringVar(&j.checkpoint, "checkpoint", "", "`FILE` to which the search is written, and from which it goes on")
	f.DurationVar(&j.checkpointEvery, "checkpoint-every", 10*time.Second,
		"time between two checkpoints, or two records of a piece with --cluster")
	f.Var(&j.timeLimit, "time-limit", "end after this time (0: none)")
	f.BoolVarP(&j.quiet, "quiet", "q", false, "show no progress")
	f.StringVar(&j.cluster, "cluster", "",
		"search on all computers that join: with a server in this program, or with the NATS server at =`URL`")
	f.Lookup("cluster").NoOptDefVal = here
	f.StringVar(&j.listen, "listen", ":0", "`HOST:PORT` of the server of --cluster (port 0: any that is free)")
	f.DurationVar(&j.lease, "lease", 10*time.Second, "with --cluster, a worker that is not heard of for so long loses its pieces")
	f.StringVar(&j.resume, "resume", "", "with --cluster, the `RUN` to go on with")
	f.StringVar(&j.join, "join", "", "lend the cores to the search that another computer leads: `URL` of its server")
	f.StringVar(&j.run, "run", "", "with --join, the `RUN` to join, if the server has several")
	cli.AddAccessFlags(cmd, &j.access)
}

// localFlags are those of a search on this computer alone, and ledFlags those of one who leads.
func localFlags() []string { return []string{"ordered", "checkpoint", "load", "seed"} }
func ledFlags() []string   { return []string{"listen", "lease", "resume"} }

// check looks at the flags.
func (j *job[E]) check(cmd *cobra.Command) error {
	refuse := func(names []string, why string) error {
		for _, name := range names {
			if cmd.Flags().Changed(name) {
				return cli.Misuse(fmt.Errorf("--%s %s", name, why))
			}
		}
		return nil
	}
	switch {
	case j.threads < 1 || j.threads > solver.MaxThreads:
		return cli.Misuse(fmt.Errorf("-j %d: want 1 to %d cores", j.threads, solver.MaxThreads))
	case j.join != "" && j.cluster != "":
		return cli.Misuse(errors.New("--join and --cluster do not go together: one program leads, and the others join"))
	case j.checkpointEvery <= 0:
		return cli.Misuse(fmt.Errorf("--checkpoint-every=%v: want a time such as 10s", j.checkpointEvery))
	case j.cluster != "" && j.lease < leastLease:
		return cli.Misuse(fmt.Errorf("--lease=%v: want at least %v", j.lease, leastLease))
	case j.join == "" && j.cluster == "":
		return refuse(append(append(ledFlags(), "run"), cli.AccessFlags()...), "is for --cluster or --join")
	}
	if err := refuse(localFlags(), "does not go with --cluster and --join"); err != nil {
		return err
	}
	if j.join != "" {
		if err := refuse(append(ledFlags(), "policy"), "is for --cluster: who leads says it"); err != nil {
			return err
		}
	}
	if !strings.Contains(j.join+j.cluster, "://") && j.cluster != here {
		return cli.Misuse(fmt.Errorf("%q is no URL of a server: want one such as nats://HOST:4222", j.join+j.cluster))
	}
	return cli.FindToken(&j.access)
}

const leastLease = 100 * time.Millisecond

// policies are those to choose from, with scripts.
func (j *job[E]) policies() balance.Registry {
	return balance.Builtin().WithFiles(cli.PolicySuffix, func(path string) (balance.Spec, error) { return script.Open(path, j.line.Say) })
}

// text returns a solution as text.
func (j *job[E]) text(e E) string {
	if j.Print != nil {
		return j.Print(e)
	}
	return fmt.Sprintf("%v", e)
}

// answer is what a search has come to.
type answer[E any] struct {
	found            bool
	node             E
	value, solutions int64
	nodes, pruned    int64
	whole            bool // nothing is left
}

// print prints an answer, and says why the search has ended.
func (j *job[E]) print(a answer[E]) error {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	switch {
	case j.Mode == search.ModeCount:
		add("solutions %d", a.solutions)
	case j.Mode == search.ModeMaximise && a.found:
		add("value %d", a.value)
		fallthrough
	case a.found:
		add("solution %s", j.text(a.node))
	case a.whole:
		add("no solution")
	}
	add("nodes %d", a.nodes)
	if a.pruned > 0 {
		add("pruned %d", a.pruned)
	}
	if !a.whole {
		add("not the whole tree")
	}
	if _, err := fmt.Fprintln(j.out, strings.Join(lines, "\n")); err != nil {
		return err
	}
	if !a.whole {
		return cli.Interrupted
	}
	return nil
}
