// Package calibrate has the subcommand calibrate: a simulated machine from a real run. Package machinefit fits it; here are the flags
// (this file), and what people and programs read (output.go).
package calibrate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/command/internal/setup"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/machinefit"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/settings"
	"transat/cmd/transat/internal/treecache"
)

type flags struct {
	settings.Values
	from       []string
	out, cache string
	machine    string // to judge, instead of a fit; "" for none
	maxNodes   int64
	threads    int
	lenient    bool
	style      report.Style
}

// Command is the subcommand calibrate.
func Command(a *cli.App) *cobra.Command {
	x := flags{Values: settings.New()}
	cmd := &cobra.Command{
		Use:   "calibrate [FILE|SAMPLE] --from=RUN.csv [flags]",
		Short: "Make a simulated machine of a real run on this computer",
		Long: `Make a simulated machine of a run that compare has made on real processors, and show how
well it foretells that run:

    transat compare --machine=workers --format=csv > run.csv
    transat calibrate --from=run.csv -o mine.json
    transat compare --machine=mine.json --grid=1x2

The formula is that of the run; without an argument it is the one that compare takes then,
` + cli.CoresDemo + `. Several runs of the same formula, with 2, 4 and 8 processors, say, make
one machine: --from goes several times. Runs should take some seconds each, on a computer that
is otherwise idle.

The machine is two-level with the times of this computer: a node, how much longer it takes
while more processors are at work, a message, an element, and the latency with which
simulated efficiencies come nearest to the measured ones. Rows with more processors than
threads, and those of policies that sent no work, are left out. The table shows the rows that
the machine was fitted to, so its differences are no test on other runs; --machine=mine.json
with another run is one. Messages between computers stay those of two-level. --from=example
is a run to try it with, of ` + machinefit.ExampleFormula + `. The verdict of a row says whether it is foretold within
3 points, or whether its rounds lie too far apart to tell. transat help machines says more.`,
		Example: `  transat calibrate --from=example -o mine.json 250-1075-3/4
  transat calibrate --from=example --machine=mine.json 250-1075-3/4
  transat compare --machine=mine.json --grid=1x2 250-1075-3/4`,
		Args:              cli.Between(0, 1, "at most one FILE or SAMPLE"),
		ValidArgsFunction: cli.CompleteInput,
		RunE: func(cmd *cobra.Command, args []string) error {
			name := cli.CoresDemo
			if len(args) == 1 {
				name = args[0]
			}
			return run(a, cmd.Context(), name, &x)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringArrayVar(&x.from, "from", nil, "`FILE` with the rows of compare --machine=workers --format=csv, or example; also several times")
	f.StringVarP(&x.out, "output", "o", "", "`FILE.json` to write the machine to, for --machine=FILE.json")
	f.StringVar(&x.machine, "machine", "", "fit nothing, but show how well the machine `FILE.json` foretells the run")
	setup.AddSetting(a, cmd, &x.Values, "rule", "")
	f.IntVarP(&x.threads, "threads", "j", runtime.GOMAXPROCS(0), "simulations at the same time; the machine does not depend on it")
	f.StringVar(&x.cache, "cache", "", "folder `DIR` for search trees, or off (default: TRANSAT_CACHE, or the user's cache folder)")
	f.Int64Var(&x.maxNodes, "max-nodes", cli.DefaultMaxNodes, "give up on a tree with more nodes")
	f.BoolVar(&x.lenient, "lenient", false, "take a file whose number of clauses is not the declared one")
	a.AddStyleFlags(cmd, &x.style)
	return cmd
}

// check looks at the flags.
func (x *flags) check(name string) error {
	switch {
	case len(x.from) == 0:
		return errors.New("want --from=FILE, with the rows of compare --machine=workers --format=csv")
	case x.threads < 1:
		return fmt.Errorf("--threads=%d: want at least 1", x.threads)
	case x.maxNodes < 0:
		return fmt.Errorf("--max-nodes=%d: want a number that is not negative", x.maxNodes)
	case x.out != "" && !strings.HasSuffix(x.out, cli.MachineSuffix):
		return fmt.Errorf("-o %s: want a name that ends in %s, so that --machine takes it for a file", x.out, cli.MachineSuffix)
	case x.machine != "" && x.out != "":
		return fmt.Errorf("--machine=%s -o %s: want one of the two", x.machine, x.out)
	case x.machine != "" && !strings.HasSuffix(x.machine, cli.MachineSuffix):
		return fmt.Errorf("--machine=%s: want a file whose name ends in %s", x.machine, cli.MachineSuffix)
	case x.out != "":
		if err := output.Apart("-o", x.out, append([]string{name}, x.from...)...); err != nil {
			return err
		}
	}
	return x.Check(setup.Front())
}

// run fits a machine, prints how well it does, and writes it.
func run(a *cli.App, ctx context.Context, name string, x *flags) error {
	if err := x.check(name); err != nil {
		return cli.Misuse(err)
	}
	var records []machinefit.Measurement
	for _, file := range x.from {
		more, err := read(file)
		if err != nil {
			return err
		}
		records = append(records, more...)
	}
	var machine compare.Preset
	if x.machine != "" {
		var err error
		if machine, err = cli.ChooseMachine(x.machine); err != nil {
			return err
		}
	}
	formula, err := a.OneFormula(name, x.lenient)
	if err != nil {
		return err
	}
	if x.out != "" {
		if err := output.Try(x.out); err != nil {
			return err
		}
	}
	bar := a.Line.Start("reading " + formula.Name)
	defer bar.Done()
	store := &treecache.Store{Cache: a.Cache(x.cache), Rule: x.Rule.V, MaxNodes: x.maxNodes, Threads: x.threads, Warn: a.Line.Warn}
	work, err := experiment.Load(ctx, formula, store, bar.Set)
	switch {
	case errors.Is(err, treecache.ErrModels):
		return fmt.Errorf("%s: satisfiable: want the formula of the run, whose search visits the whole tree", formula.Name)
	case err != nil:
		return stopped(err)
	}
	given := machinefit.Given{Work: work, Policies: a.Policies, Name: machineName(x.out), Threads: x.threads, Progress: bar.Set}
	var fit *machinefit.Fit
	if x.machine == "" {
		fit, err = machinefit.Of(ctx, records, given)
	} else {
		fit, err = machinefit.Judge(ctx, machine, records, given)
	}
	if unknown := (*balance.UnknownError)(nil); errors.As(err, &unknown) {
		err = cli.UnknownName(err)
	}
	if err != nil {
		return stopped(err)
	}
	bar.Done()
	if err := print(a, x, work, fit); err != nil || x.out == "" {
		return err
	}
	return output.WriteFile(x.out, func(w io.Writer) error { return compare.WriteMachine(w, fit.Machine) })
}

// exampleRun is the name of a run that the program has with it.
const exampleRun = "example"

// read reads a run. A file of the example's name goes before the example.
func read(name string) ([]machinefit.Measurement, error) {
	file, err := os.Open(name)
	if name == exampleRun && errors.Is(err, fs.ErrNotExist) {
		return machinefit.Example(), nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close() // it is only read
	return machinefit.Read(name, file)
}

// machineName is the name of a machine in a file, with letters that a machine may have.
func machineName(file string) string {
	name := strings.TrimSuffix(filepath.Base(file), cli.MachineSuffix)
	if file == "" || compare.CheckMachineName(name) != nil {
		return "mine"
	}
	return name
}

// stopped gives an interruption its exit code.
func stopped(err error) error {
	if errors.Is(err, context.Canceled) {
		return cli.With(cli.Interrupted, errors.New("interrupted before a machine was fitted"))
	}
	return err
}
