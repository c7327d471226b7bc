package experiment

import (
	"context"
	"fmt"

	"transat/balance"
	"transat/balance/cores"
	"transat/cmd/transat/internal/process"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// What runs on cores: a formula is solved while it is searched, by a solver of each processor's own; a tree
// without a formula is walked. Neither is recorded before.

// coresTree is what processors search.
type coresTree[E any] struct {
	root   E
	level  func(E) int
	load   func(E) float64                                    // nil if the tree has no loads
	search func(ctx context.Context) (cores.Search[E], error) // for one processor
}

// searcher returns the function that searches the tree of the formula.
func (p *CoresPlan) searcher(ctx context.Context) (Searcher, error) {
	if tree := p.Formula.Tree; tree != nil {
		return running(p, walked(tree)), nil
	}
	if hasBounds(p.Formula) {
		return nil, fmt.Errorf("%s: it is searched by branch and bound, which --machine=cores does not do", p.Formula.Name)
	}
	if own, ok := p.Formula.Program.(program); ok {
		return own.searcher(p), nil
	}
	if tasks, err := p.Formula.Tasks(ctx); tasks != nil || err != nil {
		if err != nil {
			return nil, err
		}
		w := OfTasks(p.Formula.Name, tasks)
		p.About = &w.Tree
		replay, err := replayed(tasks, p.Setups[0])
		return running(p, replay), err
	}
	f, err := p.Formula.Read(ctx)
	if err != nil {
		return nil, err
	}
	solved, err := p.solved(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Formula.Name, err)
	}
	return running(p, solved), nil
}

// running returns the function that runs setups on a tree.
func running[E any](p *CoresPlan, t coresTree[E]) Searcher {
	return func(ctx context.Context, s Setup, threads int, watched func(func() int64) func()) (balance.Result, error) {
		maker, err := s.Policy.For(s.Topology)
		if err != nil {
			return balance.Result{}, err
		}
		m, err := cores.New(cores.Config[E]{
			Topology: s.Topology, Policy: maker, Received: s.Policy.Spec.Received, Estimate: s.Estimate,
			Grain: s.Grain, FixedGrain: s.Budget > 0, Seed: s.Seed,
			Search: func(int) (cores.Search[E], error) { return t.search(ctx) }, Level: t.level, Load: t.load, Elements: []E{t.root},
			Threads: threads, TimeScale: p.TimeScale,
		})
		if err != nil {
			return balance.Result{}, err
		}
		defer watched(func() int64 { return m.Progress().Nodes })()
		return m.Run(ctx)
	}
}

// solved is the tree of a formula, of which nothing is known beforehand. There must be memory for a solver
// for every processor.
func (p *CoresPlan) solved(ctx context.Context, f *cnf.Formula) (coresTree[dpll.Branch], error) {
	opt := dpll.WorkerOptions{Rule: p.Rule}
	first, err := dpll.NewWorker(ctx, f, opt)
	if err != nil {
		return coresTree[dpll.Branch]{}, err
	}
	procs := 1
	for _, s := range p.Setups {
		procs = max(procs, s.Topology.Procs())
	}
	if err := process.Need(int64(procs) * first.Resources().EngineBytes); err != nil {
		return coresTree[dpll.Branch]{}, fmt.Errorf("a solver for each of %d processors: %w", procs, err)
	}
	return coresTree[dpll.Branch]{
		root: first.Root(), level: dpll.Branch.Level,
		search: func(ctx context.Context) (cores.Search[dpll.Branch], error) {
			w, err := dpll.NewWorker(ctx, f, opt)
			return working{w}, err
		},
	}, nil
}

// working makes a search of a worker.
type working struct{ *dpll.Worker }

// Search implements cores.Search.
func (w working) Search(nodes int64) (cores.Outcome, error) {
	outcome, err := w.Worker.Search(nodes)
	switch outcome {
	case dpll.Found:
		return cores.Found, err
	case dpll.Closed:
		return cores.Closed, err
	default:
		return cores.Running, err
	}
}

// Nodes implements cores.Search.
func (w working) Nodes() int64 { return w.Stats().Nodes }

// walked is a tree without a formula, grown while it is searched.
func walked[E any](tree balance.Tree[E]) coresTree[cores.Part[E]] {
	whole := cores.NewWalk(tree)
	return coresTree[cores.Part[E]]{
		root: whole.Root(), level: whole.Level,
		search: func(context.Context) (cores.Search[cores.Part[E]], error) {
			return plainWalk[E]{cores.NewWalk(tree)}, nil
		},
	}
}

// plainWalk is a walk that expands every node: to finish whole subtrees takes less time a node, so that
// policies with another grain could not be compared.
type plainWalk[E any] struct{ partSearch[E] }

type partSearch[E any] interface{ cores.Search[cores.Part[E]] }
