package simplify

// A question is first asked with the gates next to the two nodes. A counterexample to these may contradict gates further below, so it is
// asked again with more of them.
const (
	firstCone = 16   // nodes
	coneGrows = 8    // times
	mostNodes = 8192 // of the largest
)

// question answers whether two nodes are equal; the second one comes first in the circuit. It notes the equality, or the counterexample.
func (s *sweeper) question(n, rep int32) answer {
	for size := firstCone; size <= mostNodes && !s.done(); size *= coneGrows {
		whole := s.gather(n, rep, size)
		got := s.ask(n, rep)
		if got != different {
			return got
		}
		if whole {
			s.note()
			return different
		}
	}
	return unknown
}

// note notes the values of the free nodes in the model.
func (s *sweeper) note() {
	for i, v := range s.cone.vars {
		if n := s.node[v]; s.nodes[n].kind == freeNode {
			s.counterexample(n, s.cone.model[i+1] != s.names[n].Negative())
		}
	}
	s.models++
}

// gather fills the cone, up to a number of nodes. It reports whether all gates below the two nodes are in it.
func (s *sweeper) gather(n, rep int32, size int) (whole bool) {
	c := &s.cone
	c.clear()
	s.enter(n)
	s.enter(rep)
	for s.inside = 0; s.inside < len(c.vars); s.inside++ {
		if len(c.vars) > size {
			return false
		}
		m := s.node[c.vars[s.inside]]
		switch e := s.equals[m]; {
		case e > 0:
			c.enter(s.found[e-1].Rep.Var())
		case s.vals[s.names[m].Code()] == 0:
			c.clauses = append(c.clauses, s.clausesOf(m)...)
			for _, in := range s.inputsOf(m) {
				s.enter(int32(in >> 1))
			}
		}
	}
	return true
}

// enter adds a node to the cone.
func (s *sweeper) enter(n int32) {
	if n != 0 {
		s.cone.enter(s.names[n].Var())
	}
}

// ask asks a solver that has the cone. The model is in the cone if the answer is different.
func (s *sweeper) ask(n, rep int32) answer {
	s.loadGates()
	defer s.unload()
	x, y := s.literal(n), s.literal(rep)
	for s.vals[x.Code()] == 0 && !s.done() {
		if value := s.vals[y.Code()]; rep == 0 || value != 0 {
			if value > 0 {
				x = x.Not()
			}
			got, number := s.excluded(x)
			if got == equal {
				s.constant(x.Not(), number)
			}
			return got
		}
		switch got := s.compare(x, y); got {
		case again:
			continue
		case equal:
			s.equals[n] = int32(len(s.found))
			return equal
		default:
			return got
		}
	}
	return equal
}

// loadGates makes a solver that has the cone. The variables whose gates are in it may be equal to others.
func (s *sweeper) loadGates() {
	s.load()
	for _, v := range s.cone.vars[:s.inside] {
		if e := s.equals[s.node[v]]; e > 0 {
			s.tell(s.found[e-1])
		}
	}
}
