package solver

import (
	"context"
	"errors"

	"transat/solver/cnf"
)

// Rest is what given cubes leave out of a formula, for searches outside this package: see [Uncovered].
type Rest struct {
	Verdict cnf.Verdict // Unknown: it is too hard to be decided at once
	Model   cnf.Model   // of the formula, if Satisfiable
	Checked int64       // lemmas, if they were to be checked
	steps   heldSteps
}

// TryRest decides what cubes leave out of f within a limit of some seconds. It does the same every time. The error is the context's, or
// that of a check of its lemmas.
func TryRest(ctx context.Context, f *cnf.Formula, cubes [][]cnf.Lit, proves, verifies bool) (*Rest, error) {
	r := &rest{formula: Uncovered(f, cubes), cubes: cubes, limits: hooks{}.restLimits(len(cubes))}
	err := r.try(ctx, proves, verifies)
	return &Rest{Verdict: r.verdict, Model: r.model, Checked: r.checked, steps: r.steps}, err
}

var errAgain = errors.New("what the cubes leave out was refuted, and is not again")

// Write writes the refutation, behind a proof that excludes each cube. TryRest must have been told to prove.
func (r *Rest) Write(w cnf.ProofWriter) error {
	if r.Verdict != cnf.Unsatisfiable {
		return errAgain
	}
	return r.steps.writeTo(w)
}
