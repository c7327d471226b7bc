package cdcl

import "transat/solver/cnf"

// propagate makes implied literals true until none is left, or until a clause is false, which it returns. Most of the
// time is spent here, so it is one long loop.
//
// Two literals of every clause are watched. While neither is false, the clause implies nothing. When one becomes false,
// another literal that is not false replaces it; if there is none, the clause implies the other watched literal.
func (s *Solver) propagate() (conflict ref) {
	vals, values, arena, trail := s.vals, s.values, s.arena, s.trail
	head, level, work := s.head, int32(len(s.control)-1), int64(0)
	for conflict == 0 && head < len(trail) {
		lit := trail[head].Not() // it has just become false
		head++
		from := &s.watches[lit.Code()]
		list := s.pool[from.at : from.at+from.size]
		work += 1 + int64(len(list))>>3
		kept := 0
	watches:
		for i := 0; i < len(list); i++ {
			w := list[i]
			list[kept] = w
			kept++
			now := vals[w.blocker.Code()]
			if now > 0 {
				continue
			}
			if w.binary() {
				if now < 0 {
					conflict = w.ref()
					kept += copy(list[kept:], list[i+1:])
					break
				}
				vals[w.blocker.Code()], vals[w.blocker.Not().Code()] = 1, -1
				values[w.blocker.Var()] = value{level, w.ref()}
				trail = append(trail, w.blocker)
				continue
			}
			work++
			c := uint32(w.name >> 1)
			lits := arena[c+headWords : c+headWords+arena[c]]
			other := cnf.FromCode(lits[0] ^ lits[1] ^ lit.Code())
			if now = vals[other.Code()]; now > 0 {
				list[kept-1].blocker = other
				continue
			}
			for k := 2; k < len(lits); k++ {
				r := cnf.FromCode(lits[k])
				switch v := vals[r.Code()]; {
				case v < 0:
					continue
				case v > 0: // the clause is true: the watch stays
					list[kept-1].blocker = r
					continue watches
				}
				lits[0], lits[1], lits[k] = other.Code(), r.Code(), lit.Code()
				to := &s.watches[r.Code()]
				if to.size == to.room {
					s.widen(r.Code())
					list = s.pool[from.at : from.at+from.size]
				}
				s.pool[to.at+to.size] = watch{w.name, lit}
				to.size++
				kept--
				continue watches
			}
			if ref(c) == s.ignored {
				continue
			}
			if now < 0 {
				conflict = ref(c)
				kept += copy(list[kept:], list[i+1:])
				break
			}
			vals[other.Code()], vals[other.Not().Code()] = 1, -1
			values[other.Var()] = value{level, ref(c)}
			trail = append(trail, other)
		}
		from.size = uint32(kept)
	}
	s.stats.Work += work
	s.stats.Propagations += int64(head - s.head)
	s.head, s.trail = head, trail
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
