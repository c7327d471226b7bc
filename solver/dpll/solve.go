package dpll

import (
	"context"
	"errors"
	"time"

	"transat/solver/cnf"
	"transat/solver/internal/rules"
)

// Solve decides f by depth-first search.
//
// If ctx ends or a limit of opt is reached first, the verdict is Unknown, Result.Reason tells why, and
// the statistics are complete up to then; the error is nil. The error is not nil if the rule is unknown,
// if f is too large (ErrTooLarge), or if opt.Proof returned an error, which is then wrapped.
//
// Time is exponential in the number of variables at worst. Memory is linear in the number of literals
// of f; formulas with up to some thousand variables take up to 16 bytes a variable and depth more. Even
// with a million variables and four million clauses the context is heeded within a second.
func Solve(ctx context.Context, f *cnf.Formula, opt Options) (Result, error) {
	s, err := beginSolve(ctx, f, opt)
	if err != nil {
		if errors.Is(err, cnf.ErrMemory) || errors.Is(err, ctx.Err()) {
			return Result{Reason: err}, nil
		}
		return Result{}, err
	}
	return s.solve(ctx, f)
}

// beginSolve prepares a search as Solve is asked for it.
func beginSolve(ctx context.Context, f *cnf.Formula, opt Options) (*search, error) {
	s, err := begin(ctx, f, setUp{rule: opt.Rule, engine: opt.Engine, maxMemory: opt.MaxMemory, clock: opt.Clock, proof: opt.Proof})
	if err != nil {
		return nil, err
	}
	s.opt.MaxNodes, s.opt.Progress = opt.MaxNodes, opt.Progress
	return s, nil
}

// setUp says how a search is to be set up.
type setUp struct {
	rule      string
	engine    rules.Build
	maxMemory int64
	clock     func() time.Duration
	proof     cnf.ProofWriter
}

// begin prepares a search of f from its root. The context ends the set-up and interrupts the engine later.
func begin(ctx context.Context, f *cnf.Formula, opt setUp) (*search, error) {
	rule, err := rules.Find(opt.rule)
	if err != nil {
		return nil, err
	}
	if opt.engine != nil {
		rule.Build = opt.engine
	}
	if err := rules.CheckMemory(f, opt.maxMemory); err != nil {
		return nil, err
	}
	setUp := stopwatch{clock: opt.clock}
	setUp.start()
	e, p, err := rule.Engine(ctx, f)
	if err != nil {
		return nil, err
	}
	s := newSearch(e, p.Clauses.Literals(), Options{Rule: rule.Name, MaxMemory: opt.maxMemory, Clock: opt.clock, Proof: opt.proof})
	s.derived = p.Derived
	s.setUp = setUp.elapsed()
	return s, nil
}

// solve runs the search to the first model.
func (s *search) solve(ctx context.Context, f *cnf.Formula) (Result, error) {
	s.watch.start()
	root := s.engine.Reset()
	s.watch.lap(phasePropagation)
	found, err := s.run(ctx, root)
	result := Result{Stats: s.stats, Resources: s.resources()}
	var broken *cnf.ProofError
	switch {
	case errors.As(err, &broken):
		return Result{}, err
	case err != nil:
		result.Reason = err
	case !found:
		result.Verdict = cnf.Unsatisfiable
	default:
		result.Verdict = cnf.Satisfiable
		result.Model = f.Checked(s.engine.Model)
	}
	return result, nil
}
