package solvertest

import (
	"math"
	"math/rand/v2"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// FrozenPlaces is an engine whose look nodes can be frozen at will, to find out how large frozen subtrees are.
type FrozenPlaces struct {
	engine.Engine
	Freeze   func(depth int)
	Unfreeze func()
}

// mostFrozen is how many nodes a subtree may have.
const mostFrozen = 30_000

// sizeBelow returns the number of nodes of the subtree at the current node, or more than most if it has more.
func (e FrozenPlaces) sizeBelow(most int) int {
	nodes := 1
	lit := e.Branch()
	if lit.IsNone() {
		return nodes
	}
	for _, l := range [...]cnf.Lit{lit, lit.Not()} {
		if at := e.Assume(l); at.End == engine.Conflict {
			nodes++
		} else if nodes <= most {
			nodes += e.sizeBelow(most - nodes)
		}
		e.Undo()
	}
	return nodes
}

// Sample goes down from the root, to a random child each time. It calls add for every node on the way whose frozen subtree is
// not too large.
func (e FrozenPlaces) Sample(rng *rand.Rand, add func(depth, nodes int)) {
	if e.Reset().End == engine.Conflict {
		return
	}
	for depth := 0; ; depth++ {
		lit := e.Branch()
		if lit.IsNone() {
			return
		}
		e.Freeze(depth)
		nodes := e.sizeBelow(mostFrozen)
		e.Unfreeze()
		if nodes <= mostFrozen {
			add(depth, nodes)
		}
		if e.Assume(cnf.FromCode(lit.Code()^uint32(rng.IntN(2)))).End == engine.Conflict {
			return
		}
	}
}

// Off returns by how much an estimate of the logarithm of the sizes is off on average, at random places of the tree, and how
// many of them there were.
func (e FrozenPlaces) Off(estimate func(depth int) float64) (places int, off float64) {
	for i := range uint64(5) {
		e.Sample(rand.New(rand.NewPCG(i, 0)), func(depth, nodes int) {
			places++
			off += math.Abs(estimate(depth) - math.Log(float64(nodes)))
		})
	}
	return places, off / float64(max(places, 1))
}
