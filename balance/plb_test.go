package balance_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance/balancetest"
	"transat/balance/topology"
)

// One phase on bare loads: elements of load 1, no worker. Every link ends up within the slack, or
// one element, of its exact flow, so that a processor ends up within that of the mean for each of the
// links that it uses: two in each dimension of a grid, three in a tree.
func TestPLBPhaseLeadsToTheMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sides := rapid.SliceOfN(rapid.IntRange(1, 5), 1, 3).Draw(t, "sides")
		gamma := rapid.SampledFrom([]string{"0", "0.1", "0.5"}).Draw(t, "gamma")
		g := rapid.SampledFrom(balancetest.Networks(mustChoose(t, "plb"), sides...)).Draw(t, "network")
		loads := make([]int, g.Procs())
		for rank := range loads {
			loads[rank] = rapid.IntRange(0, 40).Draw(t, "load")
		}
		loads[rapid.IntRange(0, len(loads)-1).Draw(t, "idle")] = 0 // or no phase begins

		script := plbPhase(t, g, "plb:gamma="+gamma, loads)
		total := 0
		for _, l := range loads {
			total += l
		}
		mean := float64(total) / float64(g.Procs())
		slack := map[string]float64{"0": 0, "0.1": 0.1, "0.5": 0.5}[gamma] * mean
		links := max(3, 2*float64(len(g.Sides())))
		within := links * max(1, slack)
		sum := 0.0
		for rank := range loads {
			load := script.Load(rank)
			sum += load
			if math.Abs(load-mean) > within {
				t.Errorf("%v, loads %v: processor %d ends with %v; the mean is %v, the tolerance %v", g, loads, rank, load, mean, within)
			}
		}
		if sum != float64(total) {
			t.Errorf("%d elements became %v", total, sum)
		}
	})
}

// A phase moves as few elements as any method that reaches the same loads on a tree: every link carries
// its flow δ, and nothing in the other direction.
func TestPLBSection3EveryLinkCarriesItsFlow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 15).Draw(t, "n")
		g, err := topology.New("tree", n)
		if err != nil {
			t.Fatal(err)
		}
		loads := rapid.SliceOfN(rapid.IntRange(0, 30), n, n).Draw(t, "loads")
		loads[rapid.IntRange(0, n-1).Draw(t, "idle")] = 0
		total := 0
		for _, l := range loads {
			total += l
		}
		// Elements in multiples of n give a mean without a fraction, and flows that are met exactly.
		for rank := range loads {
			loads[rank] *= n
		}
		script := plbPhase(t, g, "plb:gamma=0", loads)
		for rank := range loads {
			if got := script.Load(rank); got != float64(total) {
				t.Errorf("loads %v: processor %d ends with %v, want %d", loads, rank, got, total)
			}
		}
		if diff := cmp.Diff(treeFlows(loads, total), sent(script.Effects())); diff != "" {
			t.Errorf("loads %v: elements sent (-flows +PLB):\n%s", loads, diff)
		}
	})
}

// treeFlows returns how much goes over each link of a complete binary tree, "from to", to give every
// processor the mean.
func treeFlows(loads []int, mean int) map[string]int {
	flows := map[string]int{}
	surplus := make([]int, len(loads)) // of a subtree
	for rank := len(loads) - 1; rank > 0; rank-- {
		parent := (rank - 1) / 2
		surplus[rank] += loads[rank] - mean
		surplus[parent] += surplus[rank]
		switch {
		case surplus[rank] > 0:
			flows[fmt.Sprint(rank, parent)] = surplus[rank]
		case surplus[rank] < 0:
			flows[fmt.Sprint(parent, rank)] = -surplus[rank]
		}
	}
	return flows
}

// sent adds up the transfers of elements of load 1 among the effects of a script.
func sent(effects []string) map[string]int {
	all := map[string]int{}
	for _, effect := range effects {
		var from, to, n int
		if _, err := fmt.Sscanf(effect, "%d: transfer %d*1 to %d", &from, &n, &to); err == nil {
			all[fmt.Sprint(from, to)] += n
		} else if _, err := fmt.Sscanf(effect, "%d: transfer 1 to %d", &from, &to); err == nil {
			all[fmt.Sprint(from, to)]++
		}
	}
	return all
}

// The wrap-around links of a torus are no part of the trees: PLB does the same as on the mesh.
func TestPLBTreatsATorusAsAMesh(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sides := rapid.SliceOfN(rapid.IntRange(1, 5), 1, 3).Draw(t, "sides")
		var effects [2][]string
		var loads []int
		for i, kind := range []string{"mesh", "torus"} {
			g, err := topology.New(kind, sides...)
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				loads = rapid.SliceOfN(rapid.IntRange(0, 9), g.Procs(), g.Procs()).Draw(t, "loads")
			}
			effects[i] = plbPhase(t, g, "plb", loads).Effects()
		}
		if diff := cmp.Diff(effects[0], effects[1]); diff != "" {
			t.Errorf("-mesh +torus:\n%s", diff)
		}
	})
}

// plbPhase lets PLB do one precomputation and the phase that follows.
func plbPhase(t *rapid.T, g topology.Network, policy string, loads []int) *balancetest.Script {
	t.Helper()
	script, err := balancetest.NewScript(mustChoose(t, policy), g, 1)
	if err != nil {
		t.Fatal(err)
	}
	for rank, l := range loads {
		script.SetList(rank, slices.Repeat([]float64{1}, l)...)
	}
	script.StartAll()
	script.WakeAll()
	if left := script.Deliver(100000); left > 0 {
		t.Fatalf("%v, loads %v: the phase does not end", g, loads)
	}
	for rank := range loads {
		if !script.Wake(rank) {
			t.Fatalf("%v, loads %v: processor %d is still in the phase", g, loads, rank)
		}
	}
	return script
}
