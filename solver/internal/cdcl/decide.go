package cdcl

import (
	"slices"

	"transat/solver/cnf"
)

// The search alternates between two modes (restart.go). The focused mode restarts often and decides variables of the
// latest conflicts, by the queue: it refutes fast. The stable mode restarts rarely, decides by score, and follows the
// target phases: it finds models fast.

// decide makes a decision: the next open assumption, or a variable. It reports a false assumption, or that every
// variable has a value.
func (s *Solver) decide() (failed cnf.Lit, done bool) {
	for s.decisions() < len(s.assumptions) {
		l := s.assumptions[s.decisions()]
		switch s.vals[l.Code()] {
		case -1:
			return l, false
		case 1:
			s.control = append(s.control, len(s.trail)) // an empty level, so that level i+1 belongs to assumption i
		default:
			s.push(l)
			return cnf.Lit{}, false
		}
	}
	var v cnf.Var
	if s.schedule.stable {
		v = s.heap.next(s.vals)
	} else {
		v = s.queue.next(s.vals)
	}
	if v == 0 {
		return cnf.Lit{}, true
	}
	s.push(s.phase(v))
	return cnf.Lit{}, false
}

// push makes a decision.
func (s *Solver) push(l cnf.Lit) {
	s.stats.Decisions++
	s.control = append(s.control, len(s.trail))
	s.assign(l, 0)
}

// bump raises the variables that the last conflict rests on.
func (s *Solver) bump() {
	if s.schedule.stable {
		for _, v := range s.analyzed {
			s.heap.raise(v)
		}
		s.heap.decay()
		return
	}
	s.queue.renumber()
	s.keys = s.keys[:0]
	for _, v := range s.analyzed {
		s.keys = append(s.keys, uint64(s.queue.bumped[v])<<varBits|uint64(v))
	}
	slices.Sort(s.keys) // as numbers: a third of the time of a sort by a function
	for _, k := range s.keys {
		v := cnf.Var(k & (1<<varBits - 1))
		s.queue.bump(v, s.vals[cnf.Pos(v).Code()] == 0)
	}
}

// bumpReasons adds the variables in the reasons of the learned clause's literals to those that bump raises: in a slightly
// different conflict they would have been in the clause (J. Liang et al., "Learning rate based branching heuristic", SAT
// 2016). A solver of cubes adds, in stable mode, the variables in the reasons of these too.
func (s *Solver) bumpReasons() {
	begin := len(s.analyzed)
	for _, l := range s.clause {
		s.bumpReason(l.Var())
	}
	if s.cubes && s.schedule.stable {
		for _, v := range s.analyzed[begin:] {
			s.bumpReason(v)
		}
	}
}

// bumpReason adds the variables in the reason of another one that is marked.
func (s *Solver) bumpReason(v cnf.Var) {
	c := s.values[v].reason
	if c == 0 {
		return
	}
	for _, w := range s.words(c) {
		if u := cnf.FromCode(w).Var(); s.mark[u]&markSeen == 0 && s.values[u].level > 0 {
			s.remark(u, markSeen)
			s.analyzed = append(s.analyzed, u)
		}
	}
}

// reusable returns the number of decisions that the search would repeat after a restart.
func (s *Solver) reusable() int {
	level := len(s.assumptions)
	if level >= s.decisions() {
		return s.decisions()
	}
	var before func(v cnf.Var) bool
	if s.schedule.stable {
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
