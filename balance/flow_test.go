package balance

import (
	"math"
	"math/rand/v2"
	"testing"
)

// links is a network by its neighbours.
type links struct {
	Topology
	of [][]int
}

func (l links) Procs() int              { return len(l.of) }
func (l links) Neighbours(at int) []int { return l.of[at] }

// twoSquares are two squares with a side in common, so that flows have cycles to go round.
//
//	0 ─ 1 ─ 2
//	│   │   │
//	3 ─ 4 ─ 5
func twoSquares() links {
	return links{of: [][]int{{1, 3}, {0, 2, 4}, {1, 5}, {0, 4}, {1, 3, 5}, {2, 4}}}
}

// Hu and Blake: the flow along differences of potentials evens out the loads, and of all flows that do, it has the least sum of squares.
// Any other differs from it by flows round cycles.
func TestHuBlakeFlowIsTheLeast(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		c := newFlowCentre(twoSquares())
		total := 0.0
		for i := range c.loads {
			c.loads[i] = float64(random.IntN(1000))
			total += c.loads[i]
		}
		c.elements = int(total)
		if !c.solve() {
			t.Fatalf("nothing to do for %v", c.loads)
		}
		flow := func(a, b int) float64 { return c.x[a] - c.x[b] }
		for a, load := range c.loads {
			for _, b := range c.equations.neighbours[a] {
				load -= flow(a, b)
			}
			if math.Abs(load-total/6) > 0.05 {
				t.Fatalf("processor %d has %v in the end, mean %v", a, load, total/6)
			}
		}
		for _, cycle := range [][]int{{0, 1, 4, 3}, {1, 2, 5, 4}} {
			round := 0.0 // twice this is what the sum of squares gains with the first unit that goes round
			for i, a := range cycle {
				round += flow(a, cycle[(i+1)%4])
			}
			if math.Abs(round) > 1e-6 {
				t.Errorf("a flow round %v would lower the sum of squares: %v", cycle, round)
			}
		}
	}
}
