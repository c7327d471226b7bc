package cdcl

import (
	"transat/solver/cnf"
	"transat/solver/internal/pages"
)

// Clauses lie in one slice of words, the arena:
//
//	number of literals │ flags, levels │ literal │ literal │ …
//	                                      └─ watched ─┘
//
// In a proof with hints the number of the clause follows, in two words. The first two literals are watched. A ref, the index of
// its first word, names a clause, so that a reason or a watch takes four bytes. Forgotten clauses leave holes, which
// collect.go closes.

// ref names a clause; 0 is none.
type ref uint32

const (
	headWords = 2

	flagLearned = 1 << 0
	flagGarbage = 1 << 1
	flagVivify  = 1 << 2 // vivify has tried it
	usedShift   = 3      // five bits: reductions that the clause was not used in lower it
	mostUsed    = 31
	usedMask    = mostUsed << usedShift
	lbdShift    = 8 // 16 bits: decision levels among its literals when last counted (LBD)
	mostLBD     = 1<<16 - 1
	lbdMask     = mostLBD << lbdShift
	underShift  = 24 // the rest: levels of the cube's literals that are not counted there, see beginCube
	mostUnder   = 1<<8 - 1

	mostWords = 1<<31 - 1 // a watch has one bit for itself
)

// alloc stores a clause of at least two literals. It sets s.err if there is no room.
func (s *Solver) alloc(lits []cnf.Lit, learned bool, lbd int) ref {
	c := len(s.arena)
	end := c + headWords + len(lits) + s.tail
	if end > mostWords {
		s.err = ErrTooLarge
		return 0
	}
	if end > cap(s.arena) {
		s.arena = pages.Moved(s.arena, end+end/4)
	}
	flags := uint32(min(lbd, mostLBD)) << lbdShift
	if learned {
		flags |= flagLearned
	}
	s.arena = append(s.arena, uint32(len(lits)), flags)
	for _, l := range lits {
		s.arena = append(s.arena, l.Code())
	}
	for range s.tail {
		s.arena = append(s.arena, 0)
	}
	return ref(c)
}

// words returns the literals of a clause as codes.
func (s *Solver) words(c ref) []uint32 {
	return s.arena[c+headWords : uint32(c)+headWords+s.arena[c]]
}

// literals appends the literals of a clause to dst.
func (s *Solver) literals(dst []cnf.Lit, c ref) []cnf.Lit {
	for _, w := range s.words(c) {
		dst = append(dst, cnf.FromCode(w))
	}
	return dst
}

func (s *Solver) flags(c ref) *uint32  { return &s.arena[c+1] }
func (s *Solver) isLearned(c ref) bool { return s.arena[c+1]&flagLearned != 0 }
func (s *Solver) isGarbage(c ref) bool { return s.arena[c+1]&flagGarbage != 0 }
func (s *Solver) lbd(c ref) int        { return int(s.arena[c+1] & lbdMask >> lbdShift) }
func (s *Solver) used(c ref) int       { return int(s.arena[c+1] & usedMask >> usedShift) }

func (s *Solver) setUsed(c ref, n uint32) {
	s.arena[c+1] = s.arena[c+1]&^usedMask | n<<usedShift
}

func (s *Solver) setLBD(c ref, lbd int) {
	s.arena[c+1] = s.arena[c+1]&^lbdMask | uint32(min(lbd, mostLBD))<<lbdShift
}

// under returns how many levels of the cube's literals the number of levels of a clause leaves out.
func (s *Solver) under(c ref) int { return int(s.arena[c+1] >> underShift) }

func (s *Solver) setUnder(c ref, levels int) {
	s.arena[c+1] = s.arena[c+1]&(1<<underShift-1) | uint32(min(levels, mostUnder))<<underShift
}

// drop marks a clause as garbage. The caller deletes it from the proof.
func (s *Solver) drop(c ref) {
	s.arena[c+1] |= flagGarbage
	s.garbage += headWords + int(s.arena[c]) + s.tail
}
