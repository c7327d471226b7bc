package cdcl

import "transat/solver/cnf"

// A literal of the learned clause is redundant if the others imply it: if its reasons, followed back, end in the others
// (N. Sörensson, A. Biere, "Minimizing learned clauses", SAT 2009). minimize follows them at most mostSteps deep.
const mostSteps = 1000

// minimize shortens s.clause, whose variables are marked as seen and whose levels are stamped.
func (s *Solver) minimize() {
	kept := s.clause[:1]
	for _, l := range s.clause[1:] {
		if !s.implied(l, 0) {
			kept = append(kept, l)
		}
	}
	s.clause = kept
}

// implied reports whether the literals of the clause imply that l is false.
func (s *Solver) implied(l cnf.Lit, steps int) bool {
	v := l.Var()
	c := s.values[v].reason
	switch m := s.mark[v]; {
	case s.values[v].level == 0 || m&markRemovable != 0 || steps > 0 && m&markSeen != 0:
		return true
	case c == 0 || m&markPoison != 0 || steps > mostSteps || s.levels[s.values[v].level] != s.stamp:
		return false
	}
	words := s.words(c)
	result := true
	for _, w := range words {
		if cnf.FromCode(w).Var() != v && !s.implied(cnf.FromCode(w), steps+1) {
			result = false
			break
		}
	}
	if result {
		s.remark(v, markRemovable)
	} else {
		s.remark(v, markPoison)
	}
	return result
}

// remark adds a mark to a variable. The analysis removes all marks at its end.
func (s *Solver) remark(v cnf.Var, mark uint8) {
	if s.mark[v] == 0 {
		s.marked = append(s.marked, v)
	}
	s.mark[v] |= mark
}
