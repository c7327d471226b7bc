package solver

import (
	"math"
	"slices"
)

// Frozen subtrees of the rule "weights" for clauses of any length: see weights_general.go, which comes first.

// ice is what is kept up to date in a frozen subtree. Its levels are counted from the root of the subtree.
type ice struct {
	products  []float32   // by clause: P, or 0 if it is satisfied
	inverse   []float32   // by literal: 1/g of those that were free at the root
	rows      [][]float32 // by level and literal: S
	remaining []int       // by level: how many clauses remain
	log       []productChange
	marks     []int // by level, from 1: where its changes begin in the log
}

// productChange is a change of P.
type productChange struct {
	clause uint32
	was    float32
	is     float32
}

// keyFloor is added to keys, so that a key of 0 does not make all products equal.
const keyFloor = 0.05

// freeze makes the node at the given depth, a look node, the root of a frozen subtree.
func (e *weightedGeneral) freeze(depth int) {
	e.frozen = depth
	at, s := e.looks[depth], &e.ice
	s.log, s.marks = s.log[:0], s.marks[:0]
	clear(s.products)
	e.prepare(at.free, at.h)
	for _, v := range at.free {
		pos, neg := Pos(v), Neg(v)
		s.inverse[pos], s.inverse[neg] = 1/e.g[pos], 1/e.g[neg]
	}
	for _, c := range at.clauses {
		s.products[c] = max(e.product(c), leastProduct)
		e.spread(c, s.products[c])
	}
	s.reach(0, len(e.sums))
	copy(s.rows[0], e.sums)
	s.remaining[0] = len(at.clauses)
}

// reach makes room for a level.
func (s *ice) reach(level, lits int) {
	if level == len(s.rows) {
		s.rows = append(s.rows, make([]float32, lits))
		s.remaining = append(s.remaining, 0)
	}
}

// update makes the row of the node at the given depth from that of its parent.
func (e *weightedGeneral) update(depth int) {
	s, level := &e.ice, depth-e.frozen
	s.reach(level, len(e.sums))
	from := len(s.log)
	s.marks = append(s.marks, from)
	lits := e.trail[e.marks[depth]:]
	for _, l := range lits {
		s.satisfy(e.clausesOf(l))
	}
	s.remaining[level] = s.remaining[level-1] - (len(s.log) - from)
	for _, l := range lits {
		s.shorten(e.clausesOf(l.Not()), s.inverse[l.Not()])
	}
	row := s.rows[level]
	copy(row, s.rows[level-1])
	for _, change := range s.log[from:] {
		difference := change.is - change.was
		for _, l := range e.clause(change.clause) {
			row[l] += difference
		}
	}
}

// satisfy lets those of the clauses that remain remain no more. Whether one does is hard to predict, so every clause is written
// behind those that do.
func (s *ice) satisfy(clauses []uint32) {
	n := len(s.log)
	log := slices.Grow(s.log, len(clauses))[:n+len(clauses)]
	for _, c := range clauses {
		p := s.products[c]
		log[n] = productChange{c, p, 0}
		n += notZero(p)
		s.products[c] = 0
	}
	s.log = log[:n]
}

// shorten divides the products of those of the clauses that remain by g, given 1/g. A product that is too small
// for that stays so.
func (s *ice) shorten(clauses []uint32, inverse float32) {
	n := len(s.log)
	log := slices.Grow(s.log, len(clauses))[:n+len(clauses)]
	for _, c := range clauses {
		p := s.products[c]
		q := min(float32(p*inverse), mostProduct)
		if p <= leastProduct { // 0 as well
			q = p
		}
		log[n] = productChange{c, p, q}
		n += notZero(p)
		s.products[c] = q
	}
	s.log = log[:n]
}

// notZero returns 1 if p, which is not negative, is not 0.
func notZero(p float32) int { return int(-math.Float32bits(p) >> 31) }

// thaw takes back what update has changed at the deepest level.
func (s *ice) thaw() {
	last := len(s.marks) - 1
	from := s.marks[last]
	for _, change := range slices.Backward(s.log[from:]) {
		s.products[change.clause] = change.was
	}
	s.log, s.marks = s.log[:from], s.marks[:last]
}

// pickFrozen picks the variable with the largest product of its keys, the first on ties, and of its literals the
// one with the larger key.
func (e *weightedGeneral) pickFrozen(depth int) Lit {
	s, level := &e.ice, depth-e.frozen
	if s.remaining[level] == 0 {
		return 0
	}
	at, row := e.looks[e.frozen], s.rows[level]
	best, picked := float32(-1), Lit(0)
	for _, v := range at.free {
		pos, neg := Pos(v), Neg(v)
		x, y := s.key(row, pos), s.key(row, neg)
		if score := float32((x + keyFloor) * (y + keyFloor)); score > best && e.values[pos] == litFree {
			best, picked = score, pos
			if x < y {
				picked = neg
			}
		}
	}
	return e.mattering(picked, at.clauses)
}

// key returns S(l)/g(l). What is left of the errors of rounding when no clause remains may be below 0.
func (s *ice) key(row []float32, l Lit) float32 { return max(0, float32(row[l]*s.inverse[l])) }
