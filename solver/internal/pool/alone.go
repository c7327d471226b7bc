package pool

import (
	"time"

	"transat/balance/cores"
	"transat/solver/dpll"
)

// A search is alone for this many nodes, or for this long if its nodes are expensive. The tree of a formula that is
// decided by then is searched in the same way however many processors there are.
const (
	aloneNodes = 2000
	aloneTime  = 10 * time.Millisecond
	aloneStep  = 256 // nodes between two looks at the clock, at most
)

// alone lets the first worker begin with the root. The outcome is dpll.Running if others may join.
func (r *run) alone() (dpll.Outcome, error) {
	w := r.first
	if err := w.Begin(w.Root()); err != nil {
		return dpll.Running, err
	}
	began := time.Now()
	for step := int64(1); w.Nodes() < aloneNodes && time.Since(began) < aloneTime; step = min(2*step, aloneStep) {
		switch outcome, err := w.Search(step); {
		case err != nil:
			return dpll.Running, err
		case outcome == cores.Found:
			r.solved(w)
			return dpll.Found, nil
		case outcome == cores.Closed:
			return dpll.Closed, nil
		}
	}
	return dpll.Running, nil
}
