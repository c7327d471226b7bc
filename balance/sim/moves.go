package sim

import (
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
	at   []E       // by rank, the element being worked on
	got  [][]int32 // by rank, the moves to it: by the first element, and by time where that is the same
	all  []move    // by number; that of 0 is none
}

// move is an element that has left for another processor.
type move struct {
	first, end uint32 // interval of elements
	around     int32  // the smallest one around it that has moved to the same processor, or 0
}

// watchMoves prepares for Timeline.Moved, if the tree numbers its elements.
func (s *sim[E]) watchMoves() {
	tree, ok := s.cfg.Tree.(balance.IntervalTree[E])
	if s.cfg.Timeline == nil || s.cfg.Timeline.Moved == nil || !ok {
		return
	}
	n := len(s.procs)
	s.moves = &moves[E]{tree: tree, told: s.cfg.Timeline.Moved, at: make([]E, n), got: make([][]int32, n), all: make([]move, 1)}
}

// last is the last move of the element that a processor works on, or of one above it; 0 if there is none, or nobody wants to know.
func (m *moves[E]) last(rank int32) int32 {
	if m == nil {
		return 0
	}
	element, _ := m.tree.Interval(m.at[rank])
	_, move := m.around(rank, element)
	return move
}

// around is the smallest move to a processor around an element, and the place of a new one behind it in the list of the processor.
func (m *moves[E]) around(rank int32, element uint32) (place int, move int32) {
	got := m.got[rank]
	place, _ = slices.BinarySearchFunc(got, element, func(move int32, element uint32) int {
		if m.all[move].first <= element {
			return -1
		}
		return 1
	})
	if place > 0 {
		move = got[place-1]
	}
	for move != 0 && element >= m.all[move].end {
		move = m.all[move].around
	}
	return place, move
}

// leave numbers elements that leave for another processor. It returns the first number, or 0 if no more are wanted.
func (m *moves[E]) leave(from, to int32, elements []entry[E]) int32 {
	begin := int32(len(m.all))
	for i := range elements {
		number := int32(len(m.all))
		first, end := m.tree.Interval(elements[i].e)
		if _, earlier := m.around(from, first); !m.told(number, earlier) {
			return 0
		}
		place, around := m.around(to, first)
		m.got[to] = slices.Insert(m.got[to], place, number)
		m.all = append(m.all, move{first, end, around})
	}
	return begin
}
