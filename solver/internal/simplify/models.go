package simplify

import "transat/solver/cnf"

// The models of an environment exclude candidates: literals that may always be true, and classes of literals that may be equal.

// first finds the first model of the environment, and the candidates.
func (s *environment) first() bool {
	if s.done() {
		return false
	}
	if got, _ := s.excluded(); got != different {
		return false
	}
	c := &s.cone
	s.connectCone()
	s.always, s.members, s.class = s.always[:0], s.members[:0], s.class[:0]
	s.class = append(s.class, 0)
	for _, v := range c.vars {
		s.class = append(s.class, 0)
		if l := cnf.Signed(v, !c.value(cnf.Pos(v))); s.vals[l.Code()] == 0 {
			s.always = append(s.always, l)
		}
	}
	s.members = append(s.members, s.always...)
	s.sizes = append(s.sizes[:0], int32(len(s.members)))
	return true
}

// connectCone lists the clauses of the literals of the cone.
func (s *environment) connectCone() {
	c := &s.cone
	n := 2*len(c.vars) + 4
	s.starts = append(s.starts[:0], make([]int32, n)...)
	for _, id := range c.clauses {
		for _, l := range s.of(id) {
			s.starts[c.local(l).Code()+1]++
		}
	}
	for i := 1; i < n; i++ {
		s.starts[i] += s.starts[i-1]
	}
	s.uses = append(s.uses[:0], make([]int32, s.starts[n-1])...)
	for _, id := range c.clauses {
		for _, l := range s.of(id) {
			at := &s.starts[c.local(l).Code()]
			s.uses[*at] = id
			*at++
		}
	}
	copy(s.starts[1:], s.starts) // each list began where the one before it ends
	s.starts[0] = 0
	s.work(2 * len(c.clauses))
}

// turns makes a true literal false in the model, if all clauses stay true.
func (s *environment) turns(l cnf.Lit) bool {
	c := &s.cone
	code := c.local(l).Code()
	ids := s.uses[s.starts[code]:s.starts[code+1]]
	for i, id := range ids {
		other := false
		for _, m := range s.of(id) {
			if other = m != l && c.value(m); other {
				break
			}
		}
		if !other {
			s.work(i + 1)
			return false
		}
	}
	s.work(len(ids))
	c.model[c.number[l.Var()]] = l.Negative()
	return true
}

// backbone finds the literals that are always true.
func (s *environment) backbone() {
	for fresh := true; len(s.always) > 0 && !s.done(); {
		if fresh {
			s.always = s.unturned(s.always)
			if fresh = false; len(s.always) == 0 {
				return
			}
		}
		l := s.always[len(s.always)-1]
		s.always = s.always[:len(s.always)-1]
		if s.vals[l.Code()] != 0 {
			continue
		}
		for _, m := range s.always {
			s.solver.Prefer(s.cone.local(m.Not()))
		}
		switch got, number := s.excluded(l.Not()); got {
		case equal:
			s.constant(l, number)
		case different:
			fresh = true
			s.refine()
		}
	}
}

// unturned returns those of some true literals that cannot be turned in the model.
func (s *environment) unturned(lits []cnf.Lit) []cnf.Lit {
	kept := lits[:0]
	for _, l := range lits {
		if s.vals[l.Code()] == 0 && !s.turns(l) {
			kept = append(kept, l)
		}
	}
	return kept
}

// refine takes the candidates away that the model excludes.
func (s *environment) refine() {
	c := &s.cone
	kept := s.always[:0]
	for _, l := range s.always {
		if c.value(l) {
			kept = append(kept, l)
		}
	}
	s.always = kept
	clear(s.split)
	for _, l := range s.members {
		if c.value(l) {
			continue
		}
		class := &s.class[c.number[l.Var()]]
		to, ok := s.split[*class]
		if !ok {
			to = int32(len(s.sizes))
			s.split[*class] = to
			s.sizes = append(s.sizes, 0)
		}
		s.sizes[*class]--
		s.sizes[to]++
		*class = to
	}
	s.work(len(s.members)/4 + 1)
	s.prune()
}

// prune takes away the members that have a value, or are alone in their classes.
func (s *environment) prune() {
	kept := s.members[:0]
	for _, l := range s.members {
		size := &s.sizes[s.class[s.cone.number[l.Var()]]]
		if s.vals[l.Code()] != 0 {
			*size--
		} else if *size > 1 {
			kept = append(kept, l)
		}
	}
	s.members = kept
}

// classes finds equal literals.
func (s *environment) classes() {
	s.refine()
	for fresh := true; len(s.members) > 1 && !s.done(); {
		if fresh {
			s.turnMembers()
			fresh = false
			continue
		}
		x := s.members[len(s.members)-1]
		at := s.partner(x)
		if s.members = s.members[:len(s.members)-1]; at < 0 || s.vals[x.Code()] != 0 {
			s.sizes[s.class[s.cone.number[x.Var()]]]--
			continue
		}
		y := s.members[at]
		if s.vals[y.Code()] != 0 {
			s.members[at] = x
			s.sizes[s.class[s.cone.number[x.Var()]]]--
			continue
		}
		if s.lighter(y, x) {
			x, y = y, x
			s.members[at] = y
		}
		s.scatter()
		switch s.compare(x, y) {
		case equal:
			s.tell(s.found[len(s.found)-1])
			s.sizes[s.class[s.cone.number[x.Var()]]]--
		case different:
			fresh = true
			s.members = append(s.members, x)
			s.refine()
		case again:
			s.members = append(s.members, x)
			s.prune()
		default:
			s.sizes[s.class[s.cone.number[x.Var()]]]--
		}
	}
}

// scatter makes the solver prefer random values of the members.
func (s *environment) scatter() {
	bits := uint64(0)
	for i, l := range s.members {
		if i&63 == 0 {
			bits = s.random.Uint64()
		}
		if bits&1 == 1 {
			l = l.Not()
		}
		bits >>= 1
		s.solver.Prefer(s.cone.local(l))
	}
}

// turnMembers takes the members away that are false in the model when they are turned, but not the others of their classes.
func (s *environment) turnMembers() {
	c := &s.cone
	for _, l := range s.members {
		turned := l
		if !c.value(l) {
			turned = l.Not()
		}
		size := &s.sizes[s.class[c.number[l.Var()]]]
		if *size > 1 && s.turns(turned) {
			*size--
			s.class[c.number[l.Var()]] = int32(len(s.sizes))
			s.sizes = append(s.sizes, 1)
		}
	}
	s.prune()
}

// partner returns the place of another member of the class of the last one, -1 if there is none.
func (s *environment) partner(x cnf.Lit) int {
	class := s.class[s.cone.number[x.Var()]]
	for i := len(s.members) - 2; i >= 0; i-- {
		if s.class[s.cone.number[s.members[i].Var()]] == class {
			s.work(1 + (len(s.members)-i)/16)
			return i
		}
	}
	return -1
}

// lighter reports whether x rather than y is the one to be replaced.
func (s *environment) lighter(x, y cnf.Lit) bool {
	if s.keep[x.Var()] != s.keep[y.Var()] {
		return s.keep[y.Var()]
	}
	of := func(l cnf.Lit) int32 { return s.count[l.Code()] + s.count[l.Not().Code()] }
	return of(x) < of(y)
}
