package cdcl

import "transat/solver/cnf"

// This is what vivification does with one clause: it assumes its literals to be false, one after the other, with the
// clause itself left out of propagation, and learns from what happens.
//
//	a conflict, or a true literal   those literals of the clause that it rests on are a clause; if a clause on the way has only literals
//	                                of this one, that is enough
//	false literals                  are left out
//	nothing                         the last literal is turned round: if that is a conflict, it is not needed
//
// Source: C. Li et al., "Clause vivification by unit propagation in CDCL SAT solvers", Artificial Intelligence 2020; and Kissat (2024).

// marks of the literals of the clause that is vivified, by variable.
const (
	markPositive = 1 << 4 << iota // the variable is in it
	markNegative                  // its negation is
)

func signMark(l cnf.Lit) uint8 { return markPositive << (l.Code() & 1) }

// vivifyClause tries to shorten one clause, or to do without it. The literals are given in the order to be tried.
// Decisions of the clause before may stand, and those for this clause may stay.
func (s *Solver) vivifyClause(c ref, lits []uint32) {
	if s.isGarbage(c) || s.arena[c] < 3 {
		return
	}
	for _, w := range s.words(c) {
		l := cnf.FromCode(w)
		if s.vals[w] > 0 {
			if level := s.values[l.Var()].level; level == 0 {
				return // clean removes it
			} else if s.values[l.Var()].reason == c {
				s.backtrack(int(level) - 1)
			}
		}
	}
	s.ignored = c
	conflict, implied := s.assumeFalse(lits)
	subsumer, lemmas := s.examine(c, conflict, implied)
	open := 0 // literals that are not false at the root
	for _, w := range lits {
		if l := cnf.FromCode(w); s.vals[w] == 0 || s.values[l.Var()].level > 0 {
			open++
		}
	}
	switch found := conflict != 0 || !implied.IsNone(); {
	case subsumer != 0:
		if !s.isLearned(c) && s.isLearned(subsumer) {
			*s.flags(subsumer) &^= flagLearned
		}
		s.vivifyAway(c, conflict != 0)
	case len(s.merged) < open:
		from := conflict
		if !implied.IsNone() {
			from = s.values[implied.Var()].reason
		} else if conflict == 0 {
			from = c
		}
		s.explain(from, s.merged)
		s.replace(c)
	case !implied.IsNone() && s.isLearned(c), found && !s.isLearned(c) && !lemmas:
		s.vivifyAway(c, conflict != 0)
	case found:
		if conflict != 0 {
			s.backtrack(s.decisions() - 1)
		}
	default:
		s.turnLast(c, cnf.FromCode(lits[len(lits)-1]))
	}
	s.ignored = 0
}

// assumeFalse assumes the literals to be false until there is a conflict or one of them is true.
func (s *Solver) assumeFalse(lits []uint32) (conflict ref, implied cnf.Lit) {
	level := 0
	for i, w := range lits {
		l := cnf.FromCode(w)
		if s.vals[w] != 0 && int(s.values[l.Var()].level) > level {
			if s.trail[s.control[level+1]] == l.Not() {
				level++
				continue
			}
			s.backtrack(level)
		}
		switch s.vals[w] {
		case -1:
			continue
		case 1:
			return 0, l
		}
		s.backtrack(level)
		s.control = append(s.control, len(s.trail))
		s.assign(l.Not(), 0)
		level++
		if conflict = s.propagate(); conflict != 0 {
			return conflict, cnf.Lit{}
		}
		for _, other := range lits[i+1:] {
			if s.vals[other] > 0 {
				return 0, cnf.FromCode(other)
			}
		}
	}
	s.backtrack(level)
	return 0, cnf.Lit{}
}

