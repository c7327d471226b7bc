// Package experiment runs policies on search trees, many at a time: all commands that compare policies use it.
//
//	outcome, err := (&experiment.Plan{Setups: setups, Formulas: formulas, Trees: store, Threads: 2}).Run(ctx)
//	rows := outcome.Rows(plan)
//
// A Plan crosses setups (policy, network, machine) with formulas. Every pair is independent of the
// others, so they run side by side on all cores; every tree is found once, used by all setups and
// dropped. The outcome is a matrix in the order of the plan, so it is the same however many threads
// there are and in whatever order they finish:
//
//	             formula 1   formula 2   formula 3
//	plb          result      result      satisfiable: left out
//	liquid-c5    result      result
//
// If the context ends, the outcome holds what was finished.
//
// A CoresPlan runs setups for real, on the cores of this computer, one run after the other. Its rows are Rows
// as well, with the same keys.
//
// Package compare has setups, rows and their columns, the pool that runs jobs side by side, and makes a simulation of a setup.
//
// Read this file first; workload.go finds trees, simulate.go runs one simulation, rows.go makes rows of results, and columns.go,
// where.go and compared.go are the tables. cores.go and its neighbours have real runs.
package experiment

import (
	"context"
	"errors"
	"sync"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/treecache"
	"transat/solver/cnf"
)

// Setup and Row are those of package compare: what stays the same from formula to formula, and a line of the result
// table.
type (
	Setup = compare.Setup
	Row   = compare.Row
)

// Plan is a list of simulations: every setup with every formula.
type Plan struct {
	Setups []Setup
	// Seeds, if above 1, says that the setups come in groups of that many, which differ in nothing but the
	// seed. Rows has a row for each group.
	Seeds    int
	Formulas []input.Formula
	Trees    *treecache.Store
	// SkipModels leaves out the formulas that turn out to be satisfiable.
	SkipModels bool
	Threads    int // simulations and recordings at the same time, at least 1
	// Patience, if not nil, says when a simulation is given up, which then is no error.
	Patience *Patience

	// Recorders, if not nil, record the simulations of a plan with a single formula: one for each setup, or nil.
	Recorders []Recorder

	// Progress, if not nil, is told the share of the whole that is done, 0 to 1, and what goes on. It
	// is called by one goroutine at a time.
	Progress func(share float64, what string)
}

// PlanResult is the result of a plan.
type PlanResult struct {
	Trees   []*Tree             // per formula; nil if it was not found in time
	Results [][]*balance.Result // per setup and formula; nil if not finished, or left out
	GivenUp [][]GivenUp         // likewise: why there is no result
}

// Run executes the plan. The error is that of the context, or the first of a recording or a
// simulation; the outcome holds what was finished before it.
func (p *Plan) Run(ctx context.Context) (*PlanResult, error) {
	r := &runner{Plan: p, pool: compare.NewPool(p.Threads), out: &PlanResult{Trees: make([]*Tree, len(p.Formulas))}}
	for range p.Setups {
		r.out.Results = append(r.out.Results, make([]*balance.Result, len(p.Formulas)))
		r.out.GivenUp = append(r.out.GivenUp, make([]GivenUp, len(p.Formulas)))
	}
	// As many formulas are under way as there are cores: more would only take memory.
	window := compare.NewPool(p.Threads)
	err := window.Each(ctx, len(p.Formulas), func(i int) compare.Turn { return compare.Turn{Group: i} }, r.formula)
	if ctx.Err() != nil {
		return r.out, ctx.Err()
	}
	return r.out, err
}

// runner is a plan under way.
type runner struct {
	*Plan
	pool *compare.Pool

	mu    sync.Mutex
	out   *PlanResult
	share float64 // of the plan that is done
}

// recordingShare is the share of the time for a formula that finding its tree is taken to need. It
// only matters to progress bars.
const recordingShare = 0.5

// formula finds the tree of formula i and runs all setups on it.
func (r *runner) formula(ctx context.Context, i int) error {
	name := r.Formulas[i].Name
	if r.SkipModels && r.Formulas[i].Verdict == cnf.Satisfiable {
		r.known(i, &Tree{Name: name, Satisfiable: true, LeftOut: true})
		r.report(1, name+" is satisfiable")
		return nil
	}
	var w Workload
	err := r.pool.Run(ctx, compare.Turn{Group: i}, func() (err error) {
		w, err = r.workload(ctx, i)
		return err
	})
	if err != nil {
		return err
	}
	w.LeftOut = r.SkipModels && w.Satisfiable
	about := w.Tree // which does not hold on to the tree itself
	r.known(i, &about)
	if w.LeftOut {
		r.report(1-recordingShare, name+" is satisfiable")
		return nil
	}
	turn := func(j int) compare.Turn { return compare.Turn{Group: i, Seconds: length(r.Setups[j])} }
	return r.pool.Each(ctx, len(r.Setups), turn, func(ctx context.Context, j int) error { return r.simulate(ctx, i, j, &w) })
}

// workload finds the tree of formula i.
func (r *runner) workload(ctx context.Context, i int) (Workload, error) {
	reported := 0.0
	w, err := Load(ctx, r.Formulas[i], r.Trees, func(share float64, what string) {
		r.report((share-reported)*recordingShare, what)
		reported = share
	})
	if !errors.Is(err, treecache.ErrModels) {
		return w, err
	}
	if r.SkipModels {
		return w, nil
	}
	w.First, err = w.first(ctx, r.Trees.Rule, func(what string) { r.report(0, what) })
	return w, err
}

// length is how long simulations of a setup take, by comparison. Those that count elements take longest: for want of
// a finer estimate, they split the tree down to its last node.
func length(s Setup) float64 {
	if s.Estimate.Name == "count" {
		return 2
	}
	return 1
}

func (r *runner) known(i int, tree *Tree) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out.Trees[i] = tree
}

// report adds to the share of a formula that is done.
func (r *runner) report(share float64, what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.share += share / float64(len(r.Formulas))
	if r.Progress != nil {
		r.Progress(r.share, what)
	}
}
