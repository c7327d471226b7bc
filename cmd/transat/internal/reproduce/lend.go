package reproduce

import (
	"context"
	"errors"
	"fmt"

	"transat/balance/compare"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/treecache"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/tree"
)

// Search trees of formulas, lent to the jobs of an item. A tree of the papers' samples takes 200 MB and
// ten seconds to record, so each is found once for all its cases, few are in memory at a time, and what
// has been recorded lies in the cache from then on, even if the item does not come to its end:
//
//	core 1   load A │ case 1 of A │ case 3 of A │ case 1 of B │ …
//	core 2   record B  …   │ case 2 of A │ load C │ case 2 of B │ …
//
// One tree is recorded at a time, by all cores.

// MaxModelNodes is the size up to which the tree of a satisfiable formula is recorded for an item. The
// largest one that an item asks for has 88 million nodes.
const MaxModelNodes = 100_000_000

// Lent is a search tree that is lent to a job.
type Lent struct {
	Name    string // of the formula
	Formula *cnf.Formula
	// Tree is the whole tree, or nil if it holds models and was too large to be recorded.
	Tree *tree.Tree
}

// OnTrees calls do for every formula, with its search tree, and every case, as Map does for inputs. The
// outputs are in the order of formulas and cases: outputs[formula][case]. about says what is done, and how
// many seconds it takes for a tree of a million nodes.
func OnTrees[C, R any](ctx context.Context, s *Session, formulas []input.Formula, cases []C,
	about func(C) Job, do func(context.Context, Lent, C) (R, error),
) ([][]R, error) {
	sought, err := seek(ctx, s, formulas)
	if err != nil {
		return nil, err
	}
	jobOn := func(i int) func(C) Job {
		return func(c C) Job {
			job := about(c)
			return Job{job.What + " on " + formulas[i].Name, job.Seconds * sought[i].millions()}
		}
	}
	for i, tree := range sought {
		s.meter.expect(tree.seconds())
		for _, c := range cases {
			s.meter.expect(jobOn(i)(c).Seconds)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	outputs, finished := make([][]R, len(formulas)), make([]bool, len(formulas))
	window := compare.NewPool(max(2, 1+s.pool.Size()/len(cases)))
	err = window.Each(ctx, len(formulas), turns(sought), func(ctx context.Context, i int) error {
		lent, err := s.lend(ctx, sought[i])
		if err == nil {
			outputs[i], err = each(ctx, s, cases, jobOn(i), func(ctx context.Context, c C) (R, error) { return do(ctx, lent, c) })
		}
		if finished[i] = err == nil; err != nil {
			cancel() // no more begin, whatever their numbers
		}
		return err
	})
	return outputs, interrupted(err, finished)
}

// wanted is a formula whose tree is to be found.
type wanted struct {
	name    string
	formula *cnf.Formula
	nodes   int64 // in its tree, roughly; 0 if it has to be recorded
}

// seek reads formulas and looks which of their trees are in the cache.
func seek(ctx context.Context, s *Session, formulas []input.Formula) ([]wanted, error) {
	var all []wanted
	for _, f := range formulas {
		formula, err := f.Read(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		all = append(all, wanted{f.Name, formula, s.trees.Nodes(formula)})
	}
	return all, nil
}

// turns says in which order trees are worked on: those that have to be recorded, and then large ones before small ones, so
// that no core is left alone with a large one at the end.
func turns(all []wanted) func(i int) compare.Turn {
	return func(i int) compare.Turn { return compare.Turn{Seconds: all[i].seconds()} }
}

// millions is about how many million nodes the tree has. Of one that was not seen before this takes the
// papers' samples as typical.
func (w wanted) millions() float64 {
	const unseen = 8
	if w.nodes == 0 {
		return unseen
	}
	return float64(w.nodes) / 1e6
}

// seconds is about how long it takes to find the tree.
func (w wanted) seconds() float64 {
	const load, record = 0.012, 1.0 // for a million nodes
	if w.nodes == 0 {
		return record * w.millions()
	}
	return load * w.millions()
}

// lend finds a tree, on a core of its own.
func (s *Session) lend(ctx context.Context, w wanted) (Lent, error) {
	lent := Lent{Name: w.name, Formula: w.formula}
	reported := 0.0
	report := func(share float64, what string) {
		s.meter.finish(s.Item+": "+what, (share-reported)*w.seconds())
		reported = share
	}
	err := s.pool.Run(ctx, compare.Turn{Group: s.place, Seconds: w.seconds()}, func() (err error) {
		if lent.Tree = s.trees.Kept(w.formula); lent.Tree != nil {
			return nil
		}
		select {
		case s.recording <- struct{}{}:
			defer func() { <-s.recording }()
		case <-ctx.Done():
			return ctx.Err()
		}
		lent.Tree, err = s.trees.Tree(ctx, w.name, w.formula, func(p dpll.Progress) {
			report(p.Closed, fmt.Sprintf("recording %s: %.1f million nodes", w.name, float64(p.Nodes)/1e6))
		})
		return err
	})
	if errors.Is(err, treecache.ErrModels) {
		err = nil // and no tree
	}
	if err == nil {
		report(1, w.name+" is found")
	}
	return lent, err
}
