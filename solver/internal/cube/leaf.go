package cube

import (
	"context"

	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
)

// Leaf decides cubes of one formula, one after the other, in this process, and keeps what it has learned.
type Leaf interface {
	// Solve decides the formula under a cube. When it has had budget conflicts, the verdict is Unknown; 0 is no limit. The error is the
	// context's, after which the leaf can still be used, or that of the proof, after which it cannot.
	Solve(ctx context.Context, cube []cnf.Lit, budget int64) (cdcl.CubeResult, error)
	// Close frees what it holds, such as a process.
	Close() error
}

// LeafOptions configure a Leaf.
type LeafOptions struct {
	// Proof, if not nil, gets the lemmas in their order. Each follows by propagation from the formula and from earlier lemmas of the
	// same leaf, whatever other leaves add. The last lemma of a refuted cube excludes it.
	Proof  cnf.ProofWriter
	Memory int64 // bytes; 0 is no limit
}

// NewLeaf returns a leaf of f. The error is that of cdcl.NewCubeSolver.
func NewLeaf(ctx context.Context, f *cnf.Formula, opt LeafOptions) (Leaf, error) {
	s, err := cdcl.NewCubeSolver(ctx, f, opt.Proof)
	if err != nil {
		return nil, err
	}
	return learner{s}, nil
}

// learner is a leaf that learns clauses.
type learner struct{ solver *cdcl.CubeSolver }

// Solve implements Leaf.
func (l learner) Solve(ctx context.Context, cube []cnf.Lit, _ int64) (cdcl.CubeResult, error) {
	return l.solver.Solve(ctx, cube)
}

// Close implements Leaf.
func (l learner) Close() error { return nil }

// Grain says which nodes of the tree are cubes, and how many conflicts each may take. It learns from the cubes that were solved.
type Grain struct{ grain }

// NewGrain returns a grain: a node is a cube from a depth on, or if that is 0, as it suits.
func NewGrain(depth int) *Grain { return &Grain{grain{depth: depth}} }

// Cut reports whether a node at a depth, with that many variables assigned, is a cube.
func (g *Grain) Cut(depth, assigned int) bool { return g.cut(depth, assigned) }

// Budget returns how many conflicts the next cube may take; 0 is no limit. If they are spent, the cube is split.
func (g *Grain) Budget() int64 { return 0 }

// Solved notes how many conflicts a cube has taken.
func (g *Grain) Solved(conflicts int64) { g.solved(conflicts) }

// Spent notes that a cube was not solved within its budget.
func (g *Grain) Spent(conflicts int64) { g.solved(conflicts) }
