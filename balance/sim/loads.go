package sim

import (
	"math"
	"math/bits"

	"transat/balance"
)

// The load estimate "measured": policies see the loads that the tree says (balance.Loader). Where an entry has the level of its element
// otherwise, it has the load then, as a code of 30 bits: that of the load, relative to the largest there is, as a float32, whose sign and
// highest bit are not needed. So an entry takes no more room, and nobody asks the tree again:
//
//	tag   ┌──────────────────────────────┬──────────┐
//	      │ level, or code of the load   │ received │
//	      └──────────────────────────────┴──────────┘
//
// The list does not lie in the order of loads. So the elements that go are looked for: see largest.go.

// loads are the loads that the tree says. The zero value stands for an estimate by level.
type loads[E any] struct {
	of    func(e E) float64 // in loads of the root; nil: levels count
	most  float64           // the largest load there is, in fixed-point
	order []order           // by rank
}

// showLoads has policies see the loads that the tree says. An element whose load the tree has to be asked for cannot come from the short
// cuts of trees that are read a million elements a second.
func (s *sim[E]) showLoads(of func(e E) float64) {
	s.loads = loads[E]{of: of, most: balance.MostLoad / s.perUnit, order: make([]order, len(s.procs))}
	s.least = 1
	s.surveyor = nil
}

// code returns the code of an element's load.
func (l *loads[E]) code(e E) int32 {
	return int32(math.Float32bits(float32(l.of(e) / balance.MostLoad)))
}

// weight returns the load of that code, in fixed-point.
func (l *loads[E]) weight(code int32) int64 {
	return max(1, int64(float64(math.Float32frombits(uint32(code)))*l.most))
}

// level returns the level of an element.
func (s *sim[E]) level(x *entry[E]) int {
	if s.loads.of != nil {
		return s.cfg.Tree.Level(x.e)
	}
	return int(x.level())
}

// scale decides on the fixed-point numbers of loads. Loads are kept as integers, so that sums are exact and do not depend on the order of
// additions. A bag of ten million tasks may all wait at one processor, where the sum must not run over; a tree that splits in two comes
// nowhere near that.
func (s *sim[E]) scale(elements int64) {
	if _, binary := s.cfg.Tree.(balance.PackedTree[E]); binary {
		elements = 0
	}
	s.perUnit = math.Ldexp(1, max(23, bits.Len64(uint64(elements)))-63)
}

// fixed converts a load, rounding down.
func (s *sim[E]) fixed(load float64) int64 { return int64(min(load, 1<<20) / s.perUnit) }

// deepest is a level from which on the load of an element no longer falls.
const deepest = 1 << 12

// weigh finds the load of an element at each level.
func (s *sim[E]) weigh(by balance.Estimate) *[deepest + 1]int64 {
	weights := new([deepest + 1]int64)
	for level := range weights {
		weights[level] = max(1, s.fixed(by.Load(level)))
	}
	return weights
}

// weight returns the load of an element at a level, or of that code: see loads. It is called for every element, and short enough to be
// inlined.
func (s *sim[E]) weight(level int32) int64 {
	if s.loads.of != nil {
		return s.loads.weight(level)
	}
	return s.weights[min(uint32(level), deepest)]
}
