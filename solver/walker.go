package solver

import (
	"context"
	"errors"

	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
)

// Models are found by walking through the tree of assignments to the variables that matter, from left to right, with clause
// learning to say below which nodes there are any:
//
//	            first model: 1 -2 3
//	       ╱╲
//	      1  …   then the latest variable whose other value is possible under those before it, here of 2 (under 1 2 there is a model,
//	     ╱╲      under 1 -2 -3 there is none) … and when there is none left, there is no other model
//	   -2  2
//	   ╱
//	  3
//
// So no model comes twice, without a clause for every one that was found: memory is that of the solver. Values that follow from
// those above them by propagation need no question (cdcl.Solver.Chosen), and neighbours in the tree share their trail. A part of
// the tree that is not searched yet, which is some literals, can go to another walker.
//
// Simplifying (package simplify) keeps the variables that matter. The others may be eliminated: their values are found anew for each model.

// walker walks through parts of the tree.
type walker struct {
	*enumeration
	ctx    context.Context
	solver *cdcl.Solver
	at     []cnf.Lit // the way from the root: assumptions, then a literal for each variable that matters
	done   []bool    // by literal of at: its complement was looked at, or is no business of this walker's
}

func newWalker(ctx context.Context, e *enumeration) (*walker, error) {
	s, err := cdcl.Load(ctx, e.simplified.Formula, cdcl.Options{})
	if err != nil {
		return nil, err
	}
	return &walker{enumeration: e, ctx: ctx, solver: s}, addFixed(s, e.simplified)
}

// walk finds all models in a part of the tree.
func (w *walker) walk(part []cnf.Lit) error {
	w.at, w.done = append(w.at[:0], part...), w.done[:0]
	for range part {
		w.done = append(w.done, true)
	}
	more, err := w.ask()
	if err == nil && !more && len(part) == len(w.assume) {
		failed, _ := shrunk(w.ctx, w.solver)
		w.failed(failed)
	}
	for err == nil && more {
		if err = w.arrive(); err == nil {
			more, err = w.next()
		}
	}
	return err
}

// arrive reports the model that was found, and goes down to it.
func (w *walker) arrive() error {
	m := w.simplified.Extend(w.solver.Model())
	for _, v := range w.project[len(w.at)-len(w.assume):] {
		l := cnf.Pos(v)
		if !m[v] {
			l = cnf.Neg(v)
		}
		w.at, w.done = append(w.at, l), append(w.done, false)
	}
	return w.report(w.formula.Checked(func(checked cnf.Model) { copy(checked, m) }, w.assume...))
}

// next goes up to the next node with another model below, and reports whether there is one.
func (w *walker) next() (more bool, err error) {
	asked := false // the last question has shown what follows from what
	for i := len(w.at) - 1; i >= 0; i-- {
		if w.done[i] || asked && !w.solver.Chosen(i) {
			continue
		}
		if w.hungry() {
			w.share(i)
		}
		if w.done[i] {
			continue
		}
		w.at, w.done = w.at[:i+1], w.done[:i+1]
		w.at[i], w.done[i] = w.at[i].Not(), true
		if more, err = w.ask(); more || err != nil {
			return more, err
		}
		asked = true
	}
	return false, nil
}

// share gives the part nearest to the root that was not looked at to another walker. It is at most that of literal i.
func (w *walker) share(i int) {
	for j, done := range w.done[:i+1] {
		if !done {
			part := append([]cnf.Lit(nil), w.at[:j+1]...)
			part[j] = part[j].Not()
			w.done[j] = true
			w.give(part)
			return
		}
	}
}

// ask reports whether there is a model below the node.
func (w *walker) ask() (bool, error) {
	for {
		before := w.solver.Stats().Conflicts
		verdict, err := w.solver.Solve(w.ctx, cdcl.Limits{Work: sliceWork}, w.at...)
		w.count(w.solver.Stats().Conflicts - before)
		if !errors.Is(err, cdcl.ErrLimit) {
			return verdict == cnf.Satisfiable, err
		}
	}
}
