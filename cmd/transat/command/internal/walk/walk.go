// Package walk is the subcommand walk: a small search, step by step.
package walk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/steps"
	"transat/cmd/transat/internal/terminal"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/tree"
)

// flags are those of the subcommand.
type flags struct {
	policy, grid, topology, load, machine, start, rule string
	grain                                              float64
	seed                                               uint64
	lenient                                            bool
	out                                                string
}

// Command returns the subcommand.
func Command(a *cli.App) *cobra.Command {
	var x flags
	cmd := &cobra.Command{
		Use:   "walk FILE|SAMPLE|- [flags]",
		Short: "Walk through a small search step by step: who expands, asks and sends",
		Long: fmt.Sprintf(`Walk through a small search step by step: who expands which node of the tree, who asks
whom for work, and what is sent. In a terminal, enter goes on, b goes back, e goes on to
the next node that is expanded, and q ends. The tree is drawn with the number of the
processor at each node; a circle waits, a dot is not known yet. If the output is a file
or a pipe, it is the whole story as a text.

--out=walk.html writes a page to step through in a browser, which needs nothing else;
--out=walk.svg draws the tree with its owners and times.

`+cli.InputHelp+`
Its search tree may have up to %d nodes, and the machine up to %d processors.`, steps.MostNodes, steps.MostProcs),
		Example: `  transat walk php-5-4 --grid=2x2 --policy=steal
  transat walk php-5-4 --grid=1x3 --policy=plb`,
		Args:              cli.Between(1, 1, "one FILE, SAMPLE or -"),
		ValidArgsFunction: cli.CompleteInput,
		RunE:              func(cmd *cobra.Command, args []string) error { return run(a, cmd.Context(), args[0], &x) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&x.policy, "policy", "steal", "policy, as `NAME`, FILE.star or NAME:PARAMETER=VALUE")
	a.CompletePolicies(cmd, cli.PolicyChoices(a.Policies.Specs()))
	f.StringVar(&x.grid, "grid", "2x2", "`SIDES` of the machine's mesh of processors")
	f.StringVar(&x.out, "out", "", "write a page or a picture to a `FILE` (.html, .svg)")
	f.StringVar(&x.topology, "topology", "", "`NAME` of the network that the policy sees (default: its own)")
	f.StringVar(&x.load, "load", "", "load estimate, as `NAME` or NAME:PARAMETER=VALUE (default: the policy's own)")
	f.StringVar(&x.machine, "machine", sim.CostModels()[0].Name, "`NAME` of the machine")
	f.StringVar(&x.start, "start", string(sim.StartRoot), "`PLACE` of the first elements: root (one processor) or spread (all)")
	f.Float64Var(&x.grain, "grain", compare.DefaultGrain, "solve elements to their end if their load is below this `SHARE` of λ(root)/n")
	f.Uint64Var(&x.seed, "seed", 1, "seed of all random choices")
	f.StringVar(&x.rule, "rule", cli.DefaultRule, "`NAME` of the search tree's branching rule")
	f.BoolVar(&x.lenient, "lenient", false, "take a file whose number of clauses is not the declared one")
	cli.CompleteWith(cmd, "topology", cli.TopologyNames())
	cli.CompleteChoices(cmd, "load", cli.LoadChoices(), "", nil)
	cli.CompleteWith(cmd, "start", []string{string(sim.StartRoot), string(sim.StartSpread)})
	cli.CompleteWith(cmd, "rule", cli.Names(cli.RuleEntries()))
	return cmd
}

// run tells the story.
func run(a *cli.App, ctx context.Context, name string, x *flags) error {
	if err := x.check(name); err != nil {
		return err
	}
	setup, err := x.setup(a)
	if err != nil {
		return err
	}
	formula, err := a.OneFormula(name, x.lenient)
	if err != nil {
		return err
	}
	tree, err := grow(ctx, formula.Name, formula.Read, x.rule)
	if err != nil {
		return err
	}
	story, err := steps.Tell(ctx, formula.Name, tree, setup)
	if err != nil {
		return err
	}
	if x.out != "" {
		write := func(w io.Writer) error { return story.HTML(w, x.line(name)) }
		if extension(x.out) == ".svg" {
			write = story.SVG
		}
		if err := output.WriteFile(x.out, write); err != nil {
			return err
		}
		return a.Tell("%s: %s, %s", x.out, cli.Counted(int(tree.Nodes[0].Size), "node"), cli.Counted(len(story.Steps), "step"))
	}
	console, err := terminal.OpenConsole(a.In, a.Out.W)
	if errors.Is(err, terminal.ErrNoConsole) || err == nil && console.Keys() == nil {
		if console != nil {
			console.Close()
		}
		return story.Write(a.Out, cmp.Or(a.Screen.Columns, textColumns), terminal.NoPaint)
	}
	if err != nil {
		return err
	}
	defer console.Close()
	return steps.Play(ctx, console, story.Look(terminal.PaintHere()))
}

const textColumns = 100 // of a text that is no terminal's

// line is the command line, as far as it is not what the flags are without being given.
func (x *flags) line(name string) string {
	words := []string{"transat walk", name, "--grid=" + x.grid, "--policy=" + x.policy}
	for _, f := range []struct{ flag, value, usual string }{
		{"topology", x.topology, ""},
		{"load", x.load, ""},
		{"machine", x.machine, sim.CostModels()[0].Name},
		{"start", x.start, string(sim.StartRoot)},
		{"grain", fmt.Sprint(x.grain), fmt.Sprint(compare.DefaultGrain)},
		{"seed", fmt.Sprint(x.seed), "1"},
		{"rule", x.rule, cli.DefaultRule},
	} {
		if f.value != f.usual {
			words = append(words, "--"+f.flag+"="+f.value)
		}
	}
	return strings.Join(append(words, "--out="+filepath.Base(x.out)), " ")
}

func extension(name string) string { return strings.ToLower(filepath.Ext(name)) }

// check looks at what does not depend on the formula.
func (x *flags) check(name string) error {
	switch e := extension(x.out); {
	case x.out != "" && e != ".html" && e != ".svg":
		return cli.Misuse(fmt.Errorf("--out=%s: want a name that ends in .html or .svg", x.out))
	case math.IsNaN(x.grain) || x.grain < 0:
		return cli.Misuse(fmt.Errorf("--grain=%v: want a share that is not negative", x.grain))
	case x.start != string(sim.StartRoot) && x.start != string(sim.StartSpread):
		return cli.Misuse(fmt.Errorf("--start=%s: want root or spread", x.start))
	case x.topology != "" && !cli.Known(x.topology, cli.TopologyNames()):
		return cli.Misuse(fmt.Errorf("unknown topology %q (transat list topologies shows all)", x.topology))
	}
	if x.out != "" {
		if err := output.Apart("--out", x.out, name); err != nil {
			return cli.Misuse(err)
		}
	}
	return cli.CheckRule(x.rule)
}

// setup is what to run.
func (x *flags) setup(a *cli.App) (compare.Setup, error) {
	var none compare.Setup
	policy, err := a.Policies.Choose(x.policy)
	if err != nil {
		return none, cli.UnknownName(err)
	}
	o := compare.Defaults(policy)
	if o.Machine, err = compare.ChoosePreset(x.machine); err != nil {
		return none, cli.UnknownName(err)
	}
	if o.Sides, err = topology.ParseSides(x.grid); err != nil {
		return none, cli.Misuse(fmt.Errorf("--grid: %w", err))
	}
	procs := 1
	for _, side := range o.Sides {
		procs *= side
	}
	if procs > steps.MostProcs {
		return none, cli.Misuse(fmt.Errorf("--grid=%s: %d processors are too many to follow one by one; want at most %d (transat compare --watch shows any number)",
			x.grid, procs, steps.MostProcs))
	}
	o.Topology, o.Load, o.Grain, o.Start, o.Seed = x.topology, x.load, x.grain, sim.Start(x.start), x.seed
	o.Warn = a.Line.Warn
	setups, err := o.Setups()
	if missing := (*topology.SizeError)(nil); errors.As(err, &missing) {
		return none, cli.Misuse(fmt.Errorf("--topology=%s with --grid=%s: %w", x.topology, x.grid, err))
	}
	if err != nil {
		return none, cli.UnknownName(err)
	}
	if !setups[0].HasTimeline() {
		return none, cli.Misuse(fmt.Errorf("--policy=%s on --machine=%s: no processor expands a node of its own; choose another of the two", x.policy, x.machine))
	}
	return setups[0], nil
}

// grow searches the tree of a formula, and keeps all its nodes.
func grow(ctx context.Context, name string, read func(context.Context) (*cnf.Formula, error), rule string) (*steps.Tree, error) {
	f, err := read(ctx)
	if err != nil {
		return nil, err
	}
	recorded, err := tree.Record(ctx, f, tree.Options{Rule: rule, MaxNodes: steps.MostNodes})
	if errors.Is(err, dpll.ErrNodeLimit) {
		return nil, cli.Misuse(fmt.Errorf("%s: its search tree has more than %d nodes, too many to walk through; take a smaller formula, such as php-5-4, or 30-129-3/1",
			name, steps.MostNodes))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return steps.Grow(ctx, recorded, f, steps.MostNodes)
}
