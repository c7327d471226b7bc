package cdcl

import (
	"context"
	"errors"
	"slices"

	"transat/solver/cnf"
)

// CubeSolver decides a formula under one cube after another; a cube is a list of literals to be true. It takes them as
// assumptions, so the clauses that it learns follow from the formula alone, and it keeps them for all later cubes.
type CubeSolver struct {
	formula *cnf.Formula
	solver  *Solver
	proof   cnf.ProofWriter // or nil
	failed  error           // the error after which the solver cannot be used
}

// CubeResult is the outcome for a cube.
type CubeResult struct {
	Verdict   cnf.Verdict // of the formula under the cube; never Unknown
	Model     cnf.Model   // checked, if Satisfiable
	Conflicts int64       // of this call
}

var errCubeLiteral = errors.New("a cube has a literal that is none of the formula's")

// NewCubeSolver prepares to decide f. If proof is not nil, it gets every learned clause, and for every refuted cube the
// complements of its literals as a clause. The error is the context's, ErrTooLarge, or that of the proof.
func NewCubeSolver(ctx context.Context, f *cnf.Formula, proof cnf.ProofWriter) (*CubeSolver, error) {
	s, err := Load(ctx, f, Options{Proof: proof})
	if err != nil {
		return nil, err
	}
	return &CubeSolver{formula: f, solver: s, proof: proof}, nil
}

// Solve decides the formula under a cube. The error is the context's, says that a literal is none of the formula's (a
// *cnf.LiteralError if it is of no variable), or is that of the proof, after which the solver cannot be used.
func (c *CubeSolver) Solve(ctx context.Context, cube []cnf.Lit) (CubeResult, error) {
	if c.failed != nil {
		return CubeResult{}, c.failed
	}
	if err := cnf.CheckLiterals("cube", cube); err != nil {
		return CubeResult{}, err
	}
	for _, l := range cube {
		if !c.solver.has(l) {
			return CubeResult{}, errCubeLiteral
		}
	}
	before := c.solver.stats.Conflicts
	verdict, err := c.solver.Solve(ctx, Limits{}, cube...)
	if err != nil {
		if !errors.Is(err, ctx.Err()) {
			c.failed = err
		}
		return CubeResult{}, err
	}
	result := CubeResult{Verdict: verdict, Conflicts: c.solver.stats.Conflicts - before}
	if verdict == cnf.Satisfiable {
		result.Model = c.formula.Checked(func(m cnf.Model) { copy(m, c.solver.model) }, cube...)
		return result, nil
	}
	if err := c.refuted(cube); err != nil {
		c.failed = err
		return CubeResult{}, err
	}
	return result, nil
}

// refuted adds the clause that excludes a cube to the proof, unless the cube contradicts itself.
func (c *CubeSolver) refuted(cube []cnf.Lit) error {
	if c.proof == nil || c.solver.refuted { // then the proof has ended
		return nil
	}
	var clause []cnf.Lit
	for _, l := range cube {
		if slices.Contains(clause, l) {
			return nil
		}
		if !slices.Contains(clause, l.Not()) {
			clause = append(clause, l.Not())
		}
	}
	if err := c.proof.Add(clause); err != nil {
		return &cnf.ProofError{Err: err}
	}
	return nil
}
