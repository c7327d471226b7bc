package simplify

import (
	"slices"

	"transat/solver/cnf"
)

// Some large formulas have a model that is easily found: give every variable the same value, in the order of their
// numbers or against it, and propagate; without a conflict, that is a model. A conflict usually comes soon, so the four
// attempts cost little.
//
// Source: A. Biere et al., "CaDiCaL, Kissat, Paracooba, Plingeling and Treengeling entering the SAT Competition 2020":
// lucky phases.

// lucky removes all clauses if such a model is found, and puts it on the stack.
func (w *worker) lucky() {
	w.begin(luck)
	w.probed = make([]int8, len(w.count))
	for _, backward := range [...]bool{false, true} {
		for _, negative := range [...]bool{true, false} {
			lucky := w.guess(backward, negative)
			w.unassume()
			if lucky {
				w.satisfied()
				return
			}
		}
	}
}

// satisfied removes all clauses, since the literals of the trail satisfy them.
func (w *worker) satisfied() {
	w.stack = slices.Grow(w.stack, 2*len(w.trail))
	for _, l := range w.trail {
		w.stack = append(w.stack, l, cnf.FromCode(1))
		w.gone[l.Var()] = true
	}
	for id := range w.all() {
		w.remove(id)
	}
}

// guess assumes a literal of every variable. It reports whether that leads to no conflict.
func (w *worker) guess(backward, negative bool) bool {
	w.trail = w.trail[:0]
	head := 0
	for i := 1; i <= w.vars; i++ {
		v := cnf.Var(i)
		if backward {
			v = cnf.Var(w.vars + 1 - i)
		}
		l := cnf.Signed(v, negative)
		if w.both(v) == 0 || w.probed[l.Code()] != 0 {
			continue
		}
		w.assume(l)
		var conflict int32
		if head, conflict = w.consequences(head); conflict != 0 || w.done() {
			return false
		}
	}
	return true
}
