package simplify

import "transat/solver/cnf"

// assign makes a literal true. The proof has its unit clause already, as number w.last.
func (w *worker) assign(l cnf.Lit) {
	switch {
	case w.vals[l.Code()] < 0:
		w.because2(w.unit(l), w.last)
		w.refute()
	case w.vals[l.Code()] == 0:
		w.nameUnit(l)
		w.vals[l.Code()], w.vals[l.Not().Code()] = 1, -1
		w.fixed = append(w.fixed, l)
	}
}

// propagate removes true clauses and false literals. It ignores the limit of work, so that no clause keeps a variable
// that has a value.
func (w *worker) propagate() {
	for w.propagated < len(w.fixed) && !w.refuted && w.err == nil {
		l := w.fixed[w.propagated]
		w.propagated++
		for _, id := range w.with(l) {
			w.remove(id)
		}
		for _, id := range w.with(l.Not()) {
			w.work(1)
			w.strengthen(id, l.Not(), w.unit(l))
		}
		w.disconnect(l)
		w.disconnect(l.Not())
	}
}
