package cdcl

import (
	"context"
	"errors"

	"transat/solver/cnf"
)

// Result is the outcome of a search that learns clauses.
type Result struct {
	Verdict cnf.Verdict
	Model   cnf.Model // checked, if Satisfiable; nil otherwise
	Stats   Stats
	Reason  error // why the verdict is Unknown: the context's error; nil otherwise
}

// Solve decides f by clause learning. It suits structured formulas; unsatisfiable random ones are for package dpll.
//
// If proof is not nil, Solve tells it every learned clause and every forgotten one. The proof is complete only if the
// verdict is Unsatisfiable.
//
// If ctx ends first, the verdict is Unknown and Result.Reason is the context's error. The error is ErrTooLarge, a
// *cnf.LiteralError for a literal of no variable, or wraps the error that proof returned.
func Solve(ctx context.Context, f *cnf.Formula, proof cnf.ProofWriter) (Result, error) {
	return SolveWith(ctx, f, Options{Proof: proof})
}

// SolveWith is Solve with options.
func SolveWith(ctx context.Context, f *cnf.Formula, opt Options) (Result, error) {
	s, err := Load(ctx, f, opt)
	verdict := cnf.Unknown
	if err == nil {
		verdict, err = s.Solve(ctx, Limits{})
	}
	if err != nil && errors.Is(err, ctx.Err()) {
		result := Result{Reason: err}
		if s != nil {
			result.Stats = s.Stats()
		}
		return result, nil
	}
	if err != nil {
		return Result{}, err
	}
	result := Result{Verdict: verdict, Stats: s.Stats()}
	if verdict == cnf.Satisfiable {
		result.Model = f.Checked(func(m cnf.Model) { copy(m, s.model) })
	}
	return result, nil
}

// addsPerCheck is the number of clauses that Load adds between two checks of the context.
const addsPerCheck = 1 << 12

// Load returns a solver for the clauses of f. The error is the context's, a *cnf.LiteralError, ErrTooLarge, or that of the proof.
func Load(ctx context.Context, f *cnf.Formula, opt Options) (*Solver, error) {
	if err := f.Acceptable(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := New(f.Vars(), opt)
	s.reserve(f)
	for i := range f.Len() {
		if i%addsPerCheck == addsPerCheck-1 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		number := int64(i + 1)
		if opt.Numbers != nil {
			number = opt.Numbers[i]
		}
		if err := s.AddNumbered(number, f.Clause(i)...); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// reserve makes room for the clauses of f.
func (s *Solver) reserve(f *cnf.Formula) {
	words := f.Literals() + (headWords+s.tail)*f.Len() + 1
	s.arena = append(make([]uint32, 0, min(words+words/8, mostWords)), s.arena...)
	s.clauses = make([]ref, 0, f.Len())
	room := make([]uint32, len(s.watches))
	for i := range f.Len() {
		if clause := f.Clause(i); len(clause) > 1 {
			room[clause[0].Code()]++
			room[clause[1].Code()]++
		}
	}
	s.carve(room)
}
