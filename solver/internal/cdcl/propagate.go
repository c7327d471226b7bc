package cdcl

import "transat/solver/cnf"

// propagate makes implied literals true until none is left, or until a clause is false, which it returns. Most of the
// time is spent here, so it is one long loop.
//
// Two literals of every clause are watched. While neither is false, the clause implies nothing. When one becomes false,
// another literal that is not false replaces it; if there is none, the clause implies the other watched literal.
func (s *Solver) propagate() (conflict ref) {
	vals, arena, work := s.vals, s.arena, int64(0)
	begin := s.head
	for conflict == 0 && s.head < len(s.trail) {
		lit := s.trail[s.head].Not() // it has just become false
		s.head++
		list := s.watches[lit.Code()]
		work += 1 + int64(len(list))>>3
		kept := 0
	watches:
		for i := 0; i < len(list); i++ {
			w := list[i]
			list[kept] = w
			kept++
			value := vals[w.blocker.Code()]
			if value > 0 {
				continue
			}
			if w.binary() {
				if value < 0 {
					conflict = w.ref()
					kept += copy(list[kept:], list[i+1:])
					break
				}
				s.assign(w.blocker, w.ref())
				continue
			}
			work++
			c := uint32(w.name >> 1)
			lits := arena[c+headWords : c+headWords+arena[c]]
			other := cnf.FromCode(lits[0] ^ lits[1] ^ lit.Code())
			if value = vals[other.Code()]; value > 0 {
				list[kept-1].blocker = other
				continue
			}
			for k := 2; k < len(lits); k++ {
				r := cnf.FromCode(lits[k])
				if vals[r.Code()] < 0 {
					continue
				}
				if vals[r.Code()] > 0 { // the clause is true: the watch stays
					list[kept-1].blocker = r
					continue watches
				}
				lits[0], lits[1], lits[k] = other.Code(), r.Code(), lit.Code()
				s.watches[r.Code()] = append(s.watches[r.Code()], watch{w.name, lit})
				kept--
				continue watches
			}
			if ref(c) == s.ignored {
				continue
			}
			if value < 0 {
				conflict = ref(c)
				kept += copy(list[kept:], list[i+1:])
				break
			}
			s.assign(other, ref(c))
		}
		s.watches[lit.Code()] = list[:kept]
	}
	s.stats.Work += work
	s.stats.Propagations += int64(s.head - begin)
	return conflict
}

// assign makes an open literal true.
func (s *Solver) assign(l cnf.Lit, reason ref) {
	v := l.Var()
	s.vals[l.Code()], s.vals[l.Not().Code()] = 1, -1
	s.values[v] = value{int32(len(s.control) - 1), reason}
	s.trail = append(s.trail, l)
}

// decisions returns the current decision level.
func (s *Solver) decisions() int { return len(s.control) - 1 }

// backtrack undoes the decisions above a level.
func (s *Solver) backtrack(level int) {
	if level >= s.decisions() {
		return
	}
	if !s.probing {
		s.keepTarget()
	}
	end := s.control[level+1]
	vals, saved := s.vals, s.phases.saved
	for _, l := range s.trail[end:] {
		vals[l.Code()], vals[l.Not().Code()] = 0, 0
		if !s.probing {
			saved[l.Var()] = int8(1) - int8(l.Code()&1)<<1
		}
		if s.schedule.stable {
			s.heap.insert(l.Var())
		} else {
			s.queue.open(l.Var())
		}
	}
	s.trail, s.control, s.head = s.trail[:end], s.control[:level+1], end
}
