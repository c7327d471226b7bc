package simplify

import (
	"slices"

	"transat/solver/cnf"
)

// Some large formulas have a model that is easily found: give every variable the same value, in the order of their
// numbers or against it, and propagate. A variable for which that leads to a conflict gets the other value. If both values
// do, the attempt ends; otherwise its end is a model. Two conflicts usually come soon, so the four attempts cost little; no
// attempt can cost much more than a visit to each literal of the formula, and their budget is bounded.
//
// Source: A. Biere et al., "CaDiCaL, Kissat, Paracooba, Plingeling and Treengeling entering the SAT Competition 2020":
// lucky phases.

// lucky removes all clauses if such a model is found, and puts it on the stack.
func (w *worker) lucky() {
	w.begin(luck)
	w.probed = make([]int8, len(w.count))
	for _, backward := range [...]bool{false, true} {
		for _, negative := range [...]bool{true, false} {
			if w.guess(backward, negative) {
				w.satisfied()
				return
			}
			w.unassume()
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

// guess assumes a literal of every variable, or its opposite where that leads to a conflict. It reports whether a model is found.
func (w *worker) guess(backward, negative bool) bool {
	w.trail = w.trail[:0]
	for i := 1; i <= w.vars; i++ {
		v := cnf.Var(i)
		if backward {
			v = cnf.Var(w.vars + 1 - i)
		}
		l := cnf.Signed(v, negative)
		if w.both(v) == 0 || w.probed[l.Code()] != 0 {
			continue
		}
		if !w.follows(l) && (w.done() || !w.follows(l.Not())) {
			return false
		}
	}
	return true
}

// follows assumes a literal and what it implies. If that leads to a conflict, or the budget is spent, it takes all of it back.
func (w *worker) follows(l cnf.Lit) bool {
	head := len(w.trail)
	w.assume(l)
	if _, conflict := w.consequences(head); conflict == 0 && !w.done() {
		return true
	}
	w.unassumeFrom(head)
	return false
}
