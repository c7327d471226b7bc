package conquer

import (
	"context"
	"errors"

	"transat/solver/cnf"
)

// triesWhole reports whether clause learning has begun with the formula as a whole, as [cube.Grain.Whole] says.
func (s *Search) triesWhole() bool {
	if !s.looks || s.over {
		return false
	}
	budget := s.grain.Whole()
	if s.whole = budget > 0; s.whole {
		s.begin(nil, budget)
	}
	return s.whole
}

// tried takes the answer for the formula as a whole.
func (s *Search) tried(a answer) error {
	s.whole, s.press = false, false
	s.grain.Tried(a.result.Conflicts, a.result.Work)
	s.over = a.err == nil && a.result.Verdict == cnf.Unsatisfiable
	s.model = a.result.Model
	if errors.Is(a.err, context.Canceled) && s.ctx.Err() == nil { // halted: others have nothing to do
		return nil
	}
	return a.err
}
