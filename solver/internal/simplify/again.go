package simplify

import "transat/solver/cnf"

// A formula can be simplified again after a solver has learned from it: [Run] gets its clauses as they are then, and [Simplified.Append]
// makes the results one.

// Binary is a clause of two literals, and its number in the proof with hints.
type Binary struct {
	Lits   [2]cnf.Lit
	Number int64
}

// Append adds the result of simplifying s.Formula again, perhaps after more was learned: Extend and Fixed are then those of both. The
// formula, and the numbers, are those of the latter.
func (s *Simplified) Append(next *Simplified) {
	s.Formula, s.Numbers = next.Formula, next.Numbers
	for v, number := range next.Units {
		if number != 0 {
			s.Units[v] = number
		}
	}
	s.fixed = append(s.fixed, next.fixed...)
	s.stack = append(s.stack, next.stack...)
	s.Equal = next.Equal
	s.Stats.add(&next.Stats)
}

// Settle ends the proof of the equalities, once no clause has replaced literals.
func (s *Simplified) Settle(proof cnf.ProofWriter, hints cnf.HintWriter) error {
	for _, e := range s.Equal {
		for _, c := range [...]Binary{{[2]cnf.Lit{e.Lit.Not(), e.Rep}, e.Forward}, {[2]cnf.Lit{e.Lit, e.Rep.Not()}, e.Backward}} {
			if proof != nil {
				if err := proof.Delete(c.Lits[:]); err != nil {
					return &cnf.ProofError{Err: err}
				}
			}
			if hints != nil {
				if err := hints.Forget(c.Number); err != nil {
					return &cnf.ProofError{Err: err}
				}
			}
		}
	}
	s.Equal = nil
	return nil
}

// Gone reports whether no clause has a variable any more because it was eliminated, or replaced by an equal one.
func (s *Simplified) Gone(v cnf.Var) bool { return s.gone[v] }

// add adds the effects of another run.
func (s *Stats) add(t *Stats) {
	s.Units += t.Units
	s.Eliminated += t.Eliminated
	s.Subsumed += t.Subsumed
	s.Strengthened += t.Strengthened
	s.Probed += t.Probed
	s.Failed += t.Failed
	s.Substituted += t.Substituted
	s.Congruent += t.Congruent
	s.Work += t.Work
}
