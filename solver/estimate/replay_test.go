package estimate

import (
	"context"
	"math/rand/v2"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/tree"
)

// replayed is an engine that walks in a recorded tree: all decisions are on variable 1.
type replayed struct {
	tree *tree.Tree
	path []tree.Node
}

func (r *replayed) Reset() engine.Step { r.path = append(r.path[:0], r.tree.Root()); return r.at() }
func (r *replayed) Undo()              { r.path = r.path[:len(r.path)-1] }
func (r *replayed) node() tree.Node    { return r.path[len(r.path)-1] }
func (r *replayed) Model(cnf.Model)    {}

func (r *replayed) at() engine.Step {
	at := engine.Step{Assigned: r.tree.Level(r.node()), Visits: 1}
	if children, _, _, found := r.tree.Expand(r.node(), nil); len(children) == 0 && !found {
		at.End = engine.Conflict
	}
	return at
}

func (r *replayed) Looking() bool    { return false }
func (r *replayed) FrozenDepth() int { return -1 }
func (r *replayed) Bytes() int64     { return 0 }

func (r *replayed) Branch() cnf.Lit {
	if children, _, _, _ := r.tree.Expand(r.node(), nil); len(children) == 0 {
		return cnf.Lit{}
	}
	return cnf.Pos(1)
}

func (r *replayed) Assume(l cnf.Lit) engine.Step {
	children, _, _, _ := r.tree.Expand(r.node(), nil)
	r.path = append(r.path, children[l.Code()&1])
	return r.at()
}

// replay returns the estimation of a recorded tree.
func replay(t *testing.T, tree *tree.Tree, opt Options) Result {
	t.Helper()
	if opt.Confidence == 0 {
		opt.Confidence = 0.95
	}
	e := &estimation{opt: opt, walker: func() (*walker, error) { return replayWalker(tree), nil }}
	result, err := e.run()
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func replayWalker(tree *tree.Tree) *walker {
	w, err := newWalker(context.Background(), &replayed{tree: tree})
	if err != nil {
		panic(err) // the context does not end
	}
	return w
}

// knuth returns the mean of Knuth's estimates, from random walks down the tree.
func knuth(t *testing.T, w *walker, rng *rand.Rand, nodes int64) float64 {
	t.Helper()
	sum, walks := 0.0, 0.0
	for ; w.steps < nodes; walks++ {
		if err := w.goTo(spot{}); err != nil {
			t.Fatal(err)
		}
		sum++
		for weight := 2.0; ; weight *= 2 {
			lit := w.engine.Branch()
			if lit.IsNone() {
				break
			}
			sum += weight
			at, err := w.assume(cnf.FromCode(lit.Code()^uint32(rng.IntN(2))), 0, true)
			if err != nil {
				t.Fatal(err)
			}
			if at.End == engine.Conflict {
				break
			}
		}
	}
	return sum / walks
}

// chen returns the mean of Chen's estimates.
func chen(t *testing.T, w *walker, rng *rand.Rand, nodes int64) float64 {
	t.Helper()
	sum, probes := 0.0, 0.0
	for ; w.steps < nodes; probes++ {
		_, estimate, err := w.probe(rng, nil)
		if err != nil {
			t.Fatal(err)
		}
		sum += estimate
	}
	return sum / probes
}
