package cdcl

import (
	"slices"

	"transat/solver/cnf"
)

// watch is an entry in the list of a literal. When the literal becomes false, propagation visits the clause, unless the
// blocker, another of its literals, is true. In a clause of two literals the blocker is the other literal, so the
// clause itself is not read.
type watch struct {
	name    uint32 // 2·ref + 1 if the clause has two literals
	blocker cnf.Lit
}

func (w watch) ref() ref     { return ref(w.name >> 1) }
func (w watch) binary() bool { return w.name&1 != 0 }

// The lists of all literals lie in one slice, the pool: a list of slices would take twice the memory beside the
// watches, and its growth would leave garbage:
//
//	pool   │ w w w · │ w w · · │ …    watchList{at, size, room}: three of four places are taken
//
// A list that is full moves to the end of the pool, with more room. When the pool is full, pack lays it out anew.

// watchList is the list of a literal: pool[at:at+size], with room for more.
type watchList struct{ at, size, room uint32 }

// list returns the watches of the literal with a code.
func (s *Solver) list(code uint32) []watch {
	l := s.watches[code]
	return s.pool[l.at : l.at+l.size]
}

// watch adds a clause to the lists of its first two literals.
func (s *Solver) watch(c ref) {
	if c == 0 {
		return
	}
	name := uint32(c) << 1
	if s.arena[c] == 2 {
		name |= 1
	}
	a, b := s.arena[c+headWords], s.arena[c+headWords+1]
	s.addWatch(a, watch{name, cnf.FromCode(b)})
	s.addWatch(b, watch{name, cnf.FromCode(a)})
}

func (s *Solver) addWatch(code uint32, w watch) {
	l := &s.watches[code]
	if l.size == l.room {
		s.widen(code)
	}
	s.pool[l.at+l.size] = w
	l.size++
}

// leastRoom is the room of a list that is no longer empty.
const leastRoom = 4

// widen gives a full list more room.
func (s *Solver) widen(code uint32) {
	l := &s.watches[code]
	room := max(l.room+l.room/2, leastRoom)
	if len(s.pool)+int(room) > cap(s.pool) {
		s.pack(code)
		return
	}
	at := len(s.pool)
	s.pool = s.pool[:at+int(room)]
	copy(s.pool[at:], s.pool[l.at:l.at+l.size])
	l.at, l.room = uint32(at), room
}

// spare is the room of a list in a new pool.
func spare(size uint32) uint32 {
	if size == 0 {
		return 0
	}
	return size + size/8 + 1
}

// pack lays the pool out anew. The list of one literal gets more room.
func (s *Solver) pack(code uint32) {
	size := 0
	for _, l := range s.watches {
		size += int(spare(l.size))
	}
	more := max(s.watches[code].size/2, leastRoom)
	pool := make([]watch, 0, size+int(more)+size/8+1024)
	for i := range s.watches {
		l := &s.watches[i]
		at, room := len(pool), spare(l.size)
		if i == int(code) {
			room += more
		}
		pool = pool[:at+int(room)]
		copy(pool[at:], s.pool[l.at:l.at+l.size])
		l.at, l.room = uint32(at), room
	}
	s.pool = pool
}

// layOut empties all lists, and gives the lists in the pool the given room, by literal.
func (s *Solver) layOut(room []uint32) {
	size := 0
	for i, n := range room {
		s.watches[i] = watchList{uint32(size), 0, n}
		size += int(n)
	}
	if cap(s.pool) < size || cap(s.pool) > 2*size+1<<16 {
		s.pool = make([]watch, 0, size+size/8+1024)
	}
	s.pool = s.pool[:size]
}

// rewatch rebuilds all lists, with clauses of two literals first, since they cost least.
func (s *Solver) rewatch() {
	room := make([]uint32, len(s.watches))
	all := [...][]ref{s.clauses, s.learned}
	for _, list := range all {
		for _, c := range list {
			room[s.arena[c+headWords]]++
			room[s.arena[c+headWords+1]]++
		}
	}
	for i, n := range room {
		room[i] = spare(n)
	}
	s.layOut(room)
	for _, binary := range [...]bool{true, false} {
		for _, list := range all {
			for _, c := range list {
				if (s.arena[c] == 2) == binary {
					s.watch(c)
				}
			}
		}
	}
}

// unwatch removes a clause from the lists of its first two literals.
func (s *Solver) unwatch(c ref) {
	for _, code := range s.arena[c+headWords : c+headWords+2] {
		list := s.list(code)
		if i := slices.IndexFunc(list, func(w watch) bool { return w.ref() == c }); i >= 0 {
			copy(list[i:], list[i+1:])
			s.watches[code].size--
		}
	}
}
