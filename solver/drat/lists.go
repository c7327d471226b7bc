package drat

import "math/bits"

// lists holds one list of items for every literal, all of them in one slice. A list has room for a power of two of
// items; when it is full, it moves to twice the room, and another list reuses the old one.
type lists[T any] struct {
	spans []span // by literal
	items []T
	free  [32][]uint32 // by the logarithm of the room: unused places
}

type span struct{ start, size, room uint32 }

const firstRoom = 4

func newLists[T any](literals int) lists[T] { return lists[T]{spans: make([]span, literals)} }

// of returns the list of l. The slice is valid until something is pushed to the list of l.
func (s *lists[T]) of(l uint32) []T {
	x := s.spans[l]
	return s.items[x.start : x.start+x.size : x.start+x.size]
}

// push appends an item to the list of l.
func (s *lists[T]) push(l uint32, item T) {
	x := &s.spans[l]
	if x.size == x.room {
		s.enlarge(x)
	}
	s.items[x.start+x.size] = item
	x.size++
}

// enlarge moves a full list.
func (s *lists[T]) enlarge(x *span) {
	room := max(2*x.room, firstRoom)
	start := s.allocate(room)
	copy(s.items[start:], s.items[x.start:x.start+x.size])
	if x.room > 0 {
		class := bits.TrailingZeros32(x.room)
		s.free[class] = append(s.free[class], x.start)
	}
	x.start, x.room = start, room
}

func (s *lists[T]) allocate(room uint32) (start uint32) {
	class := bits.TrailingZeros32(room)
	if n := len(s.free[class]); n > 0 {
		start = s.free[class][n-1]
		s.free[class] = s.free[class][:n-1]
		return start
	}
	start = uint32(len(s.items))
	s.items = append(s.items, make([]T, room)...)
	return start
}

// cut shortens the list of l to size items.
func (s *lists[T]) cut(l uint32, size int) { s.spans[l].size = uint32(size) }

// remove removes item i from the list of l and keeps the order of the others.
func (s *lists[T]) remove(l uint32, i int) {
	list := s.of(l)
	copy(list[i:], list[i+1:])
	s.cut(l, len(list)-1)
}
