package cdcl

import "transat/solver/cnf"

// LemmaExchange passes short lemmas between solvers of one formula, so that they need not learn the same twice. What a solver learns under
// assumptions follows from the formula alone, so it holds for the others whatever they assume:
//
//	solver 1   learns (a -b) ──▶ Give ─┐
//	solver 2   learns (c)    ──▶ Give ─┼─▶ Take of each of the others, after their next conflicts
//	solver 3                           ┘
//
// With a proof, a solver adds a lemma that it gives a second time, and never deletes that copy; one that takes it adds it as its own. So
// the steps of all solvers are one proof, as long as the steps of Take come behind those up to Give.
type LemmaExchange interface {
	// Give gets a lemma that was learned just now, valid during the call, and reports whether it goes to others.
	Give(lemma []cnf.Lit) bool
	// Take returns lemmas of others that have come since the last call, nil for none. Each must follow from the formula. It is called
	// often, and is to return at once.
	Take() [][]cnf.Lit
}

// Which lemmas are given: all of two literals, and longer ones of few levels.
const (
	mostGiven   = 8 // literals
	givenLevels = 2
	takeEvery   = 100     // conflicts at least between two calls of Take
	mostKnown   = 1 << 16 // lemmas that were given or taken, by hash; then it begins anew
)

// trade is the state of a solver for its exchange, unused without one.
type trade struct {
	exchange LemmaExchange
	takeAt   int64               // conflicts
	traded   map[uint64]struct{} // lemmas that were given or taken
}

// give gives the lemma that was learned last, in s.clause, if it is short.
func (s *Solver) give(lbd int) {
	if s.exchange == nil || len(s.clause) > mostGiven || len(s.clause) > 2 && lbd > givenLevels || !s.first(s.clause) {
		return
	}
	if s.exchange.Give(s.clause) {
		s.tell(s.clause)
		s.stats.Given++
	}
}

// first reports whether a lemma was neither given nor taken before, and notes it.
func (s *Solver) first(lemma []cnf.Lit) bool {
	sum := uint64(len(lemma))
	for _, l := range lemma { // in any order
		x := (uint64(l.Code()) + 1) * 0x9e3779b97f4a7c15
		x ^= x >> 29
		sum += x * 0xbf58476d1ce4e5b9
	}
	if _, known := s.traded[sum]; known {
		return false
	}
	if s.traded == nil || len(s.traded) >= mostKnown {
		s.traded = map[uint64]struct{}{}
	}
	s.traded[sum] = struct{}{}
	return true
}

// take learns what others have given, at the root. Taking it at the beginning of each cube, however soon, was worse by a quarter of the
// conflicts (QG5, order 13).
func (s *Solver) take() {
	if s.exchange == nil || s.stats.Conflicts < s.takeAt || s.err != nil {
		return
	}
	s.takeAt = s.stats.Conflicts + takeEvery
	for _, lemma := range s.exchange.Take() {
		if s.refuted || s.err != nil {
			return
		}
		if s.allKnown(lemma) && s.first(lemma) {
			s.adopt(lemma)
		}
	}
}

// allKnown reports whether all variables of a lemma occur in clauses: a lemma about others says nothing of the formula.
func (s *Solver) allKnown(lemma []cnf.Lit) bool {
	for _, l := range lemma {
		if !s.has(l) || !s.known[l.Var()] {
			return false
		}
	}
	return len(lemma) > 0
}

// adopt adds a lemma of another solver to the learned clauses.
func (s *Solver) adopt(lemma []cnf.Lit) {
	s.backtrack(0)
	lits, always := s.simplified(lemma)
	if always {
		return
	}
	s.stats.Taken++
	switch len(lits) {
	case 0:
		s.refute()
	case 1:
		s.prove(lits)
		s.assignRoot(lits[0])
	default:
		s.prove(lits)
		c := s.alloc(lits, true, min(len(lits)-1, givenLevels))
		if c == 0 {
			return
		}
		s.setUsed(c, 2)
		s.learned = append(s.learned, c)
		s.watch(c)
	}
}
