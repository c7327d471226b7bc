package sim

import (
	"math"
	"slices"

	"transat/balance"
)

// Where the work of a processor has come from, for Timeline.Moved. An element carries no history: that would cost every run
// memory and time. Instead, the moves are kept by what moved. The elements of a balance.IntervalTree are numbered in
// preorder, so a subtree is an interval, and of two intervals one lies in the other, or they have nothing in common:
//
//	elements     0 1 2 3 4 5 6 7 8 9 …
//	move 1           ├───────────┤             to processor 7
//	move 2               ├───┤                 from 7 to 3: the one before it is move 1
//
// A processor has an element by the smallest interval around it that has moved there. An element moves before it is
// expanded, so the smallest interval is also that of the latest move, and no later move to the processor is around an earlier one.

// moves are all moves so far.
type moves[E any] struct {
	tree balance.IntervalTree[E]
	told func(number, earlier int32) bool
	at   []working[E] // by rank
	got  [][]gotten   // by rank, the moves to it: by the first element, and by time where that is the same
	all  []move       // by number; that of 0 is none
}

// working is the element that a processor works on.
type working[E any] struct {
	e     E
	fresh bool // its move is not known yet; otherwise that of in, which is around it
	in    stretch
}

// move is an element that has left for another processor.
type move struct {
	first, end uint32 // interval of elements
	around     int32  // the smallest one around it that has moved to the same processor, or 0
}

// gotten is a move to a processor.
type gotten struct {
	first uint32 // element
	move  int32
}

// stretch is elements that lie in the same move to a processor, and in no smaller one.
type stretch struct {
	first, end uint32
	move       int32
}

// watchMoves prepares for Timeline.Moved, if the tree numbers its elements.
func (s *sim[E]) watchMoves() {
	tree, ok := s.cfg.Tree.(balance.IntervalTree[E])
	if s.cfg.Timeline == nil || s.cfg.Timeline.Moved == nil || !ok {
		return
	}
	n := len(s.procs)
	s.moves = &moves[E]{
		tree: tree, told: s.cfg.Timeline.Moved, at: make([]working[E], n), got: make([][]gotten, n), all: make([]move, 1),
	}
}

// last is the last move of the element that a processor works on, or of one above it; 0 if there is none, or nobody wants to know.
func (m *moves[E]) last(rank int32) int32 {
	if m == nil {
		return 0
	}
	x := &m.at[rank]
	if x.fresh {
		x.fresh = false
		if element := m.tree.Number(x.e); element < x.in.first || element >= x.in.end {
			_, x.in = m.around(rank, element)
		}
	}
	return x.in.move
}

// begin notes that a processor begins to work on an element.
func (m *moves[E]) begin(rank int32, e E) {
	m.at[rank].e, m.at[rank].fresh = e, true
}

// around is the smallest move to a processor around an element, and elements around it with the same answer; and the place of another
// move of the element in the list of the processor.
func (m *moves[E]) around(rank int32, element uint32) (place int, in stretch) {
	got := m.got[rank]
	for high := len(got); place < high; { // slices.BinarySearchFunc takes twice the time
		if middle := int(uint(place+high) >> 1); got[middle].first <= element {
			place = middle + 1
		} else {
			high = middle
		}
	}
	in.end = math.MaxUint32
	if place < len(got) {
		in.end = got[place].first
	}
	if place > 0 {
		in.first, in.move = got[place-1].first, got[place-1].move
	}
	for in.move != 0 && element >= m.all[in.move].end {
		in.first = max(in.first, m.all[in.move].end)
		in.move = m.all[in.move].around
	}
	if in.move != 0 {
		in.end = min(in.end, m.all[in.move].end)
	}
	return place, in
}

// leave numbers elements that leave for another processor. It returns the first number, or 0 if no more are wanted.
func (m *moves[E]) leave(from, to int32, elements []entry[E]) int32 {
	begin := int32(len(m.all))
	for i := range elements {
		number := int32(len(m.all))
		e := elements[i].e
		first := m.tree.Number(e)
		if _, in := m.around(from, first); !m.told(number, in.move) {
			return 0
		}
		place, in := m.around(to, first)
		m.got[to] = slices.Insert(m.got[to], place, gotten{first, number})
		if len(m.all) == cap(m.all) {
			m.all = slices.Grow(m.all, len(m.all)+len(m.at)) // append would copy all of it several times more often
		}
		m.all = append(m.all, move{first, m.tree.Behind(e), in.move})
		m.last(to) // before other moves lie in the stretch
		m.at[to].in.first, m.at[to].in.end = 0, 0
	}
	return begin
}
