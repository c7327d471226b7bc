package cdcl

import (
	"math"

	"transat/solver/cnf"
)

// phases are the values that decisions try first. Saved is the last value of each variable. In stable mode, target is
// the largest assignment without a conflict since the phases were last changed, and best the largest of all, so that
// the search returns to where it has come far. The saved phases are changed from time to time, so that the search does
// not stay in one corner.
type phases struct {
	saved, target, best  []int8 // by variable: 1, -1, or 0 for none
	targetSize, bestSize int
	changes              int64
	nextChange           int64 // conflicts
}

const (
	firstPhase  = -1   // most things that are counted, placed or planned are not the case: see tried.md
	changeEvery = 1000 // conflicts, times n·log³(n+9) for change n
)

// emptied returns, in the memory of p, the phases of variable 0, which never gets a value: it holds what new variables begin with.
func (p *phases) emptied() phases {
	return phases{
		saved: append(p.saved[:0], firstPhase), target: append(p.target[:0], 0), best: append(p.best[:0], 0), nextChange: changeEvery,
	}
}

func (p *phases) extend(vars int) {
	begin := len(p.saved)
	p.saved, p.target, p.best = extended(p.saved, vars+1), extended(p.target, vars+1), extended(p.best, vars+1)
	for v := begin; v <= vars; v++ {
		p.saved[v], p.target[v] = p.saved[0], p.target[0]
	}
}

// phase returns the literal that a decision on v makes true.
func (s *Solver) phase(v cnf.Var) cnf.Lit {
	value := s.phases.saved[v]
	if s.schedule.stable && s.phases.target[v] != 0 {
		value = s.phases.target[v]
	}
	if value < 0 {
		return cnf.Neg(v)
	}
	return cnf.Pos(v)
}

// keepTarget records how far the search has come without a conflict: up to the last decision, the trail is free of
// conflicts.
func (s *Solver) keepTarget() {
	if !s.schedule.stable {
		return
	}
	size := s.control[s.decisions()]
	if s.head == len(s.trail) && !s.schedule.conflict {
		size = len(s.trail)
	}
	p := &s.phases
	if size > p.targetSize {
		p.targetSize = size
		s.copyTrail(p.target, size)
	}
	if size > p.bestSize {
		p.bestSize = size
		s.copyTrail(p.best, size)
	}
}

func (s *Solver) copyTrail(phases []int8, size int) {
	for _, l := range s.trail[:size] {
		phases[l.Var()] = int8(1) - int8(l.Code()&1)<<1
	}
}

// rephase changes the saved phases when it is time, in stable mode, in turn: to the best ones, twice, the opposite of the initial ones, the
// best, twice, the initial ones. They are the target then. Source: A. Biere, M. Fleury, "Chasing target phases", POS 2020.
func (s *Solver) rephase() {
	p := &s.phases
	if !s.schedule.stable || s.stats.Conflicts < p.nextChange {
		return
	}
	s.backtrack(0)
	turn := p.changes % 6
	for v, best := range p.best {
		switch {
		case turn == 2:
			p.saved[v] = -firstPhase
		case turn == 5:
			p.saved[v] = firstPhase
		case best != 0:
			p.saved[v] = best
		}
	}
	copy(p.target, p.saved)
	p.targetSize = 0
	if turn != 2 && turn != 5 {
		p.bestSize = 0
	}
	p.changes++
	n := float64(p.changes + 1)
	log := math.Log10(n + 9)
	p.nextChange = s.stats.Conflicts + int64(changeEvery*n*log*log*log)
}

// Prefer says that a decision on the variable of l makes l true, as if that had been its last value.
func (s *Solver) Prefer(l cnf.Lit) {
	s.backtrack(0) // which records last values
	s.phases.saved[l.Var()] = int8(1) - int8(l.Code()&1)<<1
}
