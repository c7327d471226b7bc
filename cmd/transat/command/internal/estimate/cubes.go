package estimate

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/stat/distuv"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/process"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/suggest"
	"transat/solver"
	"transat/solver/cnf"
)

// cubeFlags are the flags for --engine=cube.
type cubeFlags struct {
	depth        int
	splitter     string
	list         string // file with cubes; "" takes those of the input, if it has any
	maxConflicts int64
}

const (
	treeEngine, cubeEngine = "dpll", "cube"
	treeTime, cubeTime     = 2 * time.Second, time.Minute
)

func engines() []string { return []string{treeEngine, cubeEngine} }

func addCubeFlags(cmd *cobra.Command, flags *estimateFlags) {
	f := cmd.Flags()
	f.StringVar(&flags.engine, "engine", treeEngine, "dpll: the search tree, or cube: cubes that clause learning solves")
	f.StringVar(&flags.cube.splitter, "splitter", solver.AutoSplitter, "how cubes are found, as in solve")
	f.IntVar(&flags.cube.depth, "cube-depth", 0, "decisions on the way to a cube (default: as it suits)")
	f.StringVar(&flags.cube.list, "cube-list", "", "estimate the cubes in `FILE`, as solve takes them, and two other splits")
	f.Int64Var(&flags.cube.maxConflicts, "max-conflicts", 0,
		"about how many conflicts an estimate of cubes takes, whatever the time (0: what the time allows)")
	cli.CompleteWith(cmd, "engine", engines)
	cli.CompleteWith(cmd, "splitter", solver.Splitters)
}

// checkCubes checks the flags for cubes, and sets the default of the time limit.
func (f *estimateFlags) checkCubes(given func(string) bool) error {
	if !slices.Contains(engines(), f.engine) {
		return fmt.Errorf("--engine=%s: want %s or %s", f.engine, treeEngine, cubeEngine)
	}
	wrong, engine := []string{"cube-depth", "splitter", "cube-list", "max-conflicts"}, cubeEngine
	if f.engine == cubeEngine {
		wrong, engine = []string{"max-nodes", "threads"}, treeEngine
		if !given("time-limit") {
			f.timeLimit = cubeTime
		}
	}
	for _, name := range wrong {
		if given(name) {
			return fmt.Errorf("--%s is for --engine=%s", name, engine)
		}
	}
	switch {
	case f.cube.depth < 0 || given("cube-depth") && f.cube.depth == 0:
		return fmt.Errorf("--cube-depth=%d: want at least 1 decision", f.cube.depth)
	case f.cube.maxConflicts < 0:
		return fmt.Errorf("--max-conflicts=%d: want a number that is not negative", f.cube.maxConflicts)
	case !slices.Contains(solver.Splitters(), f.cube.splitter):
		return suggest.Unknown("splitter", f.cube.splitter, solver.Splitters(), strings.Join(solver.Splitters(), ", "))
	}
	return nil
}

// plan is a way to split, and what it costs.
type plan struct {
	solver.CubeCost
	formula string
	chosen  bool // solve would take it
	flags   *estimateFlags
}

// plans are the split that solve would take, and two others.
func (f *estimateFlags) plans(formula *cnf.Formula, cubes [][]cnf.Lit) []solver.Options {
	chosen := solver.Options{
		Rule: f.rule, CubeDepth: f.cube.depth, Cubes: cubes, Conquer: solver.Conquer{Splitter: f.cube.splitter},
	}
	splitter := solver.ChooseSplitter(formula, chosen)
	chosen.Conquer.Splitter = splitter
	plans := []solver.Options{chosen}
	add := func(splitter string, depth int) {
		other := chosen
		other.Cubes, other.CubeDepth, other.Conquer.Splitter = nil, depth, splitter
		plans = append(plans, other)
	}
	if f.cube.depth > 0 && len(cubes) == 0 {
		add(splitter, 0)
	}
	for _, s := range solver.Splitters() {
		again := s == splitter && len(cubes) == 0 || s == "learning" && (f.cube.depth > 0 || len(cubes) > 0)
		if s != solver.AutoSplitter && !again && len(plans) < 3 {
			add(s, f.cube.depth)
		}
	}
	return plans
}

