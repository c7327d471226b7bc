package cube

import (
	"context"

	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
)

// Leaf decides cubes of one formula, one after the other, in this process, and keeps what it has learned, in bounded memory.
type Leaf interface {
	// Solve decides the formula under a cube. When it has had budget conflicts, the verdict is Unknown; 0 is no limit. The error is the
	// context's, after which the leaf can still be used, or that of the proof, after which it cannot. What was learned till then is kept.
	Solve(ctx context.Context, cube []cnf.Lit, budget int64) (cdcl.CubeResult, error)
	// Close frees what it holds, such as a process.
	Close() error
}

// LeafOptions configure a Leaf.
type LeafOptions struct {
	// Proof, if not nil, gets the lemmas in their order. Each follows by propagation from the formula and from earlier lemmas of the
	// same leaf, whatever other leaves add. The last lemma of a refuted cube excludes it.
	Proof  cnf.ProofWriter
	Memory int64 // bytes that the process may take; 0 is no limit
}

// learnedShare is the share of the memory that learned clauses may take between two cubes: one in that many. In a search they become
// more, watches and a copy of the clauses come on top, and with a proof the verifier.
const learnedShare = 16

// NewLeaf returns a leaf of f. The error is that of cdcl.NewCubeSolver.
func NewLeaf(ctx context.Context, f *cnf.Formula, opt LeafOptions) (Leaf, error) {
	s, err := cdcl.NewCubeSolver(ctx, f, opt.Proof)
	if err != nil {
		return nil, err
	}
	if opt.Memory > 0 {
		s.SetRoom(opt.Memory / learnedShare)
	}
	return learner{s}, nil
}

// learner is a leaf that learns clauses.
type learner struct{ solver *cdcl.CubeSolver }

// Solve implements Leaf.
func (l learner) Solve(ctx context.Context, cube []cnf.Lit, budget int64) (cdcl.CubeResult, error) {
	return l.solver.SolveWithin(ctx, cdcl.Limits{Conflicts: budget}, cube)
}

// Close implements Leaf.
func (l learner) Close() error { return nil }
