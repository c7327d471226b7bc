package balance_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/topology"
)

// One phase on bare loads: elements of load 1, no worker. Every link ends up within the slack, or
// one element, of its exact flow, so that a processor ends up within that of the mean of its tree for each of
// the links that it uses: two on a line, three in a tree. On a grid, the trees are those that a phase balances last: the lines of
// the first dimension, as the columns of a mesh.
func TestPLBPhaseLeadsToTheMeanOfEveryTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sides := rapid.SliceOfN(rapid.IntRange(1, 5), 1, 3).Draw(t, "sides")
		gamma := rapid.SampledFrom([]float64{0, 0.1, 0.5}).Draw(t, "gamma")
		g := rapid.SampledFrom(balancetest.Networks(mustChoose(t, "plb"), sides...)).Draw(t, "network")
		loads := make([]int, g.Procs())
		for rank := range loads {
			loads[rank] = rapid.IntRange(0, 40).Draw(t, "load")
		}
		loads[rapid.IntRange(0, len(loads)-1).Draw(t, "empty")] = 0 // or no phase begins

		script := plbPhase(t, g, fmt.Sprintf("plb:gamma=%v", gamma), loads)
		side, links, total, after := g.Procs(), 2.0, 0, 0.0
		if len(g.Sides()) > 0 {
			side = g.Sides()[0]
		}
		if g.Kind() == "tree" {
			links = 3
		}
		stride := g.Procs() / side
		for first := range stride {
			sum := 0.0
			for rank := first; rank < g.Procs(); rank += stride {
				total += loads[rank]
				sum += script.Load(rank)
			}
			after += sum
			mean := sum / float64(side)
			within := links * max(1, gamma*mean)
			for rank := first; rank < g.Procs(); rank += stride {
				if load := script.Load(rank); math.Abs(load-mean) > within {
					t.Errorf("%v, loads %v: processor %d ends with %v; the mean is %v, the tolerance %v", g, loads, rank, load, mean, within)
				}
			}
		}
		if after != float64(total) {
			t.Errorf("%d elements became %v", total, after)
		}
	})
}

// A single phase balances all dimensions, wherever the load is.
func TestPLBSection5RowsAndThenColumnsInOnePhase(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sides := rapid.SliceOfN(rapid.IntRange(1, 5), 2, 3).Draw(t, "sides")
		kind := rapid.SampledFrom([]string{"mesh", "torus"}).Draw(t, "kind")
		g, err := topology.New(kind, sides...)
		if err != nil {
			t.Fatal(err)
		}
		loads, total := make([]int, g.Procs()), 0
		for rank := range loads {
			loads[rank] = rapid.IntRange(0, 40).Draw(t, "load")
		}
		loads[rapid.IntRange(0, len(loads)-1).Draw(t, "pile")] += rapid.SampledFrom([]int{0, 1000}).Draw(t, "more")
		loads[rapid.IntRange(0, len(loads)-1).Draw(t, "empty")] = 0 // or no phase begins
		for _, load := range loads {
			total += load
		}
		script := plbPhase(t, g, "plb:gamma=0", loads)
		mean := float64(total) / float64(g.Procs())
		for rank := range loads {
			if got := script.Load(rank); math.Abs(got-mean) > 3*float64(len(sides)) {
				t.Errorf("%v, loads %v: processor %d ends with %v, the mean is %v", g, loads, rank, got, mean)
			}
		}
	})
}

