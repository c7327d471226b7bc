// Package gophersat decides formulas with the solver of that name, which learns clauses from conflicts, and can write proofs. It is an oracle for package cdcl,
// which is faster, can be stopped, and has no state outside a solver.
package gophersat

import (
	"context"
	"errors"
	"fmt"

	engine "github.com/crillab/gophersat/solver"

	"transat/solver/cnf"
)

// Solve decides f with gophersat, a solver that learns clauses from conflicts. On structured
// formulas it is often the better choice; on unsatisfiable random ones Solve is faster. There is no
// search tree, so of the statistics only Decisions is set.
//
// If proof is not nil, it is told every learned clause; as with Options.Proof, the proof is complete
// only if the verdict is Unsatisfiable. gophersat does not say which clauses it forgets, so nothing
// is deleted, and large proofs are slow to check.
//
// If ctx ends first the verdict is Unknown and Result.Reason is the context's error. gophersat
// cannot be interrupted: its goroutine and its memory then live on until it has finished, or until
// the program ends. All its solvers share a buffer, so that no two calls may run at the same time,
// and one that lives on counts. The error is not nil if f is too large (ErrTooLarge) or has a
// literal of no variable (*cnf.LiteralError), proof returned an error, which is then wrapped, or gophersat fails.
func Solve(ctx context.Context, f *cnf.Formula, proof cnf.ProofWriter) (Result, error) {
	p, err := cnf.Normalise(ctx, f)
	if err := ctx.Err(); err != nil {
		return Result{Reason: err}, nil
	}
	if err != nil {
		return Result{}, err
	}
	learned := certificate{w: proof, vars: p.Vars}
	if p.Refuted {
		return learned.finish(Result{Verdict: cnf.Unsatisfiable})
	}
	if p.Clauses.Len() == 0 {
		return Result{Verdict: cnf.Satisfiable, Model: unitModel(p, f.Vars())}, nil
	}
	lines := make(chan string, certificateAhead)
	done := make(chan outcome, 1) // room for one, so that the goroutine ends even if no one listens
	go func() {
		defer close(lines)
		done <- askGophersat(p, f.Vars(), lines, proof != nil)
	}()
	if err := learned.read(ctx, lines); err != nil {
		go discard(lines)
		if errors.Is(err, ctx.Err()) {
			return Result{Reason: err}, nil
		}
		return Result{}, err
	}
	answer := <-done
	if answer.err == nil && answer.result.Verdict == cnf.Satisfiable {
		answer.err = f.Check(answer.result.Model)
	}
	if answer.err != nil {
		return Result{}, fmt.Errorf("gophersat: %w", answer.err)
	}
	return learned.finish(answer.result)
}

// Result is the outcome of a search that learns clauses.
type Result struct {
	Verdict   cnf.Verdict
	Model     cnf.Model // checked, if Satisfiable; nil otherwise
	Decisions int64
	Reason    error // why the verdict is Unknown: the context's error; nil otherwise
}

type outcome struct {
	result Result
	err    error
}

// askGophersat runs gophersat to its end; a model gets that many variables, and lines the
// certificate if it is wanted. It turns a panic, which would otherwise end the program from within a
// goroutine, into an error.
func askGophersat(p *cnf.Problem, vars int, lines chan string, certified bool) (answer outcome) {
	defer func() {
		if r := recover(); r != nil {
			answer = outcome{err: fmt.Errorf("internal error: %v", r)}
		}
	}()
	s := engine.New(engine.ParseSliceNb(integers(p), p.Vars))
	s.Certified, s.CertChan = certified, lines
	result := Result{Verdict: cnf.Unsatisfiable}
	if s.Solve() == engine.Sat {
		result.Verdict = cnf.Satisfiable
		result.Model = make(cnf.Model, vars+1)
		copy(result.Model[1:], s.Model())
	}
	result.Decisions = int64(s.Stats.NbDecisions)
	return outcome{result: result}
}

// integers returns units and clauses in DIMACS numbering.
func integers(p *cnf.Problem) [][]int {
	all := make([][]int, 0, len(p.Units)+p.Clauses.Len())
	for _, l := range p.Units {
		all = append(all, []int{l.DIMACS()})
	}
	for i := range p.Clauses.Len() {
		clause := make([]int, 0, len(p.Clauses.Clause(i)))
		for _, l := range p.Clauses.Clause(i) {
			clause = append(clause, l.DIMACS())
		}
		all = append(all, clause)
	}
	return all
}

// unitModel is the model of a formula with that many variables that has only unit clauses.
func unitModel(p *cnf.Problem, vars int) cnf.Model {
	m := make(cnf.Model, vars+1)
	for _, l := range p.Units {
		m[l.Var()] = !l.Negative()
	}
	return m
}
