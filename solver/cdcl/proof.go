package cdcl

import "transat/solver/cnf"

// All that the proof is told goes through here. Clauses of the formula are deleted from the proof as well when they are; where the formula has one
// in another form than the solver (a literal twice), the proof gets the solver's first.

// prove adds a clause to the proof.
func (s *Solver) prove(lits []cnf.Lit) {
	if s.proof == nil || s.err != nil {
		return
	}
	if err := s.proof.Add(lits); err != nil {
		s.err = &cnf.ProofError{Err: err}
	}
}

// proveDeletion tells the proof that a clause is not needed any more.
func (s *Solver) proveDeletion(c ref) {
	if s.proof == nil || s.err != nil || s.keep && !s.isLearned(c) {
		return
	}
	if err := s.proof.Delete(s.literals(nil, c)); err != nil {
		s.err = &cnf.ProofError{Err: err}
	}
}

// refute notes that there is no model.
func (s *Solver) refute() {
	if !s.refuted {
		s.refuted = true
		s.prove(nil)
	}
}
