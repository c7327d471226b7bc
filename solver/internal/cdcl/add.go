package cdcl

import (
	"slices"

	"transat/solver/cnf"
)

// Add adds a clause to the formula, and copies its literals. Repeated literals and tautologies do no harm. The error
// says that a literal is none of the solver's (a *cnf.LiteralError if it is of no variable), or is the error of the
// proof, or ErrTooLarge.
func (s *Solver) Add(clause ...cnf.Lit) error {
	if s.hints != nil {
		return errUnnumbered
	}
	return s.AddNumbered(0, clause...)
}

// AddNumbered is Add with the number of the clause in the proof with hints: a clause of the formula, or one inferred
// before.
func (s *Solver) AddNumbered(number int64, clause ...cnf.Lit) error {
	if s.err != nil {
		return s.err
	}
	for _, l := range clause {
		if !s.has(l) {
			return s.foreign("clause", clause)
		}
		s.know(l.Var())
	}
	s.backtrack(0)
	s.inferUnits()
	if s.refuted {
		return nil
	}
	lits, always := s.simplified(clause)
	if always {
		return nil
	}
	if len(lits) != len(clause) || len(lits) == 0 {
		s.restate(number, clause)
	}
	if len(lits) != len(clause) && len(lits) > 0 {
		s.prove(lits) // it stands beside the longer clause: deleting one later leaves the other
		number = s.last
	}
	switch len(lits) {
	case 0:
		s.refute()
	case 1:
		s.nameUnit(lits[0], number)
		s.assignRoot(lits[0])
	default:
		c := s.alloc(lits, false, 0)
		if c == 0 {
			return s.err
		}
		s.setNumber(c, number)
		s.clauses = append(s.clauses, c)
		s.watch(c)
	}
	return s.err
}

// assignRoot makes a literal true for good, and propagates.
func (s *Solver) assignRoot(l cnf.Lit) {
	s.assign(l, 0)
	if conflict := s.propagate(); conflict != 0 {
		s.refuteBy(conflict)
		return
	}
	s.inferUnits()
}

// simplified returns a clause without repeated literals and literals that are false at the root, in the given order.
// always says that the clause is true: two of its literals contradict each other, or one is true at the root.
func (s *Solver) simplified(clause []cnf.Lit) (lits []cnf.Lit, always bool) {
	s.merged = s.merged[:0]
	for _, l := range clause {
		s.mark[l.Var()] = 0
	}
	for _, l := range clause {
		sign := uint8(1) << (l.Code() & 1)
		switch v := l.Var(); {
		case s.vals[l.Code()] > 0 || s.mark[v]&(3^sign) != 0:
			always = true
		case s.vals[l.Code()] == 0 && s.mark[v] == 0:
			s.mark[v] = sign
			s.merged = append(s.merged, l)
		}
	}
	for _, l := range clause {
		s.mark[l.Var()] = 0
	}
	return slices.Clip(s.merged), always
}

// know records that a variable occurs.
func (s *Solver) know(v cnf.Var) {
	if s.known[v] {
		return
	}
	s.known[v] = true
	if s.unqueued.last == 0 {
		s.unqueued.first = v
	}
	s.unqueued = span{min(s.unqueued.first, v), max(s.unqueued.last, v)}
}

// enroll inserts the variables that occur into the queue and the heap. The queue decides those last that were added.
func (s *Solver) enroll() {
	if s.unqueued.last == 0 {
		return
	}
	insert := func(from, to cnf.Var) {
		for v := from; v <= to; v++ {
			if s.known[v] && !s.queue.has(v) {
				s.queue.enroll(v)
				s.heap.insert(v)
			}
		}
	}
	if s.own > 0 {
		insert(max(s.unqueued.first, s.own+1), s.unqueued.last)
	}
	insert(s.unqueued.first, s.unqueued.last)
	s.unqueued = span{}
}