// estimateCubes prints what a run of cubes costs.
func estimateCubes(a *cli.App, ctx context.Context, name string, flags estimateFlags) error {
	formula, err := a.OneFormula(name, flags.lenient)
	if err != nil {
		return err
	}
	f, cubes, err := formula.ReadCubes(ctx)
	if err == nil && flags.cube.list != "" {
		cubes, err = cli.ReadCubeList(flags.cube.list, f.Vars())
	}
	if err != nil {
		return err
	}
	bar := a.Line.Start("estimating " + formula.Name)
	defer bar.Done()
	clock := cpuClock()
	used := clock()
	out := cubeOutput{formula: formula.Name, vars: f.Vars(), clauses: f.Len(), flags: flags}
	plans := flags.plans(f, cubes)
	done := 0.0
	for i, opt := range plans {
		share := shareOf(i, len(plans))
		c := solver.CostOptions{Seed: flags.seed, Clock: clock, Progress: func(used float64) {
			bar.Set(done+(1-done)*share*min(used, 1), "estimating "+formula.Name)
		}}
		if c.Effort = int64(math.Ceil(share * float64(flags.cube.maxConflicts))); c.Effort == 0 {
			left := flags.timeLimit - (clock() - used) // the plans before may have taken longer than their shares
			c.Time = time.Duration(share * float64(max(left, flags.timeLimit/lateShare)))
		} else {
			flags.cube.maxConflicts = max(flags.cube.maxConflicts-c.Effort, 1)
		}
		var cost solver.CubeCost
		if cost, err = solver.EstimateCubes(ctx, f, opt, c); err != nil && ctx.Err() == nil {
			return err
		}
		if err == nil || cost.Conflicts > 0 {
			out.plans = append(out.plans, plan{cost, formula.Name, i == 0, &out.flags})
		}
		if err != nil {
			out.stopped = true
			break
		}
		done += (1 - done) * share
	}
	bar.Done()
	if len(out.plans) > 0 && out.stopped {
		err = cli.Interrupted // the output says so
	}
	if len(out.plans) > 0 {
		err = cmp.Or(out.print(a), err)
	}
	return err
}

// lateShare is how much of the time limit is for the plans that are left, at least: one in that many.
const lateShare = 16

// shareOf returns the share of what is left of the limit that is for a plan: of the whole, two thirds for the first of several, and the
// same for each other.
func shareOf(i, plans int) float64 {
	if i == 0 && plans > 1 {
		return 2. / 3
	}
	return 1 / float64(plans-i)
}

// cpuClock tells the CPU time of this program, or the time where that is not known.
func cpuClock() func() time.Duration {
	if _, known := process.CPUTime(); known {
		return func() time.Duration { used, _ := process.CPUTime(); return used }
	}
	began := time.Now()
	return func() time.Duration { return time.Since(began) }
}

// factor is how far the interval goes to either side: the standard error is one of the logarithm.
func (p plan) factor() float64 {
	return math.Exp(distuv.UnitNormal.Quantile((1+p.flags.confidence/100)/2) * p.Deviation)
}

// known reports whether there is more than a guess.
func (p plan) known() bool { return p.Solved || p.Samples > 0 }

// name is the way to split, in words.
func (p plan) name() string {
	name := "the given cubes"
	if p.Splitter != "" {
		name = "splitter " + p.Splitter
	}
	if p.Depth > 0 {
		name += fmt.Sprintf(", depth %d", p.Depth)
	}
	return name
}

// about formats a number with its interval. What the estimate itself has met does not bound it from below: a run learns on its way, and
// may take less.
func (p plan) about(x float64, format func(float64) string, what string) string {
	if x == 0 || p.Deviation == 0 { // no conflict: propagation and splitting have decided all
		return format(x) + " " + what
	}
	interval := bounds(x/p.factor(), x*p.factor(), format)
	return fmt.Sprintf("about %s %s (%v %%: %s)", format(x), what, p.flags.confidence, interval)
}

// cubeOutput is what is printed of an estimate of cubes.
type cubeOutput struct {
	formula       string
	vars, clauses int
	flags         estimateFlags
	plans         []plan
	stopped       bool
}

// print prints a few lines for people, or a table with a row for each split.
func (o cubeOutput) print(a *cli.App) error {
	if o.flags.style.Format != report.Text {
		return report.Table[plan]{Columns: cubeColumns(), Rows: o.plans}.Write(a.Out, o.flags.style)
	}
	for _, line := range o.lines() {
		if err := a.Tell("%s", line); err != nil {
			return err
		}
	}
	return nil
}

// worthChoosing is a time below which the choice of a splitter does not matter, and differences are those of the clock.
const worthChoosing = 100 * time.Millisecond

