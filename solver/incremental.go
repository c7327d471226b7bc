package solver

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
)

// Incremental is a formula that grows between calls of Solve, in clauses and variables. Clause learning decides it, on one core,
// and keeps its learned clauses, so a call costs as much as is new. It is for programs that ask many questions, such as planners
// and model checkers; a single hard question is for the function [Solve]. One goroutine at a time may use it.
//
// A clause that is to hold in some calls only gets one more literal: the complement of a selector, which is a variable that NewVar
// has made for this. The clause holds in the calls that assume the selector. Several clauses may have the same one.
//
//	selected := cnf.Pos(i.NewVar())
//	err := i.Add(selected.Not(), a, b)           // a or b, where selected is assumed
//	result, err := i.Solve(ctx, selected)        // with the clause; Result.Failed has selected if it was to blame
//	result, err = i.Solve(ctx)                   // without
//	err = i.Add(selected.Not())                  // retracts all clauses with this selector, for good
//
// Retracted clauses, and clauses learned from them, leave the memory in time; the variable stays.
type Incremental struct {
	formula   *cnf.Formula // the clauses so far, but for some that a clause of one literal makes true
	witnesses witnesses    // of its clauses in the last model
	solver    *cdcl.Solver
	loaded    int // clauses of the formula that the solver has; the others are added by the next call
	sparse    int // number of literals in the formula from which on compact tries to make it shorter
	literals  int // the most that the formula may have
	progress  func(Progress)
}

// Limits end a call of [Incremental.SolveLimited] before there is an answer. The zero value is no limit.
type Limits struct {
	Conflicts int64 // that clauses are learned from in this call, or a few more
	// Memory is how many bytes variables and clauses, learned ones included, may take. Solve looks at it before the search, and then every few
	// hundredths of a second. For a limit on the whole program, take the context of [LimitMemory].
	Memory int64
}

// ErrConflictLimit is the Reason of a call that came to Limits.Conflicts.
var ErrConflictLimit = errors.New("conflict limit reached")

// NewIncremental returns an Incremental without clauses. Progress, if not nil, is called several times a second while Solve is at work.
func NewIncremental(progress func(Progress)) *Incremental {
	return &Incremental{
		formula: cnf.NewFormula(0), solver: cdcl.New(0, cdcl.Options{}), sparse: leastSparse, literals: cnf.MaxLiterals, progress: progress,
	}
}

// Vars returns the number of variables so far.
func (i *Incremental) Vars() int { return i.formula.Vars() }

// NewVar returns a new variable, which is in no clause: the one above those known so far. It returns 0, which is no variable, if there are
// cnf.MaxVars already.
func (i *Incremental) NewVar() cnf.Var {
	v := i.formula.Vars() + 1
	if v > cnf.MaxVars {
		return 0
	}
	i.formula.Declare(v)
	return cnf.Var(v)
}

// Add adds a clause, whose literals are copied. A variable above those known so far is a new one, as are those between. The error says that
// something is no literal (a *cnf.LiteralError if it is of no variable), or is cnf.ErrTooLarge; then the clause is not added.
func (i *Incremental) Add(clause ...cnf.Lit) error {
	if err := checkClause(clause); err != nil {
		return err
	}
	if i.formula.Literals()+len(clause) > i.literals {
		return cnf.ErrTooLarge
	}
	i.formula.Add(clause...)
	return nil
}

// AddFormula adds all clauses of a formula. Its variables are the variables with the same number here; if it has more, these are
// new ones. The error is as for Add, and then nothing is added.
func (i *Incremental) AddFormula(f *cnf.Formula) error {
	for j := range f.Len() {
		if err := checkClause(f.Clause(j)); err != nil {
			return err
		}
	}
	if f.Vars() > cnf.MaxVars || i.formula.Literals()+f.Literals() > i.literals {
		return cnf.ErrTooLarge
	}
	i.formula.Declare(f.Vars())
	for j := range f.Len() {
		i.formula.Add(f.Clause(j)...)
	}
	return nil
}

