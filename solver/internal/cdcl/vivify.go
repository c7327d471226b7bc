package cdcl

import (
	"cmp"
	"math"
	"slices"
)

// Vivification makes clauses shorter. Of a clause (a b c d) it assumes -a, then -b. If that is a conflict, (a b)
// follows; if it makes c false, c is redundant; if it makes c true, (a b c) follows. What one clause does is in
// shorter.go; this file chooses the clauses.
//
// Clauses that begin with the same literals lie next to each other, and the decisions for these literals stay from one
// clause to the next: that makes most of them cheap. Literals that occur in many clauses come first.
//
// The learned clauses of few levels, of some more, of many, and the clauses of the formula have a share of the work each.
const (
	vivifyShare    = 0.15 // of all work
	vivifyInterval = 2500 // conflicts, times a number slightly above that of vivifications
	candidateWork  = 4    // least work for a clause, so that a round sorts no more clauses than it can try
	leastVivify    = 4    // least work for each clause of the formula, since all are looked at, and their watches made anew
)

// tier is a set of clauses that are vivified together.
type tier struct {
	learned     bool
	least, most int // levels
	share       int64
}

// vivifier is what vivification needs beside the search.
type vivifier struct {
	counts []uint32    // by literal: candidates that it occurs in
	lits   []uint32    // of the candidates, those that occur most often first
	list   []candidate // in the order in which they are tried
}

// candidate is a clause to be vivified. Its literals are lits[begin:], as many as the clause has.
type candidate struct {
	clause ref
	begin  uint32
}

// keptLits is the room for literals of candidates that stays for the next time; more is given back.
const keptLits = 1 << 16

// vivify runs from time to time, at the root.
func (s *Solver) vivify() {
	p := &s.schedule
	if s.stats.Conflicts < p.vivifyAt || s.refuted || s.err != nil {
		return
	}
	begin := s.stats.Work
	budget := int64(vivifyShare*float64(begin-s.spent)) - s.spent
	if budget < leastVivify*int64(len(s.clauses)) {
		return
	}
	p.vivifications++
	n := float64(p.vivifications)
	p.vivifyAt = s.stats.Conflicts + int64(vivifyInterval*n*math.Log10(n+9))
	s.backtrack(0)
	if s.cleaned < len(s.trail) {
		s.clean()
	}
	s.probing = true
	v := &s.vivifier
	v.counts = extended(v.counts, 2*s.vars+2)
	all := s.tiers.vivified()
	left := int64(0)
	for _, t := range all {
		left += t.share
	}
	for _, t := range all {
		work := (budget - (s.stats.Work - begin)) * t.share / left
		left -= t.share
		s.vivifyTier(v, t, work)
	}
	if cap(v.lits) > keptLits || len(v.counts) > keptLits {
		*v = vivifier{}
	}
	s.probing = false
	s.spent += s.stats.Work - begin
	if !s.refuted && s.err == nil {
		s.clean()
	}
}

// vivifyTier tries the clauses of one tier until the work is spent.
func (s *Solver) vivifyTier(v *vivifier, t tier, work int64) {
	if work <= 0 || s.refuted || s.err != nil {
		return
	}
	limit := s.stats.Work + work
	s.collectCandidates(v, t, int(work/candidateWork))
	for _, k := range v.list {
		if s.refuted || s.err != nil || s.stats.Work > limit {
			break
		}
		*s.flags(k.clause) |= flagVivify
		s.vivifyClause(k.clause, v.lits[k.begin:k.begin+s.arena[k.clause]])
	}
	s.backtrack(0)
}

// collectCandidates sets v.list to at most that many clauses of a tier. The ones that were not tried come first; when
// all have been tried, it begins anew.
func (s *Solver) collectCandidates(v *vivifier, t tier, most int) {
	v.list, v.lits = v.list[:0], v.lits[:0]
	clear(v.counts)
	all := s.clauses
	if t.learned {
		all = s.learned
	}
	fits := func(c ref) bool {
		return s.arena[c] > 2 && !s.isGarbage(c) && (!t.learned || s.lbd(c) >= t.least && s.lbd(c) <= t.most)
	}
	waiting, tried := 0, 0
	for _, c := range all {
		if fits(c) && s.vivified(c) {
			tried++
		} else if fits(c) {
			waiting++
		}
	}
	v.list = slices.Grow(v.list, min(waiting+tried, most))
	literals := 0
	for _, again := range [...]bool{false, true} {
		for _, c := range all {
			if len(v.list) >= most {
				break
			}
			if fits(c) && s.vivified(c) == again {
				v.list = append(v.list, candidate{clause: c})
				literals += int(s.arena[c])
			}
		}
	}
	v.lits = slices.Grow(v.lits, literals)
	for i := range v.list {
		k := &v.list[i]
		if waiting == 0 {
			*s.flags(k.clause) &^= flagVivify
		}
		k.begin = uint32(len(v.lits))
		v.lits = append(v.lits, s.words(k.clause)...)
		for _, w := range s.words(k.clause) {
			v.counts[w]++
		}
	}
	before := func(a, b uint32) int {
		return cmp.Or(cmp.Compare(v.counts[b], v.counts[a]), cmp.Compare(a, b))
	}
	of := func(k candidate) []uint32 { return v.lits[k.begin : k.begin+s.arena[k.clause]] }
	for _, k := range v.list {
		slices.SortFunc(of(k), before)
	}
	waiting = min(waiting, len(v.list))
	for _, part := range [...][]candidate{v.list[:waiting], v.list[waiting:]} {
		slices.SortFunc(part, func(a, b candidate) int {
			return cmp.Or(slices.CompareFunc(of(a), of(b), before), cmp.Compare(a.clause, b.clause))
		})
	}
}

// vivified reports whether a clause was tried since all clauses of its tier were.
func (s *Solver) vivified(c ref) bool { return *s.flags(c)&flagVivify != 0 }
