package atlas

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/foreign"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/atlas"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/treecache"
	"transat/solver/estimate"
)

// adviseFlags are the flags of advise.
type adviseFlags struct {
	machine, grid, start string
	maxNodes             int64
	seed                 uint64
	lenient              bool
	limit                time.Duration
	style                report.Style

	sized func() bool // --grid is on the command line
}

// defaultTree is the tree if none is given.
const defaultTree = "350-1505-3/03"

// AdviseCommand returns the subcommand advise.
func AdviseCommand(a *cli.App) *cobra.Command {
	var flags adviseFlags
	cmd := &cobra.Command{
		Use:   "advise [FILE|SAMPLE|-] [flags]",
		Short: "Name the policy to take, and say why",
		Long: `Name the policy that suits a search tree on a machine, foretell its efficiency, say why,
and print the command that checks it. The size of the tree is estimated (see transat
estimate); the policy comes from a decision tree that is fitted on the map of transat
atlas --known, and the efficiency from the nearest cases of the map. Nothing is
simulated. Without an argument the tree is ` + defaultTree + `.

The tree of a file is there as a whole, and is simulated under ` + strings.Join(simulated()[:3], ", ") + `
and ` + simulated()[3] + `: the advice is what was measured. Without --grid, it says which number of
processors to take, too: the largest for which twice as many as before are at least
` + fmt.Sprint(worthwhile) + ` times as fast, or one, if none is ` + fmt.Sprint(noGain) + ` times as fast as one.
A tree that --limit is too short for is looked up.

` + cli.InputHelp + `
A SAMPLE may also be a tree of the UTS benchmark; its nodes are counted. FILE may also have a search tree with its
times, as transat compare takes it. And it may be a dynamic load,
load-DYNAMICITY/DISPERSION: processes come and go, and the loads of processors change by
DYNAMICITY percent of the mean a second, DISPERSION percent of it in whole neighbourhoods.
Then --machine must be meiko-cs1, and σ is foretold, the standard deviation of the loads.`,
		Example: `  transat advise 250-1075-3/4 --machine=cluster --grid=8x8
  transat advise gecode-golomb --machine=cluster
  transat advise load-100/30 --machine=meiko-cs1 --grid=10x10`,
		Args:              cli.Between(0, 1, "at most one FILE, SAMPLE or -"),
		ValidArgsFunction: a.CompleteTree,
		RunE: func(cmd *cobra.Command, args []string) error {
			name := defaultTree
			if len(args) > 0 {
				name = args[0]
			}
			return runAdvise(a, cmd.Context(), name, &flags)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&flags.machine, "machine", sim.CostModels()[0].Name, "`NAME` of the machine: one of the map, or FILE.json")
	f.StringVar(&flags.grid, "grid", "32x32", "`SIDES` of the machine (for the tree of a file: as large as pays)")
	flags.sized = func() bool { return f.Changed("grid") }
	f.StringVar(&flags.start, "start", string(sim.StartMiddle), "`PLACE` of the first elements: middle (one processor) or spread (all)")
	f.Int64Var(&flags.maxNodes, "max-nodes", 200_000, "about how many nodes the estimate visits")
	f.Uint64Var(&flags.seed, "seed", 1, "seed of the estimate")
	f.DurationVar(&flags.limit, "limit", 10*time.Second, "real `TIME` for simulating the tree of a file; 0 looks it up in the map")
	f.BoolVar(&flags.lenient, "lenient", false, "take a file whose number of clauses is not the declared one")
	a.AddStyleFlags(cmd, &flags.style)
	// reading the map takes longer than most commands
	cli.CompleteWith(cmd, "machine", func() []string { return atlas.Machines(atlas.Map()) })
	cli.CompleteWith(cmd, "start", func() []string { return startNames() })
	return cmd
}

// runAdvise prints an advice.
func runAdvise(a *cli.App, ctx context.Context, name string, flags *adviseFlags) error {
	question, err := flags.question(name)
	if err != nil {
		return cli.UnknownName(err)
	}
	if question.Changing() {
		advice, err := atlas.Advise(atlas.Map(), question)
		if err != nil {
			return err
		}
		return printEvenness(a, advice, flags)
	}
	all, err := a.Formulas(name, flags.lenient)
	if err != nil {
		return err
	}
	size, err := sizeOf(a, ctx, name, all, flags)
	if err != nil {
		return err
	}
	late := false
	if size.Whole && flags.limit > 0 {
		done, err := adviseTree(a, ctx, all[0], size, question, flags)
		if done || err != nil {
			return err
		}
		late = true
	}
	machine, err := question.Preset()
	if err != nil {
		return err
	}
	question.Nodes, question.Node = int64(size.Nodes), size.Node
	if size.Node == 0 {
		question.Node = compare.UsualNode(machine.Cost)
	}
	advice, err := atlas.Advise(atlas.Map(), question)
	if err != nil {
		return err
	}
	if limit := size.limit(question.N); limit < 1 {
		f := &advice.Forecast
		f.Efficiency, f.Low, f.High = min(f.Efficiency, limit), min(f.Low, limit), min(f.High, limit)
		advice.Why = append(advice.Why, fmt.Sprintf("no policy can have more than %.1f %%, since the longest path has %.1f %% of the work",
			100*limit, 100*size.Path))
	}
	if usual := compare.UsualNode(machine.Cost); question.Node > longNodes*usual {
		advice.Doubts = append(advice.Doubts, fmt.Sprintf("the map has no trees whose nodes take %.3g times as long as those of formulas, "+
			"for which messages count less: simulate", question.Node/usual))
	}
	if late {
		advice.Doubts = append(advice.Doubts, fmt.Sprintf("the tree is too large to be simulated in --limit=%v: this is looked up",
			flags.limit))
	}
	return printAdvice(a, size, advice, flags, flags.grid, append(taken(advice), because(advice, "points")...))
}

// longNodes is how many times as long as a usual node of the machine nodes take of which the map knows nothing.
const longNodes = 100

// question is the case of the flags, still without the tree's size.
func (x *adviseFlags) question(name string) (atlas.Case, error) {
	c := atlas.Case{Tree: foreign.Text(name), Machine: x.machine, Network: atlas.Mesh, Start: sim.Start(x.start)}
	twoLevels := x.machine == atlas.TwoLevel
	if strings.HasSuffix(x.machine, cli.MachineSuffix) {
		own, err := ownMachine(x.machine)
		if err != nil {
			return c, err
		}
		c.Machine, c.Own, twoLevels = own.Cost.Name, own, own.Cost.Computer > 0
	} else if machines := atlas.Machines(atlas.Map()); !slices.Contains(machines, x.machine) {
		return c, fmt.Errorf("--machine=%s: the map has only %s; or want FILE%s", x.machine, strings.Join(machines, ", "), cli.MachineSuffix)
	}
	if !slices.Contains(atlas.Starts(), c.Start) {
		return c, fmt.Errorf("--start=%s: want %s", x.start, strings.Join(startNames(), " or "))
	}
	if x.limit < 0 {
		return c, fmt.Errorf("--limit=%v: want a time that is not negative", x.limit)
	}
	if x.maxNodes < 1 {
		return c, fmt.Errorf("--max-nodes=%d: want at least 1", x.maxNodes)
	}
	all, err := topology.ParseSides(x.grid)
	if err != nil {
		return c, fmt.Errorf("--grid: %w", err)
	}
	c.N = 1
	for _, side := range all {
		c.N *= side
	}
	if !twoLevels && len(all) > 2 && slices.Max(all) == 2 {
		c.Network = atlas.Hypercube
	}
	if c.N < 2 {
		return c, errors.New("--grid: with one processor there is nothing to balance")
	}
	if c.Changing() {
		if x.machine != loadMachine {
			return c, fmt.Errorf("%s: the map has dynamic loads only on %s: want --machine=%s", name, loadMachine, loadMachine)
		}
		return atlas.Load(name, x.machine, c.N)
	}
	return c, nil
}

// startNames are the starts of the map.
// ownMachine reads the machine of a file.
func ownMachine(name string) (*compare.Preset, error) {
	p, err := cli.ChooseMachine(name)
	if err != nil {
		return nil, err
	}
	if err := atlas.CheckOwn(p); err != nil {
		return nil, cli.InFile(fmt.Errorf("%s: %w", name, err))
	}
	return &p, nil
}

func startNames() (all []string) {
	for _, s := range atlas.Starts() {
		all = append(all, string(s))
	}
	return all
}

// loadMachine is the machine of dynamic loads in the map.
const loadMachine = "meiko-cs1"

// printEvenness prints an advice for a dynamic load.
func printEvenness(a *cli.App, advice atlas.Advice, flags *adviseFlags) error {
	if flags.style.ForPrograms() {
		return report.Table[adviceRow]{Columns: adviceColumns(), Rows: []adviceRow{{Advice: advice, command: checkLoads}}}.Write(a.Out,
			flags.style)
	}
	f := advice.Forecast
	lines := []string{
		fmt.Sprintf("%s: %d processes on each of %d processors, on average", advice.Case.Tree, advice.Case.Nodes/int64(advice.Case.N),
			advice.Case.N),
		"take " + advice.Policy,
		fmt.Sprintf("σ: about %.0f %% of the mean load, and probably between %.0f and %.0f %%", 100-100*f.Efficiency, 100-100*f.High,
			100-100*f.Low),
	}
	lines = append(lines, because(advice, "percent")...)
	return tell(a, lines, checkLoads)
}

// tell prints an advice and the command that checks it.
func tell(a *cli.App, lines []string, command string) error {
	for _, line := range append(lines, "to check it:") {
		if err := a.Tell("%s", line); err != nil {
			return err
		}
	}
	return a.TellCommand("  %s", command)
}

// checkLoads simulates dynamic loads under the policies.
const checkLoads = "transat reproduce diffusive/fig5-8"

// because lists the reasons, and the doubts.
func because(advice atlas.Advice, unit string) []string {
	known := advice
	known.Why = append(slices.Clone(advice.Why), fmt.Sprintf("in the %d cases of the map for which that goes, "+
		"%s is on average %.1f %s behind the best policy", advice.Leaf, advice.Name, advice.Regret, unit))
	return append([]string{"because"}, why(known)...)
}

// why lists the reasons of an advice, and the doubts.
func why(advice atlas.Advice) (lines []string) {
	for _, why := range advice.Why {
		lines = append(lines, "  "+why)
	}
	for _, doubt := range advice.Doubts {
		lines = append(lines, "but "+doubt)
	}
	return lines
}

// treeSize is the size of a tree, known or estimated.
type treeSize struct {
	Nodes, Low, High float64
	Node             float64 // seconds of a node on average; 0 for a usual one of the machine
	Path             float64 // share of all work on the longest path; 0 if it is not known
	Exact, Models    bool
	Pruned           bool
	Whole            bool // the input has the tree, or bounds, instead of a formula
}

// limit is the efficiency that no policy can exceed on n processors: the longest path takes its time. It is 1 if nothing is known.
func (x treeSize) limit(n int) float64 {
	if x.Path == 0 {
		return 1
	}
	return min(1, 1/(float64(n)*x.Path))
}

// sizeOf estimates the size of a tree, or counts its nodes.
func sizeOf(a *cli.App, ctx context.Context, name string, all []input.Formula, flags *adviseFlags) (treeSize, error) {
	bar := a.Line.Start("estimating " + name)
	defer bar.Done()
	if tree := all[0].Tree; tree != nil {
		record, err := (&treecache.Store{Warn: a.Line.Warn}).UTS(ctx, tree, nil)
		if err != nil {
			return treeSize{}, err
		}
		_, nodes, _ := record.Subtree(record.Root())
		return treeSize{Nodes: float64(nodes), Low: float64(nodes), High: float64(nodes), Exact: true}, nil
	}
	if w, ok, err := experiment.Bounded(ctx, all[0]); ok {
		nodes := float64(w.Nodes)
		return treeSize{Nodes: nodes, Low: nodes, High: nodes, Exact: true, Whole: true}, err
	}
	if tasks, err := all[0].Tasks(ctx); tasks != nil || err != nil {
		if err != nil {
			return treeSize{}, err
		}
		nodes := float64(tasks.Nodes())
		seconds := float64(tasks.Work()) * float64(tasks.UnitTime()) / float64(balance.Second)
		path, _ := tasks.CriticalPath()
		return treeSize{
			Path:  float64(path) / float64(tasks.Work()),
			Nodes: nodes, Low: nodes, High: nodes, Node: seconds / nodes, Exact: true, Models: tasks.First() && tasks.Solutions() > 0,
			Pruned: tasks.Pruned(), Whole: true,
		}, nil
	}
	formula, err := cli.One(name, all)
	if err != nil {
		return treeSize{}, err
	}
	f, err := formula.Read(ctx)
	if err != nil {
		return treeSize{}, err
	}
	e, err := estimate.Size(ctx, f, estimate.Options{
		Rule: cli.DefaultRule, MaxNodes: flags.maxNodes, Threads: 1, Seed: flags.seed, Confidence: 0.95,
	})
	if err != nil {
		return treeSize{}, err
	}
	if e.Nodes > 1e18 {
		return treeSize{}, fmt.Errorf("%s: a tree of more than 10^18 nodes is beyond the map", name)
	}
	return treeSize{Nodes: e.Nodes, Low: e.Low, High: e.High, Exact: e.Exact, Models: e.Models}, nil
}
