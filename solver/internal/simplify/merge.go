package simplify

import "transat/solver/cnf"

// Two literals that are equal in every model become one. merge rewrites the clauses of the one that goes; the stack gives it the value
// of its representative, see extend.go. The two clauses that say so stay in the proof until [Simplified.Settle], so that the learned
// clauses of a solver can be rewritten too.

// Equality says that Lit equals Rep in every model of the formula, and occurs in it no longer.
type Equality struct {
	Lit, Rep cnf.Lit
	// In the proof with hints these are the numbers of the clauses (-Lit Rep) and (Lit -Rep).
	Forward, Backward int64
}

// merge replaces a literal by its representative. The proof has the two clauses, and neither literal has a value.
func (w *worker) merge(e Equality) {
	l, r := e.Lit, e.Rep
	w.equal = append(w.equal, e)
	w.stats.Substituted++
	w.rewrite(l, r, e.Forward)
	w.rewrite(l.Not(), r.Not(), e.Backward)
	w.gone[l.Var()] = true
	w.stack = append(w.stack, r.Not(), l, cnf.FromCode(2), r, l.Not(), cnf.FromCode(2))
}

// rewrite replaces l by r in all clauses, where clause number by is (-l r).
func (w *worker) rewrite(l, r cnf.Lit, by int64) {
	for _, id := range w.with(l) {
		w.left = w.left[:0]
		always := false
		for _, m := range w.of(id) {
			always = always || m == r.Not()
			if m != l && m != r {
				w.left = append(w.left, m)
			}
		}
		w.work(len(w.left) + 1)
		if !always {
			w.left = append(w.left, r)
			w.because2(by, w.number(id))
			w.add(w.left)
		}
		w.remove(id)
	}
	w.disconnect(l)
}

// follow makes every representative one that no later merge has replaced.
func (w *worker) follow() {
	if w.refuted || len(w.equal) == 0 {
		return
	}
	final := make(map[cnf.Var]*Equality, len(w.equal))
	for i := len(w.equal) - 1; i >= 0; i-- {
		e := &w.equal[i]
		if next := final[e.Rep.Var()]; next != nil {
			there, back := next.Forward, next.Backward // of the representative to its own
			to := next.Rep
			if next.Lit != e.Rep {
				there, back, to = back, there, to.Not()
			}
			was := *e
			w.because2(was.Forward, there)
			w.made = append(w.made[:0], e.Lit.Not(), to)
			w.prove(w.made)
			e.Forward = w.last
			w.because2(back, was.Backward)
			w.made = append(w.made[:0], e.Lit, to.Not())
			w.prove(w.made)
			e.Rep, e.Backward = to, w.last
			w.unprove(was)
		}
		final[e.Lit.Var()] = e
	}
}

// unprove deletes the clauses of an equality from the proof.
func (w *worker) unprove(e Equality) {
	w.proveDeletion([]cnf.Lit{e.Lit.Not(), e.Rep}, e.Forward)
	w.proveDeletion([]cnf.Lit{e.Lit, e.Rep.Not()}, e.Backward)
}
