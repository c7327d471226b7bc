package cdcl

import (
	"context"

	"transat/solver/cnf"
)

// checkEvery is the number of conflicts or decisions between two checks of the context.
const checkEvery = 256

// search decides, propagates and learns until there is an answer.
func (s *Solver) search(ctx context.Context, limits Limits) (cnf.Verdict, error) {
	from := s.stats
	look := int64(0)
	for {
		if s.refuted {
			return cnf.Unsatisfiable, nil
		}
		if conflict := s.propagate(); conflict != 0 {
			s.learn(conflict)
			continue
		}
		if s.decisions() == 0 {
			s.inferUnits()
		}
		switch {
		case s.err != nil:
			return cnf.Unknown, s.err
		case limits.Conflicts > 0 && s.stats.Conflicts-from.Conflicts >= limits.Conflicts,
			limits.Work > 0 && s.stats.Work-from.Work >= limits.Work:
			return cnf.Unknown, ErrLimit
		}
		if look--; look < 0 {
			look = checkEvery
			if err := ctx.Err(); err != nil {
				return cnf.Unknown, err
			}
		}
		if s.schedule.conflict {
			s.schedule.conflict = false
			if s.tend() {
				continue
			}
		}
		failed, done := s.decide()
		switch {
		case done:
			s.keepModel()
			return cnf.Satisfiable, nil
		case !failed.IsNone():
			s.blame(failed)
			return cnf.Unsatisfiable, nil
		}
	}
}

// tend does the periodic work after a conflict: restarts, phases, modes, reductions. It reports whether it has
// backtracked or refuted the formula.
func (s *Solver) tend() bool {
	before := s.decisions()
	if s.restarts() {
		s.restart()
	}
	s.take()
	s.rephase()
	s.changeMode()
	s.tiers.renew(s.stats.Conflicts)
	s.reduce()
	s.vivify()
	return s.decisions() < before || s.refuted
}

// learn turns a conflict into a clause, and backtracks to the level where the clause makes a literal true.
func (s *Solver) learn(conflict ref) {
	s.stats.Conflicts++
	s.schedule.conflict = true
	if s.decisions() == 0 {
		s.refuteBy(conflict)
		return
	}
	back, lbd, under := s.analyze(conflict)
	s.explain(conflict, s.clause)
	s.backtrack(back)
	s.prove(s.clause)
	s.give(lbd + under)
	s.stats.Learned++
	var c ref
	if len(s.clause) > 1 {
		if c = s.alloc(s.clause, true, lbd); c == 0 {
			return
		}
		s.setNumber(c, s.last)
		s.setUnder(c, under)
		s.setUsed(c, mostUsed)
		s.learned = append(s.learned, c)
		s.watch(c)
	} else {
		s.nameUnit(s.clause[0], s.last)
	}
	s.assign(s.clause[0], c)
}

// keepModel copies the values of all variables to s.model.
func (s *Solver) keepModel() {
	s.model = extended(s.model[:0], s.vars+1)
	for v := 1; v <= s.vars; v++ {
		s.model[v] = s.vals[cnf.Pos(cnf.Var(v)).Code()] > 0
	}
}
