package cdcl

import (
	"slices"

	"transat/solver/cnf"
)

// The search works in two modes that take turns (pace.go). In the focused one it restarts often and decides the variables of the latest conflicts, by
// the queue: that is quick to refute. In the stable one it restarts rarely, decides by score, and keeps to the phases that have come far: that is quick to find models.

// decide makes a decision: the next assumption that is open, or a variable. It reports whether an assumption is false, and whether every variable has a value.
func (s *Solver) decide() (failed cnf.Lit, done bool) {
	for s.decisions() < len(s.assumptions) {
		l := s.assumptions[s.decisions()]
		switch s.vals[l] {
		case -1:
			return l, false
		case 1:
			s.control = append(s.control, len(s.trail)) // a level of its own, so that levels count assumptions
		default:
			s.push(l)
			return 0, false
		}
	}
	var v cnf.Var
	if s.pace.stable {
		v = s.heap.next(s.vals)
	} else {
		v = s.queue.next(s.vals)
	}
	if v == 0 {
		return 0, true
	}
	s.push(s.phase(v))
	return 0, false
}

// push makes a decision.
func (s *Solver) push(l cnf.Lit) {
	s.stats.Decisions++
	s.control = append(s.control, len(s.trail))
	s.assign(l, 0)
}

// bump notes on which variables the last conflict rests.
func (s *Solver) bump() {
	if s.pace.stable {
		for _, v := range s.analyzed {
			s.heap.raise(v)
		}
		s.heap.decay()
		return
	}
	bumped := s.queue.bumped
	slices.SortFunc(s.analyzed, func(a, b cnf.Var) int { return int(bumped[a] - bumped[b]) })
	for _, v := range s.analyzed {
		s.queue.bump(v, s.vals[cnf.Pos(v)] == 0)
	}
}

// reusable returns how many of the decisions a restart would make again.
func (s *Solver) reusable() int {
	level := len(s.assumptions)
	if level >= s.decisions() {
		return s.decisions()
	}
	var before func(v cnf.Var) bool
	if s.pace.stable {
		next := s.peek()
		if next == 0 {
			return level
		}
		before = func(v cnf.Var) bool { return s.heap.score[v] > s.heap.score[next] }
	} else {
		next := s.queue.next(s.vals)
		if next == 0 {
			return level
		}
		before = func(v cnf.Var) bool { return s.queue.bumped[v] > s.queue.bumped[next] }
	}
	for level < s.decisions() && before(s.trail[s.control[level+1]].Var()) {
		level++
	}
	return level
}

// peek returns the open variable with the highest score, or 0.
func (s *Solver) peek() cnf.Var {
	v := s.heap.next(s.vals)
	if v != 0 {
		s.heap.insert(v)
	}
	return v
}
