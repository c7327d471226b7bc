package solver

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"transat/solver/cnf"
	"transat/solver/conquer"
	"transat/solver/internal/cube"
)

// CostOptions say how long [EstimateCubes] may take.
type CostOptions struct {
	Seed uint64
	// Effort bounds the conflicts and the nodes that are split; 0 is no bound. Without a Time, the estimate depends on the options alone, but
	// for its times.
	Effort int64
	Time   time.Duration // about how long it may take by Clock; 0 is no bound
	// Clock, if not nil, returns the CPU time of this program, or another time since some moment.
	Clock func() time.Duration
	// Progress, if not nil, is called now and then with the share of Effort or Time that is used up.
	Progress func(used float64)
}

// CubeCost is what a run of the engine Cube will cost on one core.
type CubeCost struct {
	Splitter  string        // see [Splitters]; "" if cubes are given
	Depth     int           // of Options.CubeDepth
	Conflicts float64       // in all
	Cubes     float64       // decided by clause learning
	Time      time.Duration // by CostOptions.Clock; 0 without one
	// Deviation is the standard error of the conflicts and the time of a run, as a share of them. It is above 0 if all cubes were solved,
	// too: a run learns other clauses on its way, and splits other cubes again.
	Deviation float64
	Solved    bool  // all cubes were solved
	Symmetric bool  // the formula has many symmetries: what is learned in one branch may decide others, so it may cost far less
	Models    bool  // a cube has a model, so a run may end much earlier
	Samples   int   // cubes that were drawn
	Spent     int64 // conflicts that the estimate itself has taken
}

// EstimateCubes estimates what it costs to decide a formula cube by cube, by solving some parts of the tree of cubes on one core, with the
// built-in engine. Of the options, only Rule, CubeDepth, Cubes and Conquer.Splitter count. If the context ends first, the error is its
// cause, and the estimate is the one so far. Other errors are as in [SplitCubes].
func EstimateCubes(ctx context.Context, f *cnf.Formula, opt Options, cost CostOptions) (CubeCost, error) {
	if err := checkInput(f, opt); err != nil {
		return CubeCost{}, err
	}
	if err := opt.Conquer.check(false); err != nil {
		return CubeCost{}, err
	}
	if cost.Effort < 0 || cost.Time < 0 {
		return CubeCost{}, fmt.Errorf("%d conflicts, %v: want numbers that are not negative", cost.Effort, cost.Time)
	}
	if len(opt.Cubes) == 0 {
		opt.Cubes = nil // a list without cubes leaves all to be solved
	}
	symmetric := cube.Symmetric(f)
	splitter := ChooseSplitter(f, opt)
	if opt = opt.withDefaults(); opt.Rule == AutoRule {
		opt.Rule, _ = ChooseRule(f)
	}
	given := &conquer.Given{Formula: f, List: opt.Cubes}
	if cube.Simplifies(splitter, len(opt.Cubes) > 0) {
		if err := given.Simplify(ctx, nil, nil); err != nil {
			return CubeCost{}, cmp.Or(context.Cause(ctx), err)
		}
	}
	cfg := cube.Config{Formula: given.Listed().Formula, Rule: opt.Rule, Depth: opt.CubeDepth, Cubes: opt.Cubes, Splitter: splitter}
	e, err := cube.Estimate(ctx, cfg, cube.Sampling{
		Seed: cost.Seed, Symmetric: symmetric, Clock: cost.Clock, Progress: cost.Progress, Used: cost.used(),
	})
	c := CubeCost{
		Splitter: splitter, Depth: opt.CubeDepth, Conflicts: e.Conflicts, Cubes: e.Cubes, Time: e.Time, Solved: e.Solved,
		Symmetric: symmetric, Models: e.Model != nil, Samples: e.Samples, Spent: e.Spent.Conflicts,
	}
	if len(opt.Cubes) > 0 {
		c.Splitter = ""
	}
	if e.Conflicts > 0 {
		c.Deviation = e.Deviation / e.Conflicts
	}
	return c, err
}

// used returns how to tell the share of the budget that is used up.
func (c CostOptions) used() func(effort int64) float64 {
	var began time.Duration
	if c.Clock != nil {
		began = c.Clock()
	}
	return func(effort int64) (used float64) {
		if c.Effort > 0 {
			used = float64(effort) / float64(c.Effort)
		}
		if c.Time > 0 && c.Clock != nil {
			used = max(used, (c.Clock()-began).Seconds()/c.Time.Seconds())
		}
		return used
	}
}
