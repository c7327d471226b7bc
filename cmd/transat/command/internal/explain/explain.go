// Package explain is the subcommand explain: why one policy beats another, in words. What is said is worked out in
// cmd/transat/internal/explain; here are the flags (this file), and the pages that people and programs read (output.go).
package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/command/internal/setup"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/explain"
	"transat/cmd/transat/internal/input"
)

// flags are the flags of explain.
type flags struct {
	setup.Flags
	seeds       int
	quick, deep bool
}

// defaultTree is what explain takes if it is given no tree.
const defaultTree = "250-1075-3/4"

const maxSeeds = 1000

// Command returns the subcommand.
func Command(a *cli.App) *cobra.Command {
	var x flags
	cmd := &cobra.Command{
		Use:   "explain [FILE|SAMPLE|-] [flags]",
		Short: "Explain why one load-balancing policy beats another",
		Long: `Explain why one load-balancing policy beats another on a simulated machine, in words
with their numbers. Without an argument the formula is ` + defaultTree + `.

First, the difference of the two times is split into what processors do: expanding
nodes, handling lists and messages, waiting for the first element, between elements, and
after the last. Each part that matters has its reason, which counts and experiments
bear out; where none does, that is said.

Then topology, load estimate, grain, place of received elements and start are made equal,
one by one and in both directions, which tells the rules from the settings they bring.

Last, both run on parts of the tree and on smaller machines: where does the order turn?

Of several policies, the first is compared with each of the others. A difference that is
smaller than what the seeds make of it is called a tie. --quick leaves out one of the two
directions and the other machines; --deep takes the mean over all orders in which
settings can be made equal, and larger machines. transat help explain says how to read it.

` + cli.InputHelp + `

` + cli.TreeHelp,
		Example: `  transat explain 200-860-3/1 --grid=16x16 --policy=steal,lade --quick
  transat explain php-5-4 --grid=4x4 --policy=plb,lade
  transat explain 150-645-3/1 --grid=8x8 --policy=steal,lade --quick`,
		Args:              cli.Between(0, 1, "at most one FILE, SAMPLE or -"),
		ValidArgsFunction: a.CompleteTree,
		RunE: func(cmd *cobra.Command, args []string) error {
			name := defaultTree
			if len(args) == 1 {
				name = args[0]
			}
			return run(a, cmd.Context(), name, &x)
		},
	}
	setup.AddAll(a, cmd, &x.Flags, []string{"plb", "lade"})
	f := cmd.Flags()
	f.IntVar(&x.seeds, "seeds", 3, "simulate with so `MANY` seeds, from --seed on")
	f.BoolVar(&x.quick, "quick", false, "one direction of equal settings, and neither other trees nor machines")
	f.BoolVar(&x.deep, "deep", false, "all orders of the settings, and larger machines: some minutes")
	return cmd
}

// check looks at the flags that only explain has.
func (x *flags) check() error {
	for i, name := range x.Policies {
		x.Policies[i] = strings.TrimSpace(name)
	}
	switch {
	case x.quick && x.deep:
		return cli.Misuse(errors.New("--quick --deep: want one of the two"))
	case x.seeds < 1 || x.seeds > maxSeeds:
		return cli.Misuse(fmt.Errorf("--seeds=%d: want 1 to %d", x.seeds, maxSeeds))
	case slices.Contains(x.Policies, "all"):
		return cli.Misuse(errors.New("--policy=all: want some by name; the first is compared with each of the others"))
	case len(x.Policies) < 2:
		return cli.Misuse(fmt.Errorf("--policy=%s: want at least two policies, such as plb,lade", strings.Join(x.Policies, ",")))
	case cli.Real(x.Machine.V):
		return cli.Misuse(fmt.Errorf("--machine=%s: explain only simulates", x.Machine.V))
	}
	return x.CheckSize()
}

func (x *flags) depth() explain.Depth {
	switch {
	case x.quick:
		return explain.Quick
	case x.deep:
		return explain.Deep
	}
	return explain.Usual
}

// run explains, and prints what came out.
func run(a *cli.App, ctx context.Context, name string, x *flags) error {
	if err := x.check(); err != nil {
		return err
	}
	setups, err := input.Await(ctx, func() ([]experiment.Setup, error) { return x.Setups(a.Line.Warn) })
	if err != nil {
		return err
	}
	for i, s := range setups {
		switch {
		case s.Lockstep != nil:
			return cli.Misuse(fmt.Errorf("--machine=%s: %w", x.Machine.V, explain.ErrMachine))
		case s.Policy.Spec.Bound:
			return cli.Misuse(fmt.Errorf("--policy: %s is a bound for all policies, and none that could be explained", s.Policy))
		case slices.ContainsFunc(setups[:i], func(o experiment.Setup) bool { return o.Policy.String() == s.Policy.String() }):
			return cli.Misuse(fmt.Errorf("--policy: %s is given twice", s.Policy))
		}
	}
	plan, err := x.Plan(a, name, setups)
	if err != nil {
		return err
	}
	if len(plan.Formulas) > 1 {
		return cli.Misuse(fmt.Errorf("%s is a sample of %d formulas: choose one, such as %s", name, len(plan.Formulas), plan.Formulas[0].Name))
	}
	bar := a.Line.Start("starting")
	defer bar.Done()
	work, err := explain.Load(ctx, plan.Formulas[0], plan.Trees, bar.Set)
	if err != nil {
		return stopped(err)
	}
	report, err := explain.Run(ctx, work, explain.Options{
		Setups: setups, Seeds: x.seeds, Depth: x.depth(), Threads: plan.Threads, Progress: bar.Set,
	})
	if err != nil {
		return stopped(err)
	}
	bar.Done()
	return print(a, report, setups, x)
}

// stopped gives an interruption its exit code.
func stopped(err error) error {
	if errors.Is(err, context.Canceled) {
		return cli.With(cli.Interrupted, errors.New("interrupted before there was anything to say"))
	}
	return err
}
