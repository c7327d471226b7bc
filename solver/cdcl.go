package solver

import (
	"context"
	"fmt"

	gophersat "github.com/crillab/gophersat/solver"
)

// SolveCDCL decides f with gophersat, a solver that learns clauses from conflicts. On structured
// formulas it is often the better choice; on unsatisfiable random ones Solve is faster. There is no
// search tree, so of the statistics only Decisions is set.
//
// If ctx ends first the verdict is Unknown and Result.Reason is the context's error. gophersat
// cannot be interrupted: its goroutine and its memory then live on until it has finished, or until
// the program ends. The error is not nil if f is too large (ErrTooLarge) or gophersat fails.
func SolveCDCL(ctx context.Context, f *Formula) (Result, error) {
	p, err := normalise(f)
	if err != nil {
		return Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return Result{Reason: err}, nil
	}
	if p.refuted {
		return Result{Verdict: Unsatisfiable}, nil
	}
	if p.clauses.Len() == 0 {
		return Result{Verdict: Satisfiable, Model: unitModel(p, f.Vars())}, nil
	}
	done := make(chan cdclAnswer, 1) // room for one, so that the goroutine ends even if nobody listens
	go func() { done <- askGophersat(p, f.Vars()) }()
	select {
	case <-ctx.Done():
		return Result{Reason: ctx.Err()}, nil
	case answer := <-done:
		if answer.err == nil && answer.result.Verdict == Satisfiable {
			answer.err = f.Check(answer.result.Model)
		}
		if answer.err != nil {
			return Result{}, fmt.Errorf("gophersat: %w", answer.err)
		}
		return answer.result, nil
	}
}

type cdclAnswer struct {
	result Result
	err    error
}

// askGophersat runs gophersat to its end; a model gets that many variables. It turns a panic, which
// would otherwise end the program from within a goroutine, into an error.
func askGophersat(p *problem, vars int) (answer cdclAnswer) {
	defer func() {
		if r := recover(); r != nil {
			answer = cdclAnswer{err: fmt.Errorf("internal error: %v", r)}
		}
	}()
	s := gophersat.New(gophersat.ParseSliceNb(p.integers(), p.vars))
	result := Result{Verdict: Unsatisfiable}
	if s.Solve() == gophersat.Sat {
		result.Verdict = Satisfiable
		result.Model = make(Model, vars+1)
		copy(result.Model[1:], s.Model())
	}
	result.Stats.Decisions = int64(s.Stats.NbDecisions)
	return cdclAnswer{result: result}
}

// integers returns units and clauses in DIMACS numbering.
func (p *problem) integers() [][]int {
	all := make([][]int, 0, len(p.units)+p.clauses.Len())
	for _, l := range p.units {
		all = append(all, []int{l.DIMACS()})
	}
	for i := range p.clauses.Len() {
		clause := make([]int, 0, len(p.clauses.Clause(i)))
		for _, l := range p.clauses.Clause(i) {
			clause = append(clause, l.DIMACS())
		}
		all = append(all, clause)
	}
	return all
}

// unitModel is the model of a formula with that many variables that has only unit clauses.
func unitModel(p *problem, vars int) Model {
	m := make(Model, vars+1)
	for _, l := range p.units {
		m[l.Var()] = !l.Negative()
	}
	return m
}
