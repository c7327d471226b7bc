package solver

import (
	"context"

	"transat/solver/cdcl"
	"transat/solver/cnf"
	"transat/solver/gophersat"
	"transat/solver/localsearch"
)

// SolveCDCL decides f with a solver that learns clauses from conflicts. There is no search tree, so of the statistics only
// Decisions is set, and Resources are not filled in. See [cdcl.Solve].
func SolveCDCL(ctx context.Context, f *cnf.Formula, proof ProofWriter) (Result, error) {
	r, err := cdcl.Solve(ctx, f, proof)
	return Result{Verdict: r.Verdict, Model: r.Model, Stats: Stats{Decisions: r.Stats.Decisions}, Reason: r.Reason}, err
}

// SolveGophersat does the same with gophersat. It cannot be interrupted, and no two calls may run at the same time. See [gophersat.Solve].
func SolveGophersat(ctx context.Context, f *cnf.Formula, proof ProofWriter) (Result, error) {
	r, err := gophersat.Solve(ctx, f, proof)
	return Result{Verdict: r.Verdict, Model: r.Model, Stats: Stats{Decisions: r.Decisions}, Reason: r.Reason}, err
}

// Deciding a formula under one cube after the other, with clause learning: package cdcl.
type (
	// CubeSolver decides a formula under one cube after the other, and learns from every cube for all later ones.
	CubeSolver = cdcl.CubeSolver
	// CubeResult is what became of a cube.
	CubeResult = cdcl.CubeResult
)

// NewCubeSolver prepares to decide f under cubes. See [cdcl.NewCubeSolver].
func NewCubeSolver(ctx context.Context, f *cnf.Formula, proof ProofWriter) (*CubeSolver, error) {
	return cdcl.NewCubeSolver(ctx, f, proof)
}

// Looking for a model by flipping variables: package localsearch.
type (
	// LocalSearchOptions configure a local search.
	LocalSearchOptions = localsearch.Options
	// LocalSearchResult is what a local search has come to.
	LocalSearchResult = localsearch.Result
)

// LocalSearch looks for a model of f, and can never tell that f is unsatisfiable. See [localsearch.Run].
func LocalSearch(ctx context.Context, f *cnf.Formula, opt LocalSearchOptions) (LocalSearchResult, error) {
	return localsearch.Run(ctx, f, opt)
}
