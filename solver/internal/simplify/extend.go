package simplify

import "transat/solver/cnf"

// The stack says how eliminated variables get their values, the last eliminated first. An entry is a clause, with its
// literal of the variable last, and then its length. Extend reads it from its end: a clause that is false makes its
// last literal true.
//
// For a variable, push stores the clauses of its rarer sign, and above them the other sign alone. So the variable has
// that other sign unless a stored clause needs the rarer one; then the clauses with the other sign hold all the same,
// because their resolvents hold.

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

// Extend turns a model of Formula into one of the original formula. m has a value for every variable of the original;
// values of variables that no longer occur do not matter. Extend leaves m as it is.
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
	return all[:s.own+1]
}
