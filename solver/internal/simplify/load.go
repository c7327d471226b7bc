package simplify

import "transat/solver/cnf"

// clausesPerCheck is the number of clauses that load looks at between two checks of the context.
const clausesPerCheck = 1 << 16

// load copies the clauses of f, without repeated literals and tautologies.
//
// The unit clauses are propagated beforehand, so that clauses that they make true are never copied, nor false literals: of quasigroups
// with given cells a seventh is left, of hashes three quarters. What only clauses that are already copied would imply is up to
// propagate.
func (w *worker) load(f *cnf.Formula) {
	if w.head*f.Len()+f.Literals() >= mostWords {
		w.err = cnf.ErrTooLarge
		return
	}
	words := 1 + w.inferred(f)
	if w.err != nil || w.refuted {
		return
	}
	w.lits = make([]cnf.Lit, 1, min(words+words/8, mostWords))
	w.each(f, func(i int, given []cnf.Lit) {
		lits, always := w.distinct(given)
		if always {
			return
		}
		w.last = w.given(i)
		if len(lits) != len(given) {
			w.because1(w.last)
			w.prove(lits)
		}
		if len(lits) > 1 {
			w.begun += len(lits)
			lits, always = w.opened(lits)
		}
		if !always {
			w.store(lits)
		}
	})
	w.fresh = make([]cnf.Var, 0, w.vars)
	for v := cnf.Var(1); int(v) <= w.vars; v++ {
		if w.both(v) > 0 {
			w.changed(v)
		}
	}
	w.connect()
}

// each visits the clauses of f until there is an error, or the formula is refuted.
func (w *worker) each(f *cnf.Formula, visit func(i int, given []cnf.Lit)) {
	for i := range f.Len() {
		if i%clausesPerCheck == 0 && w.err == nil {
			w.err = w.ctx.Err()
		}
		if w.err != nil || w.refuted {
			return
		}
		visit(i, f.Clause(i))
	}
}

// inferred assigns the literals of unit clauses, and what one look at the others infers from them. It returns how many words the rest
// takes at most.
func (w *worker) inferred(f *cnf.Formula) (words int) {
	for i := range f.Len() {
		if given := f.Clause(i); len(given) < 2 {
			w.last = w.given(i)
			w.store(given)
		}
	}
	if len(w.fixed) == 0 {
		return f.Literals() + w.head*f.Len()
	}
	w.each(f, func(i int, given []cnf.Lit) {
		open := 0
		for _, l := range given {
			switch value := w.vals[l.Code()]; {
			case value > 0:
				return
			case value == 0:
				open++
			}
		}
		if open < 2 {
			if lits, always := w.distinct(given); !always && len(lits) == len(given) {
				w.last = w.given(i)
				w.store(w.without(given))
				return
			}
		}
		words += w.head + len(given)
	})
	return words
}

// opened returns the literals of a clause that have no value, or that the clause is true. Clause w.last is then the shorter one. The slice
// is valid until the next call.
func (w *worker) opened(lits []cnf.Lit) (left []cnf.Lit, always bool) {
	short := false
	for _, l := range lits {
		value := w.vals[l.Code()]
		always = always || value > 0
		short = short || value < 0
	}
	switch number := w.last; {
	case always:
		w.proveDeletion(lits, number)
		for _, l := range lits {
			w.touched[l.Var()] = touched
		}
	case short:
		left = w.without(lits)
		w.proveDeletion(lits, number)
		return left, false
	}
	return lits, always
}

// without proves clause w.last without its false literals, and returns it.
func (w *worker) without(lits []cnf.Lit) []cnf.Lit {
	w.left, w.because = w.left[:0], w.because[:0]
	for _, l := range lits {
		if w.vals[l.Code()] == 0 {
			w.left = append(w.left, l)
		} else {
			w.because = append(w.because, w.unit(l))
		}
	}
	w.because = append(w.because, w.last)
	if len(w.left) > 0 {
		w.prove(w.left)
	} else {
		w.refute()
	}
	return w.left
}

// distinct returns a clause without repeated literals, and whether it is a tautology. The slice is valid until the next
// call.
func (w *worker) distinct(given []cnf.Lit) (lits []cnf.Lit, always bool) {
	const short = 8
	if len(given) <= short {
		clean := true
		for i, l := range given {
			for _, m := range given[:i] {
				clean = clean && l.Var() != m.Var()
			}
		}
		if clean {
			return given, false
		}
	}
	w.made = w.made[:0]
	for _, l := range given {
		always = always || w.marks[l.Not().Code()]
		if !w.marks[l.Code()] {
			w.marks[l.Code()] = true
			w.made = append(w.made, l)
		}
	}
	w.unmark(w.made)
	return w.made, always
}
