package drat

import "transat/solver/cnf"

// store holds clauses without repeated literals in one slice of words:
//
//	ref     size, the number of literals
//	ref+1   flags
//	ref+2   the next clause in the same row of the finder's table
//	ref+3   the literals
//
// When clauses go away for good, others of the same size reuse their places.
type store struct {
	words  []uint32
	stamps []uint32 // by literal: number of the last clause that contains it
	stamp  uint32
	gone   [][]ref // by size, below reuseBelow: places to reuse; nil without reuse
}

// ref is the place of a clause in a store; 0 stands for none.
type ref uint32

// Flags of a clause.
const (
	flagAlive   = 1 << iota // it is present
	flagCore                // the refutation needs it
	flagInert               // it is a tautology, and never matters
	flagFormula             // it is in the formula
	flagUsed                // trace has used it
)

const headerWords = 3

// reuseBelow bounds the sizes of clauses whose places are reused.
const reuseBelow = 1 << 10

// newStore returns a store for clauses over a number of literals, with room for a number of words.
func newStore(literals, words int, reuse bool) store {
	s := store{words: make([]uint32, 1, 1+words), stamps: make([]uint32, literals)}
	if reuse {
		s.gone = make([][]ref, reuseBelow)
	}
	return s
}

func (s *store) size(r ref) uint32        { return s.words[r] }
func (s *store) has(r ref, f uint32) bool { return s.words[r+1]&f != 0 }
func (s *store) set(r ref, f uint32)      { s.words[r+1] |= f }
func (s *store) drop(r ref, f uint32)     { s.words[r+1] &^= f }
func (s *store) next(r ref) ref           { return ref(s.words[r+2]) }

// lits returns the literals of a clause.
func (s *store) lits(r ref) []uint32 {
	start := uint32(r) + headerWords
	end := start + s.words[r]
	return s.words[start:end:end]
}

// behind returns the clause after r in the slice, or the end.
func (s *store) behind(r ref) ref { return r + headerWords + ref(s.words[r]) }

// mark stamps the literals of a clause. It returns the number of distinct literals, and whether two are complementary.
func (s *store) mark(clause []cnf.Lit) (distinct uint32, tautology bool) {
	s.stamp++
	if s.stamp == 0 {
		clear(s.stamps)
		s.stamp = 1
	}
	for _, l := range clause {
		if s.stamps[l.Code()] == s.stamp {
			continue
		}
		s.stamps[l.Code()] = s.stamp
		distinct++
		tautology = tautology || s.stamps[l.Not().Code()] == s.stamp
	}
	return distinct, tautology
}

// marked reports whether l is in the clause last given to mark.
func (s *store) marked(l uint32) bool { return s.stamps[l] == s.stamp }

// add stores a clause, which is then present.
func (s *store) add(clause []cnf.Lit, flags uint32) ref {
	size, tautology := s.mark(clause)
	flags |= flagAlive
	if tautology {
		flags |= flagInert
	}
	r := s.allot(size)
	s.words[r], s.words[r+1], s.words[r+2] = size, flags, 0
	to := s.lits(r)[:0]
	for _, l := range clause {
		if s.marked(l.Code()) {
			s.stamps[l.Code()] = 0 // a repeated literal is left out
			to = append(to, l.Code())
		}
	}
	return r
}

// allot returns a place for a clause of the given size.
func (s *store) allot(size uint32) ref {
	if size < uint32(len(s.gone)) {
		if list := s.gone[size]; len(list) > 0 {
			r := list[len(list)-1]
			s.gone[size] = list[:len(list)-1]
			return r
		}
	}
	r := ref(len(s.words))
	s.words = append(s.words, make([]uint32, headerWords+size)...)
	return r
}

// leave frees the place of a clause.
func (s *store) leave(r ref) {
	if size := s.size(r); size < uint32(len(s.gone)) {
		s.gone[size] = append(s.gone[size], r)
	}
}

// clause returns a copy of a clause.
func (s *store) clause(r ref) []cnf.Lit {
	lits := make([]cnf.Lit, 0, s.size(r))
	for _, l := range s.lits(r) {
		lits = append(lits, cnf.FromCode(l))
	}
	return lits
}
