package parallel

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"transat/solver"
	"transat/solver/cdcl"
	"transat/solver/cnf"
)

// Incremental is a formula that grows between calls of Solve. Clause learning decides it, on one core, and keeps what it has learned, so a call costs what is
// new. It is for programs that ask much, such as planners and model checkers; a single hard question is for the function [Solve]. One goroutine at a time may use it.
type Incremental struct {
	formula  *solver.Formula // all clauses so far
	solver   *cdcl.Solver    // nil before the first call, and when the variables have become more than it has room for
	room     int
	progress func(Progress)
}

// NewIncremental returns an Incremental without clauses. Progress, if not nil, is called several times a second while Solve is at work.
func NewIncremental(progress func(Progress)) *Incremental {
	return &Incremental{formula: solver.NewFormula(0), progress: progress}
}

// Add adds a clause, whose literals are copied. A variable above those known so far is a new one. The error says that something is no literal (a *solver.LiteralError if it is of no variable), and
// the clause is not added then; or it is solver.ErrTooLarge, after which there are no more answers.
func (i *Incremental) Add(clause ...solver.Lit) error {
	if err := cnf.CheckLiterals("clause", clause); err != nil {
		return err
	}
	for _, l := range clause {
		if v := l.Var(); v < 1 || v > solver.MaxVars {
			return fmt.Errorf("a clause with variable %d: want 1 to %d", v, solver.MaxVars)
		}
	}
	if i.formula.Literals()+len(clause) > solver.MaxLiterals {
		return solver.ErrTooLarge
	}
	i.formula.Add(clause...)
	if i.formula.Vars() > i.room {
		i.solver = nil
	}
	if i.solver == nil {
		return nil
	}
	return i.solver.Add(clause...)
}

// Vars returns the number of variables so far.
func (i *Incremental) Vars() int { return i.formula.Vars() }

// Solve decides the clauses so far, under assumptions, which hold for this call only. If there is no model, Result.Failed are assumptions that cannot be true together, none if
// there is no model without any either. If the context ends first, the verdict is Unknown and Reason is the context's cause; the next call goes on with all that was learned.
// The error is an *OptionError if an assumption is none of the variables so far, or solver.ErrTooLarge.
func (i *Incremental) Solve(ctx context.Context, assumptions ...solver.Lit) (Result, error) {
	if err := checkLiterals(i.formula, "Assume", assumptions); err != nil {
		return Result{}, err
	}
	result := Result{Engine: CDCL}
	verdict, err := i.solve(ctx, assumptions)
	switch {
	case err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()):
		result.Reason = context.Cause(ctx)
		return result, nil
	case err != nil:
		return Result{}, err
	}
	result.Verdict, result.Stats.Decisions = verdict, i.solver.Stats().Decisions
	if verdict == solver.Unsatisfiable {
		result.Failed = slices.Clone(i.solver.Failed())
		return result, nil
	}
	result.Model = assuming(i.formula, assumptions).Checked(func(m solver.Model) { copy(m, i.solver.Model()) })
	return result, nil
}

// solve asks the solver, in slices.
func (i *Incremental) solve(ctx context.Context, assumptions []solver.Lit) (solver.Verdict, error) {
	if i.solver == nil {
		if err := i.load(ctx); err != nil {
			return solver.Unknown, err
		}
	}
	for {
		verdict, err := i.solver.Solve(ctx, cdcl.Limits{Work: sliceWork}, assumptions...)
		if !errors.Is(err, cdcl.ErrLimit) {
			return verdict, err
		}
		if i.progress != nil {
			i.progress(Progress{Conflicts: i.solver.Stats().Conflicts})
		}
	}
}

// load makes a solver with room for as many new variables as there are, so that it is not done often.
func (i *Incremental) load(ctx context.Context) error {
	room := min(2*i.formula.Vars()+16, solver.MaxVars)
	roomy := solver.NewFormula(room)
	roomy.Grow(i.formula.Len(), i.formula.Literals())
	for j := range i.formula.Len() {
		roomy.Add(i.formula.Clause(j)...)
	}
	s, err := cdcl.Load(ctx, roomy, cdcl.Options{})
	if err != nil {
		return err
	}
	i.solver, i.room = s, room
	return nil
}
