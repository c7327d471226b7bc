package cdcl

import "transat/solver/cnf"

// The solver writes to its proofs through these functions alone. When it deletes a clause of the formula, it deletes it
// from the proof too. If it holds a clause of the formula in another form (without repeated literals, say), it first
// adds that form to the proof.

// prove adds a clause to both proofs. In the one with hints its reason is s.because, and its number becomes s.last.
func (s *Solver) prove(lits []cnf.Lit) {
	s.tell(lits)
	s.infer(lits)
}

// tell adds a clause to the proof without hints.
func (s *Solver) tell(lits []cnf.Lit) {
	if s.proof == nil || s.err != nil {
		return
	}
	if err := s.proof.Add(lits); err != nil {
		s.err = &cnf.ProofError{Err: err}
	}
}

// proveDeletion deletes a clause from the proofs.
func (s *Solver) proveDeletion(c ref) {
	if s.err != nil || s.keepFormula && !s.isLearned(c) {
		return
	}
	var err error
	if s.proof != nil {
		s.deleted = s.literals(s.deleted[:0], c)
		err = s.proof.Delete(s.deleted)
	}
	if s.hints != nil && err == nil {
		err = s.hints.Forget(s.number(c))
	}
	if err != nil {
		s.err = &cnf.ProofError{Err: err}
	}
}

// refuteBy records that there is no model, since a clause is false at the root.
func (s *Solver) refuteBy(c ref) {
	s.inferUnits()
	s.explain(c, nil)
	s.refute()
}

// refute records that there is no model, for the reason in s.because.
func (s *Solver) refute() {
	if !s.refuted {
		s.refuted = true
		s.prove(nil)
	}
}
