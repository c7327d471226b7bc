package simplify

import "transat/solver/cnf"

// probe assumes literals and propagates. If that leads to a conflict, the literal is false. It tries the literals that
// imply another by a clause of two literals, but are themselves not implied by one: probing them covers the others.
func (w *worker) probe() {
	w.begin(probing)
	binary := make([]int32, len(w.count)) // by literal: clauses of two literals that have it
	for id := range w.all() {
		if w.size(id) == 2 {
			for _, l := range w.of(id) {
				binary[l.Code()]++
			}
		}
	}
	w.probed = make([]int8, len(w.count))
	w.implies = make([]int32, w.vars+1)
	for v := cnf.Var(1); int(v) <= w.vars && !w.done(); v++ {
		for _, l := range [...]cnf.Lit{cnf.Pos(v), cnf.Neg(v)} {
			if binary[l.Not().Code()] == 0 || binary[l.Code()] > 0 || w.vals[l.Code()] != 0 {
				continue
			}
			w.stats.Probed++
			for failed := w.fails(l); !failed.IsNone(); failed = w.fails(l) {
				w.stats.Failed++
				w.add([]cnf.Lit{failed.Not()})
				w.propagate()
				if w.done() || w.vals[l.Code()] != 0 {
					break
				}
			}
		}
	}
	w.probed = nil
}

// fails returns a literal that leads to a conflict, if l does: the last one through which all ways go from l to the conflict. The reason is
// then in w.because. It gives up, and returns none, when the budget is spent.
func (w *worker) fails(l cnf.Lit) (failed cnf.Lit) {
	w.trail = w.trail[:0]
	w.assume(l)
	_, conflict := w.consequences(0)
	if conflict != 0 {
		failed = w.explain(conflict)
	}
	w.unassume()
	return failed
}

// assume makes a literal true while probing.
func (w *worker) assume(l cnf.Lit) {
	w.probed[l.Code()], w.probed[l.Not().Code()] = 1, -1
	w.trail = append(w.trail, l)
}

// unassume forgets all literals that are assumed or follow.
func (w *worker) unassume() { w.unassumeFrom(0) }

// unassumeFrom forgets the ones from place begin of the trail on.
func (w *worker) unassumeFrom(begin int) {
	for _, m := range w.trail[begin:] {
		w.probed[m.Code()], w.probed[m.Not().Code()] = 0, 0
	}
	w.trail = w.trail[:begin]
}

// consequences propagates the literals of the trail from head on. It returns the new head, and a clause that became
// false, or 0.
func (w *worker) consequences(head int) (next int, conflict int32) {
	for ; head < len(w.trail) && !w.done(); head++ {
		ids := w.with(w.trail[head].Not())
		w.work(len(ids))
		for _, id := range ids {
			implied, n := cnf.Lit{}, 0
			for _, m := range w.of(id) {
				if value := w.probed[m.Code()]; value > 0 {
					n = 2
				} else if value == 0 {
					implied = m
					n++
				}
				if n > 1 {
					break
				}
			}
			if n > 1 {
				continue
			}
			if n == 0 {
				return head, id
			}
			if w.implies != nil {
				w.implies[implied.Var()] = id
			}
			w.assume(implied)
		}
	}
	return head, 0
}
