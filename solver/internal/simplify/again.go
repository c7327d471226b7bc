package simplify

import (
	"cmp"

	"transat/solver/cnf"
)

// A formula can be simplified again after a solver has learned from it: [Run] gets its clauses as they are then, and [Simplified.Append]
// makes the results one.

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
	s.gone, s.Equal, s.at = next.gone, next.Equal, nil
	s.Stats.add(&next.Stats)
}

// Settle ends the proof of the equalities, once no clause has replaced literals.
func (s *Simplified) Settle(proof cnf.ProofWriter, hints cnf.HintWriter) error {
	for _, e := range s.Equal {
		if proof != nil {
			err := cmp.Or(proof.Delete([]cnf.Lit{e.Lit.Not(), e.Rep}), proof.Delete([]cnf.Lit{e.Lit, e.Rep.Not()}))
			if err != nil {
				return &cnf.ProofError{Err: err}
			}
		}
		if hints != nil {
			if err := hints.Forget(e.Forward, e.Backward); err != nil {
				return &cnf.ProofError{Err: err}
			}
		}
	}
	s.Equal = nil
	return nil
}

// Gone says, by variable, whether no clause has it any more because it was eliminated, or replaced by an equal one. The slice belongs to s.
func (s *Simplified) Gone() []bool { return s.gone }

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
	s.Swept += t.Swept
	s.Added += t.Added
	s.Work += t.Work
}

// Replaced returns the literal that has replaced l, or l itself, and in the proof with hints the number of the clause (-l by).
func (s *Simplified) Replaced(l cnf.Lit) (by cnf.Lit, number int64) {
	if s.at == nil {
		s.at = make([]int32, s.vars+1)
		for i, e := range s.Equal {
			s.at[e.Lit.Var()] = int32(i + 1)
		}
	}
	i := s.at[l.Var()]
	if i == 0 {
		return l, 0
	}
	e := s.Equal[i-1]
	if e.Lit == l {
		return e.Rep, e.Forward
	}
	return e.Rep.Not(), e.Backward
}
