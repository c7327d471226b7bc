package cdcl

import (
	"slices"

	"transat/solver/internal/pages"
)

// Forgotten clauses leave holes in the arena. Clauses move down over them, in place, so that no second arena is needed. Clauses of the
// formula lie before most learned ones, and what lies before the first hole stays where it is: to forget learned clauses of a large
// formula costs little more than a look at all watches. Until it moves, a clause has its new place where its flags were.

// collect closes the holes, and rebuilds all lists of watches.
func (s *Solver) collect() {
	s.compact(false)
	s.rewatch()
}

// compact closes the holes. If watched is true, only learned clauses have been dropped, and the lists of watches
// follow; otherwise the caller rebuilds them.
func (s *Solver) compact(watched bool) {
	begin := 1
	if watched {
		i := slices.IndexFunc(s.learned, s.isGarbage)
		if i < 0 {
			return
		}
		begin = int(s.learned[i])
	} else if s.garbage == 0 {
		return
	}
	s.flagged = s.flagged[:0]
	to := begin
	for c := begin; c < len(s.arena); {
		if s.arena[c] == 0 { // left by a clause that is shorter now
			c++
			continue
		}
		size := headWords + int(s.arena[c]) + s.tail
		flags := s.flags(ref(c))
		s.flagged = append(s.flagged, *flags)
		if *flags&flagGarbage != 0 {
			*flags = 0
		} else {
			*flags = uint32(to)
			to += size
		}
		c += size
	}
	place := func(c ref) ref {
		if int(c) < begin {
			return c
		}
		return ref(*s.flags(c))
	}
	for _, l := range s.trail {
		if v := l.Var(); s.values[v].reason != 0 {
			s.values[v].reason = place(s.values[v].reason)
		}
	}
	if watched {
		s.follow(uint32(begin), place)
	}
	s.slide(begin)
	s.garbage = 0 // but for what shorter clauses have left before the first forgotten one, if watched
	if len(s.flagged) > keptFlags {
		s.flagged = nil
	}
}

// keptFlags is the room for flags that stays for the next time; more is given back.
const keptFlags = 1 << 17

// spareWords are words that an arena may have to spare.
const spareWords = 1 << 17

// follow removes forgotten clauses from all lists of watches, and renames the ones that move.
func (s *Solver) follow(begin uint32, place func(c ref) ref) {
	for l, list := range s.watches {
		kept := 0
		for _, w := range list {
			if w.name>>1 >= begin {
				c := place(w.ref())
				if c == 0 {
					continue
				}
				w.name = uint32(c)<<1 | w.name&1
			}
			list[kept] = w
			kept++
		}
		s.watches[l] = list[:kept]
	}
}

// slide moves clauses from begin on to their new places, and renews the lists of clauses.
func (s *Solver) slide(begin int) {
	before := func(list []ref) []ref {
		i, _ := slices.BinarySearch(list, ref(begin))
		return list[:i]
	}
	s.clauses, s.learned = before(s.clauses), before(s.learned)
	end, n := begin, 0
	for c := begin; c < len(s.arena); {
		if s.arena[c] == 0 {
			c++
			continue
		}
		size := headWords + int(s.arena[c]) + s.tail
		flags := s.flagged[n]
		n++
		if to := ref(*s.flags(ref(c))); to != 0 {
			copy(s.arena[to:int(to)+size], s.arena[c:c+size])
			*s.flags(to) = flags
			if flags&flagLearned != 0 {
				s.learned = append(s.learned, to)
			} else {
				s.clauses = append(s.clauses, to)
			}
			end = int(to) + size
		}
		c += size
	}
	s.arena = s.arena[:end]
	if cap(s.arena) > 4*end+spareWords { // after less, new clauses would soon need the room again, and another copy
		s.arena = pages.Moved(s.arena, end)
	}
}
