// Package walk is the subcommand walk: a small search, step by step.
package walk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/tasktree"
	"transat/balance/topology"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/command/internal/setup"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/settings"
	"transat/cmd/transat/internal/steps"
	"transat/cmd/transat/internal/terminal"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/tree"
)

// flags are the flags of the subcommand.
type flags struct {
	settings.Values
	policy  string
	lenient bool
	out     string
}

// Command returns the subcommand.
func Command(a *cli.App) *cobra.Command {
	x := flags{Values: settings.New()}
	x.Grid.Prefer("2x2")
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
Or FILE has a search tree that another program has measured, as transat compare takes it.
The tree may have up to %d nodes, and the machine up to %d processors.`, steps.MostNodes, steps.MostProcs),
		Example: `  transat walk php-5-4 --grid=2x2 --policy=steal
  transat walk php-5-4 --grid=1x3 --policy=plb
  transat walk php-5-4 --grid=2x2 --policy=adaptive --out=walk.html`,
		Args:              cli.Between(1, 1, "one FILE, SAMPLE or -"),
		ValidArgsFunction: cli.CompleteInput,
		RunE:              func(cmd *cobra.Command, args []string) error { return run(a, cmd.Context(), args[0], &x) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&x.policy, "policy", "steal", "policy, as `NAME`, FILE.star or NAME:PARAMETER=VALUE")
	a.CompletePolicies(cmd, a.PolicyChoices)
	setup.AddSetting(a, cmd, &x.Values, "grid", "")
	f.StringVar(&x.out, "out", "", "write a page or a picture to a `FILE` (.html, .svg)")
	setup.AddSetting(a, cmd, &x.Values, "topology", "`NAME` of the network that the policy sees (default: its own)")
	setup.AddSetting(a, cmd, &x.Values, "load", "load estimate, as `NAME` or NAME:PARAMETER=VALUE (default: the policy's own)")
	for _, name := range []string{
		"machine", "element-bytes", "node-time", "computer", "speeds", "stragglers", "late", "start", "grain", "seed", "rule",
	} {
		setup.AddSetting(a, cmd, &x.Values, name, "")
	}
	f.BoolVar(&x.lenient, "lenient", false, "take a file whose number of clauses is not the declared one")
	return cmd
}

// run tells the story.
func run(a *cli.App, ctx context.Context, name string, x *flags) error {
	if err := x.check(name); err != nil {
		return err
	}
	made, err := x.make(a)
	if err != nil {
		return err
	}
	tree, formula, err := x.find(a, ctx, name, &made)
	if err != nil {
		return err
	}
	story, err := steps.Tell(ctx, formula.Name, tree, made)
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

// find returns the tree of that name, and adapts the setup to it.
func (x *flags) find(a *cli.App, ctx context.Context, name string, made *compare.Setup) (*steps.Tree, input.Formula, error) {
	all, err := a.Formulas(name, x.lenient)
	if err != nil {
		return nil, input.Formula{}, err
	}
	tasks, work, err := experiment.SmallTasks(ctx, all[0], steps.MostNodes)
	if large := (*tasktree.LimitError)(nil); errors.As(err, &large) {
		return nil, all[0], cli.Misuse(fmt.Errorf("%s: %w, too many to walk through; take a smaller one", all[0].Name, err))
	}
	if err != nil {
		return nil, all[0], err
	}
	if tasks != nil {
		if err := work.Tasks.Check(*made); err != nil {
			return nil, all[0], cli.Misuse(err)
		}
		*made = work.Adapt(*made)
		all[0].Name = work.Tasks.Label(all[0].Name)
		tree, err := steps.Tasks(tasks, steps.MostNodes)
		return tree, all[0], err
	}
	formula, err := cli.One(name, all)
	if err != nil {
		return nil, formula, err
	}
	tree, err := grow(ctx, formula.Name, formula.Read, x.Rule.V)
	if err == nil {
		*made = made.ForTree(tree.Nodes[0].Below, tree.Nodes[0].Size)
	}
	return tree, formula, err
}

// line is the command line, as far as it is not what the flags are without being given.
func (x *flags) line(name string) string {
	words := []string{"transat walk", name, "--grid=" + x.Grid.V, "--policy=" + x.policy}
	for _, s := range settings.Table() {
		if s.Several || s.Name == "grid" {
			continue
		}
		if value := s.In(&x.Values).String(); value != s.Default {
			words = append(words, "--"+s.Name+"="+value)
		}
	}
	return strings.Join(append(words, "--out="+filepath.Base(x.out)), " ")
}

func extension(name string) string { return strings.ToLower(filepath.Ext(name)) }

// check looks at what does not depend on the formula.
func (x *flags) check(name string) error {
	if e := extension(x.out); x.out != "" && e != ".html" && e != ".svg" {
		return cli.Misuse(fmt.Errorf("--out=%s: want a name that ends in .html or .svg", x.out))
	}
	if x.out != "" {
		if err := output.Apart("--out", x.out, name); err != nil {
			return cli.Misuse(err)
		}
	}
	return cli.Misuse(x.Values.Check(setup.Front()))
}

// make returns the setup to run.
func (x *flags) make(a *cli.App) (compare.Setup, error) {
	var none compare.Setup
	policy, err := a.Policies.Choose(x.policy)
	if err != nil {
		return none, cli.UnknownName(err)
	}
	machine, err := cli.ChooseMachine(x.Machine.V)
	if err != nil {
		return none, cli.UnknownName(err)
	}
	o, err := x.Options(machine, setup.Front())
	if err != nil {
		return none, cli.Misuse(err)
	}
	if procs := topology.Procs(o.Sides); procs > steps.MostProcs {
		return none, cli.Misuse(
			fmt.Errorf("--grid=%s: %d processors are too many to follow one by one; want at most %d (transat compare --watch shows any number)",
				x.Grid.V, procs, steps.MostProcs))
	}
	o.Policies, o.Warn = []balance.Chosen{policy}, a.Line.Warn
	setups, err := o.Setups()
	if missing := (*topology.SizeError)(nil); errors.As(err, &missing) {
		return none, cli.Misuse(fmt.Errorf("--topology=%s with --grid=%s: %w", x.Topology.V, x.Grid.V, err))
	}
	if err != nil {
		return none, cli.UnknownName(err)
	}
	if !setups[0].HasTimeline() {
		return none, cli.Misuse(fmt.Errorf(
			"--policy=%s on --machine=%s: no processor expands a node of its own; choose another of the two", x.policy, x.Machine.V))
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
		return nil, cli.Misuse(fmt.Errorf(
			"%s: its search tree has more than %d nodes, too many to walk through; take a smaller formula, such as php-5-4, or 30-129-3/1", name,
			steps.MostNodes))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return steps.Grow(ctx, recorded, f, steps.MostNodes)
}
