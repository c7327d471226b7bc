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

// watch adds a clause to the lists of its first two literals.
func (s *Solver) watch(c ref) {
	if c == 0 {
		return
	}
	name := uint32(c) << 1
	if s.arena[c] == 2 {
		name |= 1
	}
	a, b := cnf.FromCode(s.arena[c+headWords]), cnf.FromCode(s.arena[c+headWords+1])
	s.watches[a.Code()] = append(s.watches[a.Code()], watch{name, b})
	s.watches[b.Code()] = append(s.watches[b.Code()], watch{name, a})
}

// carve makes all lists parts of one slab, each with the given room, by literal: lists that grow one by one leave several times
// their memory behind.
func (s *Solver) carve(room []uint32) {
	size := 0
	for _, n := range room {
		size += int(n)
	}
	slab := make([]watch, size)
	for i, n := range room {
		s.watches[i], slab = slab[:0:n], slab[n:]
	}
}

// rewatch rebuilds all lists, with clauses of two literals first, since they cost least.
func (s *Solver) rewatch() {
	for l := range s.watches {
		s.watches[l] = s.watches[l][:0]
	}
	for _, binary := range [...]bool{true, false} {
		for _, list := range [...][]ref{s.clauses, s.learned} {
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
	for _, w := range s.arena[c+headWords : c+headWords+2] {
		list := s.watches[w]
		if i := slices.IndexFunc(list, func(w watch) bool { return w.ref() == c }); i >= 0 {
			s.watches[w] = slices.Delete(list, i, i+1)
		}
	}
}
