package cdcl

import "transat/solver/cnf"

// All that the proof is told goes through here. Clauses of the formula are deleted from the proof as well when they are; where the formula has one
// in another form than the solver (a literal twice), the proof gets the solver's first.

// prove adds a clause to the proof, and to that with hints for the reason in s.because: there its number is s.last.
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

// proveDeletion tells the proof that a clause is not needed any more.
func (s *Solver) proveDeletion(c ref) {
	if s.err != nil || s.keep && !s.isLearned(c) {
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

// refuteBy notes that there is no model, since a clause is false at the root.
func (s *Solver) refuteBy(c ref) {
	s.inferUnits()
	s.explain(c, nil)
	s.refute()
}

// refute notes that there is no model, for the reason in s.because.
func (s *Solver) refute() {
	if !s.refuted {
		s.refuted = true
		s.prove(nil)
	}
}
