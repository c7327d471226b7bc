package cdcl

import (
	"cmp"
	"slices"

	"transat/solver/cnf"
)

// Vivification makes learned clauses shorter. Of a clause (a b c d) it assumes -a, then -b. If that is a conflict, (a
// b) follows; if it makes c false, c is redundant; if it makes c true, (a b c) follows. It tries clauses of few levels,
// which reduce keeps, once each, and takes at most a fixed share of the work.
const (
	vivifyShare = 0.12 // of all work
	vivifyEvery = 4    // reductions
)

// vivify runs after every vivifyEvery reductions.
func (s *Solver) vivify() {
	p := &s.schedule
	if p.reductions == p.vivifiedAt || p.reductions%vivifyEvery != 0 || s.refuted || s.err != nil {
		return
	}
	p.vivifiedAt = p.reductions
	s.backtrack(0)
	s.clean()
	begin := s.stats.Work
	budget := int64(vivifyShare*float64(begin)) - s.spent
	s.probing = true
	for _, c := range s.promising() {
		if s.refuted || s.err != nil || s.stats.Work-begin > budget {
			break
		}
		*s.flags(c) |= flagVivify
		s.vivifyClause(c)
	}
	s.probing = false
	s.spent += s.stats.Work - begin
	if !s.refuted && s.err == nil {
		s.clean()
	}
}

// promising returns the clauses to try, those of the fewest levels first.
func (s *Solver) promising() []ref {
	var all []ref
	for _, c := range s.learned {
		if flags := *s.flags(c); flags&flagVivify == 0 && s.lbd(c) <= tier2 && s.arena[c] > 2 {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b ref) int { return cmp.Compare(s.lbd(a), s.lbd(b)) })
	return all
}

// vivifyClause tries to shorten one clause, at the root.
func (s *Solver) vivifyClause(c ref) {
	lits := s.literals(nil, c)
	for _, l := range lits {
		if s.vals[l.Code()] > 0 {
			return // clean removes it
		}
	}
	slices.SortStableFunc(lits, func(a, b cnf.Lit) int {
		return cmp.Compare(s.queue.bumped[b.Var()], s.queue.bumped[a.Var()])
	})
	s.unwatch(c)
	shorter := s.needed(c, lits)
	s.backtrack(0)
	if len(shorter) == len(lits) {
		s.watch(c)
		return
	}
	s.stats.Vivified++
	if len(shorter) > 1 {
		s.shorten(c, shorter)
		s.watch(c)
		return
	}
	s.watch(c)
	if len(shorter) == 0 {
		s.refute()
		return
	}
	s.prove(shorter)
	s.nameUnit(shorter[0], s.last)
	s.assignRoot(shorter[0])
}

// needed returns a subset of the literals of c that follows as a clause, perhaps all of them. The caller has unwatched
// c. The reason is in s.because.
func (s *Solver) needed(c ref, lits []cnf.Lit) []cnf.Lit {
	s.merged = s.merged[:0]
	for _, l := range lits {
		switch s.vals[l.Code()] {
		case -1:
			continue
		case 1:
			return s.causes(s.values[l.Var()].reason, l)
		}
		s.merged = append(s.merged, l)
		s.control = append(s.control, len(s.trail))
		s.assign(l.Not(), 0)
		if conflict := s.propagate(); conflict != 0 {
			return s.causes(conflict, cnf.Lit{})
		}
	}
	s.explain(c, s.merged)
	return s.merged
}

// causes returns the complements of the decisions that clause c rests on, and the literal that c implies, if it is not
// 0. The reason is in s.because.
func (s *Solver) causes(c ref, implied cnf.Lit) []cnf.Lit {
	s.merged = s.merged[:0]
	if !implied.IsNone() {
		s.merged = append(s.merged, implied)
	}
	mark := func(c ref, but cnf.Var) {
		for _, w := range s.words(c) {
			if v := cnf.FromCode(w).Var(); v != but && s.values[v].level > 0 {
				s.mark[v] = markSeen
			}
		}
	}
	mark(c, implied.Var())
	for i := len(s.trail) - 1; i >= s.rootLength(); i-- {
		l := s.trail[i]
		v := l.Var()
		if s.mark[v] == 0 {
			continue
		}
		s.mark[v] = 0
		if s.values[v].reason == 0 {
			s.merged = append(s.merged, l.Not())
		} else {
			mark(s.values[v].reason, v)
		}
	}
	s.explain(c, s.merged)
	return s.merged
}

// unwatch removes a clause from the lists of its first two literals.
func (s *Solver) unwatch(c ref) {
	for _, w := range s.arena[c+headWords : c+headWords+2] {
		list := s.watches[w]
		if i := slices.IndexFunc(list, func(w watch) bool { return w.ref() == c }); i >= 0 {
			s.watches[w] = slices.Delete(list, i, i+1)
		}
	}
}
