package cdcl

import (
	"cmp"
	"math"
	"slices"

	"transat/solver/cnf"
)

// reduce forgets learned clauses, except those of few levels, those used since and reasons: of the others, the three quarters with the most
// levels, the longer ones first.
func (s *Solver) reduce() {
	p := &s.pace
	if s.stats.Conflicts < p.reduceAt {
		return
	}
	p.reductions++
	s.stats.Reductions++
	p.reduceAt = s.stats.Conflicts + int64(reduceEvery*math.Sqrt(float64(p.reductions)))
	if s.cleaned < s.rootLength() {
		s.backtrack(0)
		s.clean()
	}
	var candidates []ref
	for _, c := range s.learned {
		used := s.used(c)
		if used > 0 {
			s.setUsed(c, uint32(used-1))
		}
		if lbd := s.lbd(c); used == 0 && lbd > tier1 && s.arena[c] > 2 && !s.isReason(c) {
			candidates = append(candidates, c)
		}
	}
	slices.SortStableFunc(candidates, func(a, b ref) int {
		return cmp.Or(cmp.Compare(s.lbd(b), s.lbd(a)), cmp.Compare(s.arena[b], s.arena[a]))
	})
	for _, c := range candidates[:len(candidates)*3/4] {
		s.forget(c)
		s.stats.Forgotten++
	}
	s.collect()
}

// rootLength is the number of literals that are true at the root.
func (s *Solver) rootLength() int {
	if s.decisions() == 0 {
		return len(s.trail)
	}
	return s.control[1]
}

// isReason reports whether a clause is the reason of a value. A reason has the literal first or second.
func (s *Solver) isReason(c ref) bool {
	for _, w := range s.arena[c+headWords : c+headWords+2] {
		if l := cnf.FromCode(w); s.vals[l.Code()] > 0 && s.values[l.Var()].reason == c {
			return true
		}
	}
	return false
}

// forget removes a clause, and tells the proof.
func (s *Solver) forget(c ref) {
	s.proveDeletion(c)
	s.drop(c)
}

// clean removes at the root what is true for good: satisfied clauses, and false literals. The proof gets literals that are true first, as clauses, so
// that nothing depends on their reasons.
func (s *Solver) clean() {
	s.inferUnits()
	for _, l := range s.trail[s.cleaned:] {
		if v := l.Var(); s.values[v].reason != 0 {
			s.tell([]cnf.Lit{l})
			s.values[v].reason = 0
		}
	}
	newly := s.trail[s.cleaned:]
	s.cleaned = len(s.trail)
	for _, list := range [...][]ref{s.clauses, s.learned} {
		for _, c := range list {
			if !s.isGarbage(c) {
				s.cleanClause(c)
			}
		}
	}
	s.collect()
	for _, l := range newly { // which now are in no clause
		v := l.Var()
		s.watches[2*v], s.watches[2*v+1] = nil, nil
	}
}

// Clean removes, between two calls of Solve, clauses that are true and literals that are false whatever is assumed. The search does so itself, but
// only after hundreds of conflicts.
func (s *Solver) Clean() {
	if s.err != nil || s.refuted {
		return
	}
	s.backtrack(0)
	if s.cleaned < len(s.trail) {
		s.clean()
	}
}

// cleanClause removes a clause that is true, or what is false of another. Since all has been propagated, two literals at least stay.
func (s *Solver) cleanClause(c ref) {
	falsified := false
	for _, w := range s.words(c) {
		switch s.vals[cnf.FromCode(w).Code()] {
		case 1:
			s.forget(c)
			return
		case -1:
			falsified = true
		}
	}
	if !falsified {
		return
	}
	s.merged = s.merged[:0]
	for _, w := range s.words(c) {
		if l := cnf.FromCode(w); s.vals[l.Code()] == 0 {
			s.merged = append(s.merged, l)
		}
	}
	if s.hints != nil {
		s.restate(s.number(c), s.literals(nil, c))
	}
	s.shorten(c, s.merged)
}

// shorten leaves of a clause two or more of its literals, for the reason in s.because. Watches are to be made anew.
func (s *Solver) shorten(c ref, lits []cnf.Lit) {
	s.prove(lits)
	s.proveDeletion(c)
	words := s.words(c)
	for i, l := range lits {
		words[i] = l.Code()
	}
	s.garbage += len(words) - len(lits)
	for i := len(lits); i < len(words); i++ {
		words[i] = 0
	}
	s.arena[c] = uint32(len(lits))
	s.setNumber(c, s.last)
	s.setLBD(c, min(s.lbd(c), max(len(lits)-1, 1)))
}

// collect closes the holes in the arena.
func (s *Solver) collect() {
	for _, list := range [...]*[]ref{&s.clauses, &s.learned} {
		*list = slices.DeleteFunc(*list, s.isGarbage)
	}
	if s.garbage*5 < len(s.arena) {
		s.rewatch()
		return
	}
	moved := make([]uint32, 1, len(s.arena)-s.garbage+len(s.arena)/8)
	for _, list := range [...][]ref{s.clauses, s.learned} {
		for i, c := range list {
			to := ref(len(moved))
			moved = append(moved, s.arena[c:c+headWords+ref(s.arena[c])+ref(s.tail)]...)
			s.arena[c] = uint32(to) // for reasons
			list[i] = to
		}
	}
	for _, l := range s.trail {
		if v := l.Var(); s.values[v].reason != 0 {
			s.values[v].reason = ref(s.arena[s.values[v].reason])
		}
	}
	s.arena, s.garbage = moved, 0
	s.rewatch()
}
