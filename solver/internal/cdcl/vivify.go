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
	vivifyShare    = 0.12 // of all work
	vivifyInterval = 2500 // conflicts, times a number slightly above that of vivifications
	candidateWork  = 4    // least work for a clause, so that a round sorts no more clauses than it can try
)

// tier is a set of clauses that are vivified together.
type tier struct {
	learned     bool
	least, most int // levels
	share       int64
}

func tiers() []tier {
	return []tier{{true, 0, tier1, 3}, {true, tier1 + 1, tier2, 3}, {true, tier2 + 1, mostLBD, 1}, {false, 0, 0, 3}}
}

// vivifier is what vivification needs beside the search.
type vivifier struct {
	counts []uint32    // by literal: candidates that it occurs in
	lits   []uint32    // of the candidates, those that occur most often first
	list   []candidate // in the order in which they are tried
}

// candidate is a clause to be vivified. Its literals are lits[begin:end].
type candidate struct {
	clause     ref
	begin, end uint32
	waiting    bool // it was not tried in the last round
}

// vivify runs from time to time, at the root.
func (s *Solver) vivify() {
	p := &s.schedule
	if s.stats.Conflicts < p.vivifyAt || s.refuted || s.err != nil {
		return
	}
	p.vivifications++
	n := float64(p.vivifications)
	p.vivifyAt = s.stats.Conflicts + int64(vivifyInterval*n*math.Log10(n+9))
	s.backtrack(0)
	s.clean()
	begin := s.stats.Work
	budget := int64(vivifyShare*float64(begin-s.spent)) - s.spent
	s.probing = true
	v := vivifier{counts: make([]uint32, 2*s.vars+2)}
	all := tiers()
	left := int64(0)
	for _, t := range all {
		left += t.share
	}
	for _, t := range all {
		work := (budget - (s.stats.Work - begin)) * t.share / left
		left -= t.share
		s.vivifyTier(&v, t, work)
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
		s.vivifyClause(k.clause, v.lits[k.begin:k.end])
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
	waiting := 0
	for _, c := range all {
		if fits(c) && *s.flags(c)&flagVivify == 0 {
			waiting++
		}
	}
	for _, fresh := range [...]bool{true, false} {
		for _, c := range all {
			if len(v.list) >= most {
				break
			}
			if !fits(c) || (*s.flags(c)&flagVivify == 0) != fresh {
				continue
			}
			if waiting == 0 {
				*s.flags(c) &^= flagVivify
			}
			begin := len(v.lits)
			v.lits = append(v.lits, s.words(c)...)
			for _, w := range s.words(c) {
				v.counts[w]++
			}
			v.list = append(v.list, candidate{c, uint32(begin), uint32(len(v.lits)), fresh})
		}
	}
	before := func(a, b uint32) int {
		return cmp.Or(cmp.Compare(v.counts[b], v.counts[a]), cmp.Compare(a, b))
	}
	for _, k := range v.list {
		slices.SortFunc(v.lits[k.begin:k.end], before)
	}
	slices.SortFunc(v.list, func(a, b candidate) int {
		if a.waiting != b.waiting {
			if a.waiting {
				return -1
			}
			return 1
		}
		return cmp.Or(slices.CompareFunc(v.lits[a.begin:a.end], v.lits[b.begin:b.end], before), cmp.Compare(a.clause, b.clause))
	})
}
