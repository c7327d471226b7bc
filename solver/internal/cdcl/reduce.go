package cdcl

import (
	"math"
	"slices"

	"transat/solver/cnf"
)

const most16 = 1<<16 - 1 // of 16 bits of a key

// reduce forgets a share of its candidates, see forgets: clauses of many levels first, and of these the long ones. Clauses that
// their tier spares and reasons are no candidates.
func (s *Solver) reduce() {
	p := &s.schedule
	if s.stats.Conflicts < p.reduceAt {
		return
	}
	p.reductions++
	s.stats.Reductions++
	p.reduceAt = s.stats.Conflicts + reducePause(p.reductions)
	if s.cleaned < s.rootLength() {
		s.backtrack(0)
		s.clean()
	}
	s.keys = s.keys[:0]
	for i, c := range s.learned {
		used := s.used(c)
		if used > 0 {
			s.setUsed(c, uint32(used-1))
		}
		if lbd := s.lbd(c); !s.tiers.spare(lbd, used) && s.arena[c] > 2 && !s.isReason(c) {
			s.keys = append(s.keys, uint64(most16-min(lbd, most16))<<48|uint64(most16-min(s.arena[c], most16))<<32|uint64(i))
		}
	}
	slices.Sort(s.keys)
	for _, k := range s.keys[:forgets(len(s.keys), p.reductions)] {
		s.forget(s.learned[uint32(k)])
		s.stats.Forgotten++
	}
	s.compact(true)
}

// reducePause returns how many conflicts come behind the last one of that many reductions.
func reducePause(reductions int64) int64 { return int64(reduceEvery * math.Sqrt(float64(reductions))) }

// forgets returns how many of the candidates a reduction forgets: half in the first, and nearly nine tenths in the end.
func forgets(candidates int, reductions int64) int {
	return int((0.9 - 0.4/math.Log10(float64(reductions+9))) * float64(candidates))
}

// rootLength returns the number of literals that are true at the root.
func (s *Solver) rootLength() int {
	if s.decisions() == 0 {
		return len(s.trail)
	}
	return s.control[1]
}

// isReason reports whether a clause is the reason of a value. In a reason the implied literal is first or second.
func (s *Solver) isReason(c ref) bool {
	for _, w := range s.arena[c+headWords : c+headWords+2] {
		if l := cnf.FromCode(w); s.vals[l.Code()] > 0 && s.values[l.Var()].reason == c {
			return true
		}
	}
	return false
}

// forget deletes a clause, from the proof too.
func (s *Solver) forget(c ref) {
	s.proveDeletion(c)
	s.drop(c)
}

// clean removes clauses that are true at the root, and literals that are false there. It first adds the true literals
// to the proof as unit clauses, so that nothing depends on their reasons.
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
	for _, l := range newly { // no clause holds them any more
		v := l.Var()
		s.watches[2*v], s.watches[2*v+1] = nil, nil
	}
}

// Clean removes, between two calls of Solve, clauses that are true and literals that are false whatever is assumed. The
// search does so too, but only after hundreds of conflicts.
func (s *Solver) Clean() {
	if s.err != nil || s.refuted {
		return
	}
	s.backtrack(0)
	if s.cleaned < len(s.trail) {
		s.clean()
	}
}

// cleanClause deletes a true clause, or the false literals of another. After complete propagation at least two literals
// stay.
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

// shorten reduces a clause to two or more of its literals, for the reason in s.because. The caller renews the watches.
func (s *Solver) shorten(c ref, lits []cnf.Lit) {
	s.prove(lits)
	s.proveDeletion(c)
	words := s.words(c)
	for i, l := range lits {
		words[i] = l.Code()
	}
	s.garbage += len(words) - len(lits)
	clear(s.arena[int(c)+headWords+len(lits) : int(c)+headWords+len(words)+s.tail])
	s.arena[c] = uint32(len(lits))
	s.setNumber(c, s.last)
	s.setLBD(c, min(s.lbd(c), max(len(lits)-1, 1)))
}
