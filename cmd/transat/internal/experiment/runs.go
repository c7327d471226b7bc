// Package runs does many simulations, each of one policy on one formula's search tree, or on a tree
// that has no formula.
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
// What a setup and a row are, and how a setup becomes a simulation, package compare says.
//
// Read this file first; simulate.go has one simulation, rows.go makes rows of results, and columns.go, where.go and compared.go are the tables. cores.go and its neighbours have
// real runs.
package experiment

import (
	"context"
	"sync"

	"transat/balance/compare"
	"transat/balance/jobs"
	"transat/balance/sim"
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

// Plan is what to simulate: setups crossed with formulas.
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

// Tree is what the outcome keeps of a search tree.
type Tree struct {
	Name         string
	Satisfiable  bool
	Nodes        int64 // 0 if the tree was not recorded, because it holds models
	Elements     int64 // load elements, 0 likewise; fewer than Nodes if some stand for several
	CriticalPath Path  // 0 likewise
	// First is what a sequential search does up to the first model; 0 if there is none.
	First   Path
	LeftOut bool // because the formula is satisfiable
}

// Path is a path in a tree, from the root to a leaf, or a part of the tree.
type Path struct{ Work, Nodes int64 }

// Outcome is the result of a plan.
type Outcome struct {
	Trees   []*Tree         // per formula; nil if it was not found in time
	Results [][]*sim.Result // per setup and formula; nil if not finished, or left out
	GivenUp [][]GivenUp     // likewise: why there is no result
}

// Run executes the plan. The error is that of the context, or the first of a recording or a
// simulation; the outcome holds what was finished before it.
func (p *Plan) Run(parent context.Context) (*Outcome, error) {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	r := &runner{Plan: p, cores: jobs.NewCores(p.Threads), out: &Outcome{Trees: make([]*Tree, len(p.Formulas))}}
	for range p.Setups {
		r.out.Results = append(r.out.Results, make([]*sim.Result, len(p.Formulas)))
		r.out.GivenUp = append(r.out.GivenUp, make([]GivenUp, len(p.Formulas)))
	}
	// As many formulas are under way as there are cores: more would only take memory.
	window := make(chan struct{}, p.Threads)
	var all sync.WaitGroup
	for i := range p.Formulas {
		window <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		all.Go(func() {
			defer func() { <-window }()
			if err := r.formula(ctx, i); err != nil {
				cancel(err)
			}
		})
	}
	all.Wait()
	if err := parent.Err(); err != nil {
		return r.out, err
	}
	return r.out, context.Cause(ctx)
}

// runner is a plan under way.
type runner struct {
	*Plan
	cores *jobs.Cores

	mu    sync.Mutex
	out   *Outcome
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
	var w workload
	err := r.cores.Run(ctx, jobs.Turn{Group: i}, func() (err error) {
		w, err = r.workload(ctx, i)
		return err
	})
	if err != nil {
		return err
	}
	about := w.about
	about.LeftOut = r.SkipModels && about.Satisfiable
	r.known(i, about)
	if about.LeftOut {
		r.report(1-recordingShare, name+" is satisfiable")
		return nil
	}
	errs := make([]error, len(r.Setups))
	var all sync.WaitGroup
	for j, s := range r.Setups {
		all.Go(func() {
			errs[j] = r.cores.Run(ctx, jobs.Turn{Group: i, Seconds: length(s)}, func() error { return w.run(ctx, j) })
		})
	}
	all.Wait()
	return firstError(errs)
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

func firstError(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
