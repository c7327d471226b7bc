package solver

import "transat/solver/cnf"

// witnesses check models of a formula, one after the other, in time linear in what has changed: every clause is in the list of its witness,
// a literal that the last model made true. Only the clauses whose witness is false in the next model are looked at, and the new ones. To
// look at all of them would take most of the time of an easy call. Memory is 4 bytes a clause and 9 a variable. The zero value is ready.
type witnesses struct {
	model cnf.Model // the last one
	first []uint32  // by literal: the first clause of its list, counted from 1; 0 for none
	next  []uint32  // by clause: the one behind it in its list
}

// check returns what f.Check returns. Between two calls the formula may get clauses and variables, but lose none.
func (w *witnesses) check(f *cnf.Formula, m cnf.Model) error {
	if f.Err() != nil || len(m) != f.Vars()+1 {
		return f.Check(m)
	}
	if more := len(m) - len(w.model); more > 0 {
		w.model = append(w.model, make(cnf.Model, more)...)
		w.first = append(w.first, make([]uint32, 2*len(m)-len(w.first))...)
	}
	for v := 1; v < len(m); v++ {
		if m[v] == w.model[v] {
			continue
		}
		w.model[v] = m[v]
		gone := cnf.Signed(cnf.Var(v), m[v]).Code() // the literal that is false now
		clause := w.first[gone]
		w.first[gone] = 0
		for clause != 0 {
			next := w.next[clause-1]
			if !w.find(f, clause, m) {
				return w.fail(f, m)
			}
			clause = next
		}
	}
	for len(w.next) < f.Len() {
		w.next = append(w.next, 0)
		if !w.find(f, uint32(len(w.next)), m) {
			return w.fail(f, m)
		}
	}
	return nil
}

// find puts a clause, counted from 1, into the list of a literal that the model makes true. It reports whether there is one.
func (w *witnesses) find(f *cnf.Formula, clause uint32, m cnf.Model) bool {
	for _, l := range f.Clause(int(clause - 1)) {
		if m.Satisfies(l) {
			w.next[clause-1], w.first[l.Code()] = w.first[l.Code()], clause
			return true
		}
	}
	return false
}

// fail forgets all witnesses, since a clause has none, and returns what f.Check returns.
func (w *witnesses) fail(f *cnf.Formula, m cnf.Model) error {
	*w = witnesses{}
	return f.Check(m)
}

// bytes is the memory of the witnesses.
func (w *witnesses) bytes() int64 {
	return int64(cap(w.model)) + 4*int64(cap(w.first)+cap(w.next))
}
