package solver

import (
	"context"
	"math/rand/v2"
	"testing"
)

// replayed is an engine that walks in a recorded tree: all decisions are about variable 1.
type replayed struct {
	tree *Tree
	path []Node
}

func (r *replayed) reset() step { r.path = append(r.path[:0], r.tree.Root()); return r.at() }
func (r *replayed) undo()       { r.path = r.path[:len(r.path)-1] }
func (r *replayed) node() Node  { return r.path[len(r.path)-1] }
func (r *replayed) model(Model) {}

func (r *replayed) at() step {
	node := &r.tree.elements[r.node()]
	at := step{assigned: r.tree.Level(r.node()), visits: 1}
	if node.kind() == nodeConflict {
		at.end = endConflict
	}
	return at
}

func (r *replayed) looking() bool    { return false }
func (r *replayed) frozenDepth() int { return -1 }

func (r *replayed) branch() Lit {
	if r.tree.elements[r.node()].kind() != nodeInner {
		return 0
	}
	return Pos(1)
}

func (r *replayed) assume(l Lit) step {
	first, second := r.tree.children(r.node())
	if l.Negative() {
		first = second
	}
	r.path = append(r.path, first)
	return r.at()
}

// replay returns the estimation of a recorded tree.
func replay(t *testing.T, tree *Tree, opt EstimateOptions) SizeEstimate {
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

func replayWalker(tree *Tree) *walker {
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
			lit := w.engine.branch()
			if lit == 0 {
				break
			}
			sum += weight
			at, err := w.assume(lit^Lit(rng.IntN(2)), 0, true)
			if err != nil {
				t.Fatal(err)
			}
			if at.end == endConflict {
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