func checkClause(clause []cnf.Lit) error {
	if err := cnf.CheckLiterals("clause", clause); err != nil {
		return err
	}
	for _, l := range clause {
		if v := l.Var(); v > cnf.MaxVars {
			return fmt.Errorf("a clause with variable %d: want 1 to %d", v, cnf.MaxVars)
		}
	}
	return nil
}

// Solve decides the clauses so far, under assumptions, which hold for this call only. A model is checked, and belongs to the
// caller. If there is none, Result.Failed are some of the assumptions, each once, that cannot be true together, not always as few
// as possible. Failed is empty exactly if the clauses were found to have no model at all, and then no later call finds one. If it
// is not empty, they may have none without the assumptions either: to find that out, ask without.
//
// If the context ends first, the verdict is Unknown and Reason is the context's cause; the next call goes on with all that was learned.
// Stats.Decisions counts this call alone. The error is an *OptionError if an assumption is none of the variables so far; or it is
// cnf.ErrTooLarge, after which there are no more answers: clauses and learned clauses take more than 8 GiB.
func (i *Incremental) Solve(ctx context.Context, assumptions ...cnf.Lit) (Result, error) {
	return i.SolveLimited(ctx, Limits{}, assumptions...)
}

// SolveLimited does what Solve does, within limits. If one is reached first, the verdict is Unknown, and Reason is ErrConflictLimit
// or ErrMemoryLimit. Nothing is lost: the next call, whatever it asks, goes on with all that was learned. One with the same limit
// of memory ends at once. The error is also an *OptionError if a limit is negative.
func (i *Incremental) SolveLimited(ctx context.Context, limits Limits, assumptions ...cnf.Lit) (Result, error) {
	switch {
	case limits.Conflicts < 0:
		return Result{}, optionError("Conflicts", limits.Conflicts, errNegative)
	case limits.Memory < 0:
		return Result{}, optionError("Memory", limits.Memory, errNegative)
	}
	if err := checkLiterals(i.formula, "Assume", assumptions); err != nil {
		return Result{}, err
	}
	before := i.solver.Stats().Decisions
	verdict, err := i.solve(ctx, limits, assumptions)
	result := Result{Engine: CDCL}
	result.Verdict, result.Stats.Decisions = verdict, i.solver.Stats().Decisions-before
	switch {
	case errors.Is(err, ErrConflictLimit), errors.Is(err, ErrMemoryLimit):
		result.Reason = err
	case err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()):
		result.Reason = context.Cause(ctx)
	case err != nil:
		return Result{}, err
	case verdict == cnf.Unsatisfiable:
		result.Failed = slices.Clone(i.solver.Failed())
	default:
		check := func(m cnf.Model) error { return i.witnesses.check(i.formula, m) }
		result.Model = i.formula.CheckedBy(check, i.solver.CopyModel, assumptions...)
	}
	return result, nil
}

// solve asks the solver, in slices.
func (i *Incremental) solve(ctx context.Context, limits Limits, assumptions []cnf.Lit) (cnf.Verdict, error) {
	if err := i.load(ctx, limits); err != nil {
		return cnf.Unknown, err
	}
	begin := i.solver.Stats().Conflicts
	for {
		slice := cdcl.Limits{Work: sliceWork}
		if limits.Conflicts > 0 {
			slice.Conflicts = limits.Conflicts - (i.solver.Stats().Conflicts - begin)
			if slice.Conflicts <= 0 {
				return cnf.Unknown, ErrConflictLimit
			}
		}
		if limits.Memory > 0 && i.bytes() > limits.Memory {
			return cnf.Unknown, ErrMemoryLimit
		}
		verdict, err := i.solver.Solve(ctx, slice, assumptions...)
		if !errors.Is(err, cdcl.ErrLimit) {
			return verdict, err
		}
		if i.progress != nil {
			i.progress(Progress{Conflicts: i.solver.Stats().Conflicts})
		}
	}
}
