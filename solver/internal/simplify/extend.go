package simplify

import "transat/solver/cnf"

// The stack says how eliminated variables get their values, from the last one eliminated to the first: entries of a clause, its literal of the variable last, behind
// which stands the length. From the end to the beginning, a clause that is false makes that literal true.
//
// The clauses of the sign that fewer have are pushed first, and then the other sign alone: so the variable has that sign unless
// a clause needs the other. That breaks none of the others, because their resolvents hold.

// push puts a variable on the stack.
func (w *worker) push(v cnf.Var, pos, neg []int32) {
	l, list := cnf.Pos(v), pos
	if len(neg) < len(pos) {
		l, list = cnf.Neg(v), neg
	}
	for _, id := range list {
		n := uint32(0)
		for _, other := range w.of(id) {
			if other != l {
				w.stack = append(w.stack, other)
				n++
			}
		}
		w.stack = append(w.stack, l, cnf.FromCode(n+1))
	}
	w.stack = append(w.stack, l.Not(), cnf.FromCode(1))
}

// Extend makes a model of what is left a model of the formula. The argument has a value for every variable of the formula, of which those that no longer occur do not matter. It is
// not changed.
func (s *Simplified) Extend(m cnf.Model) cnf.Model {
	all := make(cnf.Model, s.vars+1)
	copy(all, m)
	for _, l := range s.fixed {
		all[l.Var()] = !l.Negative()
	}
	for end := len(s.stack); end > 0; {
		n := int(s.stack[end-1].Code())
		clause := s.stack[end-1-n : end-1]
		end -= n + 1
		holds := false
		for _, l := range clause {
			holds = holds || all.Satisfies(l)
		}
		if l := clause[n-1]; !holds {
			all[l.Var()] = !l.Negative()
		}
	}
	return all
}