// lines are the estimate in words.
func (o cubeOutput) lines() []string {
	lines := []string{fmt.Sprintf("%s: %s, %s", o.formula, cli.Counted(o.vars, "variable"), cli.Counted(o.clauses, "clause"))}
	samples, spent, best := 0, int64(0), o.plans[0]
	for _, p := range o.plans {
		samples, spent = samples+p.Samples, spent+p.Spent
		name := p.name()
		if p.chosen {
			name += " (solve's choice)"
		}
		if !p.known() {
			lines = append(lines, name+": no estimate, no cube was drawn yet")
			continue
		}
		if p.Time < best.Time || !best.known() {
			best = p
		}
		lines = append(lines, name+": "+p.about(p.Time.Seconds(), lasting, "of CPU"))
		if p.chosen {
			lines = append(lines, fmt.Sprintf("  %s, %s",
				few(p.Cubes, "cube"), p.about(p.Conflicts, roughly, "conflicts")))
		}
	}
	chosen := o.plans[0]
	less := best.Time.Seconds()*best.factor() < chosen.Time.Seconds()/chosen.factor()
	if !best.chosen && chosen.known() && chosen.Time > worthChoosing && less {
		lines = append(lines, fmt.Sprintf("--splitter=%s costs less", best.Splitter))
	}
	if slices.ContainsFunc(o.plans, func(p plan) bool { return p.Models }) {
		lines = append(lines, "the formula is satisfiable: a search that stops at the first model may end much earlier")
	}
	if slices.ContainsFunc(o.plans, func(p plan) bool { return p.Symmetric }) {
		lines = append(lines, "many symmetries: what is learned in one branch may decide others, and nothing tells when")
	}
	if !slices.ContainsFunc(o.plans, func(p plan) bool { return !p.Solved }) {
		lines = append(lines, fmt.Sprintf("all cubes were solved, as in a run on one core: %s, seed %d",
			cli.Counted(int(spent), "conflict"), o.flags.seed))
	} else {
		lines = append(lines, fmt.Sprintf("%s drawn, %s, seed %d",
			cli.Counted(samples, "cube"), cli.Counted(int(spent), "conflict"), o.flags.seed))
	}
	switch {
	case o.stopped:
		lines = append(lines, "interrupted")
	case slices.ContainsFunc(o.plans, func(p plan) bool { return !p.known() }):
		lines = append(lines, "a larger --time-limit or --max-conflicts tells more")
	}
	return lines
}

// few formats a number of things that is rounded.
func few(n float64, thing string) string {
	if roughly(n) == "1" {
		return "1 " + thing
	}
	return roughly(n) + " " + thing + "s"
}

func cubeColumns() []report.Column[plan] {
	number := func(key, heading string, value func(plan) float64, text func(float64) string) report.Column[plan] {
		return report.Column[plan]{
			Key: key, Heading: heading,
			Value: func(p plan) any { return value(p) },
			Text:  func(p plan) string { return text(value(p)) },
		}
	}
	plain := func(key string, value func(plan) any) report.Column[plan] {
		return report.Column[plan]{Key: key, Value: value}
	}
	return []report.Column[plan]{
		{Key: "formula", Heading: "formula", Left: true, Value: func(p plan) any { return p.formula }},
		{Key: "splitter", Heading: "splitter", Left: true, Value: func(p plan) any { return cmp.Or(p.Splitter, "given") }},
		plain("depth", func(p plan) any { return p.Depth }),
		{Key: "chosen", Heading: "chosen", Value: func(p plan) any { return p.chosen }},
		number("cpu_s", "CPU", func(p plan) float64 { return p.Time.Seconds() }, lasting),
		number("cpu_low_s", "at least", func(p plan) float64 { return p.Time.Seconds() / p.factor() }, lasting),
		number("cpu_high_s", "at most", func(p plan) float64 { return p.Time.Seconds() * p.factor() }, lasting),
		number("conflicts", "conflicts", func(p plan) float64 { return math.Round(p.Conflicts) }, roughly),
		plain("conflicts_low", func(p plan) any { return math.Round(p.Conflicts / p.factor()) }),
		plain("conflicts_high", func(p plan) any { return math.Round(p.Conflicts * p.factor()) }),
		number("cubes", "cubes", func(p plan) float64 { return math.Round(p.Cubes) }, roughly),
		plain("confidence", func(p plan) any { return p.flags.confidence }),
		{Key: "solved", Heading: "solved", Value: func(p plan) any { return p.Solved }},
		plain("models", func(p plan) any { return p.Models }),
		plain("samples", func(p plan) any { return p.Samples }),
		plain("spent_conflicts", func(p plan) any { return p.Spent }),
		plain("seed", func(p plan) any { return p.flags.seed }),
	}
}
