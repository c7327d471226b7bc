// Package gophersat decides formulas with the solver of that name, which learns clauses from conflicts, and writes its
// proofs: see [Solve]. It is an oracle for tests of package cdcl, which is faster, can be stopped, and has no state
// outside a solver.
package gophersat

import (
	"context"
	"errors"
	"fmt"

	engine "github.com/crillab/gophersat/solver"

	"transat/solver/cnf"
)

// Solve decides f with gophersat. Of the statistics it sets only Decisions.
//
// If proof is not nil, Solve tells it every learned clause; the proof is complete only if the verdict is Unsatisfiable.
// gophersat does not say which clauses it forgets, so nothing is deleted, and large proofs are slow to check.
//
// If ctx ends first, the verdict is Unknown and Result.Reason is the context's error. gophersat cannot be interrupted:
// its goroutine and its memory live on until it has finished, or the program ends. All its solvers share a buffer, so
// two calls must not run at the same time, nor a call while an interrupted one lives on. The error is ErrTooLarge, a
// *cnf.LiteralError for a literal of no variable, wraps the error that proof returned, or says that gophersat failed.
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
	done := make(chan outcome, 1) // room for one, so that the goroutine ends even without a receiver
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

// askGophersat runs gophersat to its end. A model gets vars variables, and lines the certificate if certified. A panic
// in its goroutine, which would end the program, becomes an error.
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

// unitModel returns the model of a formula with vars variables that has only unit clauses.
func unitModel(p *cnf.Problem, vars int) cnf.Model {
	m := make(cnf.Model, vars+1)
	for _, l := range p.Units {
		m[l.Var()] = !l.Negative()
	}
	return m
}
