package solver

import (
	"context"
	"errors"
	"fmt"

	"transat/solver/cnf"
)

// Solve decides f by depth-first search.
//
// If ctx ends or a limit of opt is reached first, the verdict is Unknown, Result.Reason tells why, and
// the statistics are those up to then; the error is nil. The error is not nil if the rule is unknown,
// if f is too large (ErrTooLarge), or if opt.Proof returned an error, which is then wrapped.
//
// Time is exponential in the number of variables at worst. Memory is linear in the number of literals
// of f; formulas with up to some thousand variables take up to 16 bytes a variable and depth more. Even
// with a million variables and four million clauses the context is heeded within a second.
func Solve(ctx context.Context, f *Formula, opt Options) (Result, error) {
	s, err := begin(ctx, f, opt)
	if err != nil {
		if errors.Is(err, ErrMemory) || errors.Is(err, ctx.Err()) {
			return Result{Reason: err}, nil
		}
		return Result{}, err
	}
	return s.solve(ctx, f)
}

// begin prepares a search of f from its root. The context ends what is prepared as well.
func begin(ctx context.Context, f *Formula, opt Options) (*search, error) {
	rule, err := findRule(opt.Rule)
	if err != nil {
		return nil, err
	}
	if err := checkMemory(f, opt.MaxMemory); err != nil {
		return nil, err
	}
	setUp := stopwatch{clock: opt.Clock}
	setUp.start()
	p, err := cnf.Normalise(ctx, f)
	if err != nil {
		return nil, err
	}
	if rule.weights {
		p = withResolvents(p)
	}
	e, err := newEngine(ctx, p, rule)
	if err != nil {
		return nil, err
	}
	opt.Rule = rule.Name
	s := newSearch(e, p.Clauses.Literals(), opt)
	s.derived = p.Derived
	s.setUp = setUp.elapsed()
	return s, nil
}

// solve runs the search to the first model.
func (s *search) solve(ctx context.Context, f *Formula) (Result, error) {
	s.watch.start()
	root := s.engine.reset()
	s.watch.lap(phasePropagation)
	found, err := s.run(ctx, root)
	result := Result{Stats: s.stats, Resources: s.resources()}
	var broken *proofError
	switch {
	case errors.As(err, &broken):
		return Result{}, err
	case err != nil:
		result.Reason = err
	case !found:
		result.Verdict = Unsatisfiable
	default:
		result.Verdict = Satisfiable
		result.Model = checkedModel(s.engine, f)
	}
	return result, nil
}

// checkedModel reads the assignment of e, which is at a model of f; variables without a value become
// false.
func checkedModel(e interface{ model(m Model) }, f *Formula) Model {
	m := make(Model, f.Vars()+1)
	e.model(m)
	if err := f.Check(m); err != nil {
		panic(fmt.Sprintf("solver: the search ended with a wrong model: %v", err))
	}
	return m
}
