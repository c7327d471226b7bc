package cdcl

import (
	"slices"

	"transat/solver/cnf"
)

// All literals of one level in the learned clause may follow from a single one of that level, and the rest of the
// clause: the first unique implication point, which all implications from the level's decision to them pass. Then that
// literal replaces them (M. Fleury, A. Biere, "Efficient all-UIP learned clause minimization", SAT 2021). The other
// levels are minimized.
//
// In stable mode the literal's score is not raised. A solver of cubes does not shrink there: see tried.md.

// abbreviate shrinks and minimizes s.clause, whose variables are marked as seen and whose levels are stamped.
func (s *Solver) abbreviate() {
	if s.cubes && s.schedule.stable {
		s.minimize()
		return
	}
	rest := s.clause[1:]
	s.keys = s.keys[:0]
	for _, l := range rest {
		s.keys = append(s.keys, uint64(s.values[l.Var()].level)<<32|uint64(l.Code()))
	}
	slices.Sort(s.keys)
	for i, k := range s.keys {
		rest[i] = cnf.FromCode(uint32(k & (1<<32 - 1)))
	}
	kept := s.clause[:1]
	for begin := 0; begin < len(rest); { // lower levels first: their remaining literals are then final
		level := s.values[rest[begin].Var()].level
		end := begin + 1
		for end < len(rest) && s.values[rest[end].Var()].level == level {
			end++
		}
		block := rest[begin:end]
		begin = end
		if len(block) > 1 {
			if first, ok := s.shrink(block); ok {
				kept = append(kept, first)
				continue
			}
		}
		for _, l := range block {
			if !s.implied(l, 0) {
				kept = append(kept, l)
			}
		}
	}
	s.clause = kept
}

// shrink finds the literal that replaces those of one level.
func (s *Solver) shrink(block []cnf.Lit) (first cnf.Lit, ok bool) {
	s.shrunk = s.shrunk[:0]
	defer s.unshrink()
	for _, l := range block {
		s.enterShrunk(l.Var())
	}
	level := s.values[block[0].Var()].level
	at := s.control[level+1] // it is not the current level
	for open := len(block); ; open-- {
		for at--; s.mark[s.trail[at].Var()]&markShrunk == 0; at-- {
		}
		first = s.trail[at]
		if open == 1 {
			break
		}
		for _, w := range s.words(s.values[first.Var()].reason) {
			l := cnf.FromCode(w)
			v := l.Var()
			switch {
			case s.values[v].level == level:
				if s.mark[v]&markShrunk == 0 {
					s.enterShrunk(v)
					open++
				}
			case !s.implied(l, 1):
				return cnf.Lit{}, false
			}
		}
	}
	v := first.Var()
	for _, u := range s.shrunk {
		if u != v {
			s.mark[u] |= markRemovable
		}
	}
	if s.mark[v]&markSeen == 0 {
		s.mark[v] |= markSeen
		if !s.schedule.stable {
			s.analyzed = append(s.analyzed, v)
		}
	}
	return first.Not(), true
}

func (s *Solver) enterShrunk(v cnf.Var) {
	s.remark(v, markShrunk)
	s.shrunk = append(s.shrunk, v)
}

func (s *Solver) unshrink() {
	for _, v := range s.shrunk {
		s.mark[v] &^= markShrunk
	}
}
