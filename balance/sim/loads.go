package sim

import (
	"math"

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