// A processor that works on its last element does not begin a phase, though its list is empty; unless few says so. And it
// takes more of them than share.
func TestPLBSection5PhaseBeginsWhenAProcessorRunsOutOfWork(t *testing.T) {
	for _, tc := range []struct {
		policy  string
		waiting int // elements of processor 1
		working float64
		phase   bool
	}{
		{"plb", 0, 0, true},
		{"plb", 0, 1, false},
		{"plb:few=1", 0, 1, true},
		{"plb:few=1", 1, 1, false},
		{"plb:few=2", 1, 1, true},
		{"plb:few=2", 2, 1, false},
		{"plb:share=0.4", 0, 0, true},
		{"plb:share=0.5", 0, 0, false},
	} {
		g, err := topology.New("line", 2)
		if err != nil {
			t.Fatal(err)
		}
		script, err := balancetest.NewScript(mustChoose(t, tc.policy), g, 1)
		if err != nil {
			t.Fatal(err)
		}
		script.SetList(0, 1, 1, 1, 1)
		script.SetList(1, slices.Repeat([]float64{1}, tc.waiting)...)
		script.SetWorking(1, tc.working)
		script.StartAll()
		script.WakeAll()
		script.Deliver(100)
		if got := slices.Contains(script.Effects(), "0: phase"); got != tc.phase {
			t.Errorf("%s, processor 1 with %d elements, working on %v: a phase begins: %v, want %v", tc.policy, tc.waiting,
				tc.working, got, tc.phase)
		}
	}
}

// A phase counts once for each dimension.
func TestPLBCountsDimensions(t *testing.T) {
	g, err := topology.New("mesh", 3, 3)
	if err != nil {
		t.Fatal(err)
	}
	loads := make([]int, 9)
	loads[4] = 90
	phases := 0
	for _, effect := range plbPhase(t, g, "plb", loads).Effects() {
		if effect == "0: phase" {
			phases++
		}
	}
	if phases != 2 {
		t.Errorf("processor 0 counts %d phases, want one for the rows and one for the columns", phases)
	}
}

// The search begins where the trees of all dimensions have their roots: in the middle.
func TestPLBBeginsInTheMiddle(t *testing.T) {
	for _, tc := range []struct {
		kind  string
		sides []int
		want  int
	}{
		{"line", []int{5}, 2},
		{"line", []int{256}, 128},
		{"mesh", []int{3, 3}, 4},
		{"mesh", []int{4, 8}, 2*8 + 4},
		{"torus", []int{2, 3, 4}, 1*12 + 1*4 + 2},
		{"hypercube", []int{8}, 7},
		{"tree", []int{6}, 0},
	} {
		g, err := topology.New(tc.kind, tc.sides...)
		if err != nil {
			t.Fatal(err)
		}
		maker, err := mustChoose(t, "plb").For(g)
		if err != nil {
			t.Fatal(err)
		}
		for rank := range g.Procs() {
			if got := maker(rank).(balance.Rooted).Root(); got != tc.want {
				t.Errorf("%v: processor %d says %d, want %d", g, rank, got, tc.want)
			}
		}
	}
}

// An element is solved to its end if its load is below a share β of the mean, as the worker thread of §5 has it, or with own=1 of
// the own load if that is less; but never if its load is 1, for then all may be alike.
func TestPLBSection5GrainIsAShareOfTheMean(t *testing.T) {
	for _, tc := range []struct {
		name        string
		beta        string
		first, last int // elements of load 1 at processor 0, and at 1
		want        string
	}{
		{"more than the mean", "0.05", 4, 2, "0: grain 0.15"},
		{"less than the mean", "0.05", 2, 4, "0: grain 0.15"},
		{"empty list", "0.05", 0, 4, "0: grain 0.1"},
		{"the own load is more", "0.05:own=1", 4, 2, "0: grain 0.15"},
		{"the own load is less", "0.05:own=1", 2, 4, "0: grain 0.1"},
		{"no own load", "0.05:own=1", 0, 4, "0: grain 0"},
		{"at most 1", "0.5", 40, 40, "0: grain 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g, err := topology.New("line", 2)
			if err != nil {
				t.Fatal(err)
			}
			script, err := balancetest.NewScript(mustChoose(t, "plb:beta="+tc.beta), g, 1)
			if err != nil {
				t.Fatal(err)
			}
			script.SetList(0, slices.Repeat([]float64{1}, tc.first)...)
			script.SetList(1, slices.Repeat([]float64{1}, tc.last)...)
			script.StartAll()
			script.WakeAll()
			script.Deliver(100)
			if effects := script.Effects(); !slices.Contains(effects, tc.want) {
				t.Errorf("want %q among %q", tc.want, effects)
			}
		})
	}
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
func plbPhase(t rapid.TB, g topology.Network, policy string, loads []int) *balancetest.Script {
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
