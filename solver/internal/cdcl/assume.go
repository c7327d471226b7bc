package cdcl

import "transat/solver/cnf"

// blame follows the reasons of a false assumption back to the assumptions that made it false. These, and the false one,
// are s.failed.
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
			s.failed = append(s.failed, l) // all decisions so far are assumptions; a later one may be its complement
			continue
		}
		for _, w := range s.words(c) {
			if u := cnf.FromCode(w).Var(); u != v && s.values[u].level > 0 {
				s.mark[u] = markSeen
			}
		}
	}
}

// ProveFailed adds the complements of Failed to the proofs, as a clause, after the last call of Solve has found that
// assumptions contradict the formula. It returns the number of that clause in the proof with hints: 0 if there is no
// such proof, or if two assumptions contradict each other, which needs no proof.
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

// shared returns how many decisions of the last call begin these assumptions too, and so can stay. Neighbours in a tree
// of assumptions have most in common.
func (s *Solver) shared(assumptions []cnf.Lit) int {
	n := 0
	for n < min(len(assumptions), len(s.assumptions), s.decisions()) && assumptions[n] == s.assumptions[n] {
		n++
	}
	return n
}

// Chosen says, after Solve has found the last assumption to be false under the ones before it, whether assumption i,
// one of the earlier ones, was open when its turn came. If Chosen is false, the assumption follows by propagation from
// those before it.
func (s *Solver) Chosen(i int) bool {
	if i+1 >= len(s.control) {
		return true
	}
	begin := s.control[i+1]
	return begin < len(s.trail) && s.trail[begin] == s.assumptions[i] && s.values[s.assumptions[i].Var()].level == int32(i+1)
}
