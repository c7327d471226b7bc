package cdcl

import "transat/solver/cnf"

// Marks of variables during the analysis.
const (
	markSeen      = 1 << iota // it is in the clause, or was resolved away
	markRemovable             // minimize: it follows from others of the clause
	markPoison                // minimize: it does not follow
	markShrunk                // shrink: it is one of the level that may be replaced
)

// analyze learns from a conflict. It resolves the false clause with the reasons of its latest literals until only one
// literal of the current level is left: the first unique implication point, which all implications from the decision to
// the conflict pass. Its complement is true in every model that makes the other literals of the clause false. The
// clause is s.clause, with that complement first, and a literal of the level to backtrack to second; lbd is the number
// of levels in it, and under that of levels of the cube's literals, which do not count for lbd.
func (s *Solver) analyze(conflict ref) (back, lbd, under int) {
	s.clause = append(s.clause[:0], cnf.Lit{})
	current := int32(s.decisions())
	open, at := 0, len(s.trail)
	var pivot cnf.Lit
	for c := conflict; ; c = s.values[pivot.Var()].reason {
		s.use(c)
		for _, w := range s.words(c) {
			l := cnf.FromCode(w)
			v := l.Var()
			if l == pivot || s.mark[v] != 0 || s.values[v].level == 0 {
				continue
			}
			s.mark[v] = markSeen
			s.marked, s.analyzed = append(s.marked, v), append(s.analyzed, v)
			if s.values[v].level == current {
				open++
			} else {
				s.clause = append(s.clause, l)
			}
		}
		for at--; s.mark[s.trail[at].Var()] == 0; at-- {
		}
		pivot = s.trail[at]
		if open--; open == 0 {
			break
		}
	}
	s.clause[0] = pivot.Not()
	lbd, under = s.countLevels(s.clause)
	s.schedule.learned(lbd)
	s.abbreviate()
	s.bumpReasons()
	s.bump()
	for _, v := range s.marked {
		s.mark[v] = 0
	}
	s.marked, s.analyzed = s.marked[:0], s.analyzed[:0]
	return s.turnBack(), min(lbd, max(len(s.clause)-1, 1)), under
}

// turnBack moves a literal of the second highest level to place 1, and returns that level.
func (s *Solver) turnBack() int {
	if len(s.clause) == 1 {
		return 0
	}
	second := 1
	for i := 2; i < len(s.clause); i++ {
		if s.values[s.clause[i].Var()].level > s.values[s.clause[second].Var()].level {
			second = i
		}
	}
	s.clause[1], s.clause[second] = s.clause[second], s.clause[1]
	return int(s.values[s.clause[1].Var()].level)
}

// countLevels counts the decision levels of literals (LBD), and by themselves those of the cube's literals, and stamps them all.
func (s *Solver) countLevels(lits []cnf.Lit) (n, under int) {
	s.stamp++
	for _, l := range lits {
		level := s.values[l.Var()].level
		switch {
		case s.levels[level] == s.stamp:
			continue
		case level < s.lowest:
			under++
		default:
			n++
		}
		s.levels[level] = s.stamp
	}
	return n, under
}

// use records that a conflict rests on a clause, and updates its number of levels.
func (s *Solver) use(c ref) {
	if !s.isLearned(c) {
		return
	}
	s.setUsed(c, mostUsed)
	s.renewLevels(c)
	if !s.schedule.stable {
		s.tiers.count(s.lbd(c))
	}
}

// renewLevels lowers a clause's number of levels to what it is now.
func (s *Solver) renewLevels(c ref) {
	before := s.lbd(c)
	if before <= fewestLevels {
		return
	}
	s.stamp++
	now := 0
	for _, w := range s.words(c) {
		if level := s.values[cnf.FromCode(w).Var()].level; level >= s.lowest && s.levels[level] != s.stamp {
			s.levels[level] = s.stamp
			if now++; now >= before {
				break
			}
		}
	}
	if now < before {
		s.setLBD(c, now)
	}
}