// examine follows a conflict, a true literal or else the false literals of c itself back to decisions. The clause that
// follows is s.merged. If a clause on the way has only literals of c, it is the subsumer, and s.merged has no meaning.
// lemmas says that a learned clause was on the way.
func (s *Solver) examine(c, conflict ref, implied cnf.Lit) (subsumer ref, lemmas bool) {
	s.merged, s.marked, s.analyzed = s.merged[:0], s.marked[:0], s.analyzed[:0]
	for _, w := range s.words(c) {
		l := cnf.FromCode(w)
		s.remark(l.Var(), signMark(l))
	}
	from := conflict
	if from == 0 {
		from = c
	}
	if !implied.IsNone() {
		s.merged = append(s.merged, implied)
		from = s.values[implied.Var()].reason
		s.mark[implied.Var()] |= markSeen
	}
	for at := 0; ; at++ {
		within := from != c
		lemmas = lemmas || from != c && s.isLearned(from)
		for _, w := range s.words(from) {
			l := cnf.FromCode(w)
			v := l.Var()
			if s.values[v].level == 0 {
				continue
			}
			within = within && s.mark[v]&signMark(l) != 0
			if s.mark[v]&markSeen == 0 {
				s.remark(v, markSeen)
				s.analyzed = append(s.analyzed, v)
			}
		}
		if within {
			subsumer = from
			break
		}
		for at < len(s.analyzed) && s.values[s.analyzed[at]].reason == 0 {
			v := s.analyzed[at]
			s.merged = append(s.merged, cnf.Signed(v, s.vals[cnf.Pos(v).Code()] > 0))
			at++
		}
		if at == len(s.analyzed) {
			break
		}
		from = s.values[s.analyzed[at]].reason
	}
	for _, v := range s.marked {
		s.mark[v] = 0
	}
	s.marked, s.analyzed = s.marked[:0], s.analyzed[:0]
	return subsumer, lemmas
}

// vivifyAway forgets a clause that others replace.
func (s *Solver) vivifyAway(c ref, conflict bool) {
	if conflict {
		s.backtrack(s.decisions() - 1)
	}
	s.stats.Vivified++
	s.unwatch(c)
	s.forget(c)
}

// turnLast assumes the last literal of a clause to be true, where all others are false. If that is a conflict, the
// others alone are a clause.
func (s *Solver) turnLast(c ref, last cnf.Lit) {
	if s.vals[last.Code()] == 0 || s.values[last.Var()].reason != 0 || int(s.values[last.Var()].level) != s.decisions() || s.decisions() < 2 {
		s.backtrack(max(s.decisions()-2, 0))
		return
	}
	s.backtrack(s.decisions() - 1)
	s.control = append(s.control, len(s.trail))
	s.assign(last, c) // the clause implies it
	conflict := s.propagate()
	if conflict == 0 {
		s.backtrack(max(s.decisions()-2, 0))
		return
	}
	s.merged = s.merged[:0]
	for _, w := range s.words(c) {
		if l := cnf.FromCode(w); l != last && s.values[l.Var()].level > 0 {
			s.merged = append(s.merged, l)
		}
	}
	s.explain(conflict, s.merged)
	s.backtrack(s.decisions() - 1)
	s.replace(c)
}

// replace reduces a clause to s.merged, for the reason in s.because. It backtracks until two of the literals are open.
func (s *Solver) replace(c ref) {
	s.stats.Vivified++
	lits := s.merged
	if len(lits) < 2 {
		s.backtrack(0)
		if len(lits) == 0 {
			s.refute()
			return
		}
		s.prove(lits)
		s.nameUnit(lits[0], s.last)
		s.ignored = 0
		s.assignRoot(lits[0])
		return
	}
	for i := range 2 { // the literals that were decided last are watched
		for k := i + 1; k < len(lits); k++ {
			if s.height(lits[k]) > s.height(lits[i]) {
				lits[i], lits[k] = lits[k], lits[i]
			}
		}
	}
	if level := s.height(lits[1]); level <= s.decisions() {
		s.backtrack(level - 1)
	}
	s.unwatch(c)
	s.shorten(c, lits)
	s.watch(c)
}

// height is the level of a literal with a value, and above all levels for the others.
func (s *Solver) height(l cnf.Lit) int {
	if s.vals[l.Code()] == 0 {
		return s.decisions() + 1
	}
	return int(s.values[l.Var()].level)
}
