package cdcl

import "transat/solver/cnf"

// blame finds out which assumptions have made another one false: those that the reasons lead back to. They are s.failed, the false one included.
func (s *Solver) blame(failed cnf.Lit) {
	s.failed = append(s.failed[:0], failed)
	if s.values[failed.Var()].level == 0 {
		return
	}
	s.mark[failed.Var()] = markSeen
	for i := len(s.trail) - 1; i >= s.rootLength(); i-- {
		l := s.trail[i]
		v := l.Var()
		if s.mark[v] == 0 {
			continue
		}
		s.mark[v] = 0
		c := s.values[v].reason
		if c == 0 {
			s.failed = append(s.failed, l) // all decisions so far are assumptions; its opposite may be one, too
			continue
		}
		for _, w := range s.words(c) {
			if u := cnf.FromCode(w).Var(); u != v && s.values[u].level > 0 {
				s.mark[u] = markSeen
			}
		}
	}
}

// ProveFailed adds to the proofs, when the last call of Solve has said that assumptions cannot be true together, the clause that says so: the complements of Failed. It
// returns the number that the clause has in the proof with hints, 0 if there is none, or if two of the assumptions contradict each other, so that nothing needs a proof.
func (s *Solver) ProveFailed() (number int64, err error) {
	if len(s.failed) == 0 || s.err != nil {
		return s.last, s.err
	}
	last := s.failed[0]
	core := make([]cnf.Lit, len(s.failed))
	for i, l := range s.failed {
		core[i] = l.Not()
	}
	switch c := s.values[last.Var()].reason; {
	case s.values[last.Var()].level == 0:
		if s.hints != nil {
			s.because = append(s.because[:0], s.units[last.Var()])
		}
	case c == 0:
		return 0, nil
	default:
		s.explain(c, core)
	}
	s.prove(core)
	return s.last, s.err
}

// shared returns how many decisions of the last call are the first of these assumptions as well, so that they can stay: neighbours in a tree of
// assumptions have most in common.
func (s *Solver) shared(assumptions []cnf.Lit) int {
	n := 0
	for n < min(len(assumptions), len(s.assumptions), s.decisions()) && assumptions[n] == s.assumptions[n] {
		n++
	}
	return n
}

// Chosen reports, when the last call of Solve has said that its last assumption cannot be true under those before it, whether assumption i, one of
// these, was free to be false under the ones before it, as far as propagation tells: if Chosen is false, it follows from them.
func (s *Solver) Chosen(i int) bool {
	if i+1 >= len(s.control) {
		return true
	}
	begin := s.control[i+1]
	return begin < len(s.trail) && s.trail[begin] == s.assumptions[i] && s.values[s.assumptions[i].Var()].level == int32(i+1)
}
