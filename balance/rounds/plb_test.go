package rounds

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance/topology"
)

func migrate(t rapid.TB, n topology.Network, loads ...float64) Migration {
	t.Helper()
	p, err := NewPLB(n)
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.Migrate(loads)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestPLBByHand(t *testing.T) {
	for _, c := range []struct {
		name   string
		kind   string
		sides  []int
		loads  []float64
		load   float64
		rounds int
	}{
		{"one processor", "line", []int{1}, []float64{3}, 0, 0},
		{"balanced", "line", []int{3}, []float64{3, 3, 3}, 0, 0},
		// flows 5, 2, -2, 0: in the first round 5, 1 and 2 go, in the second the 1 that is left
		{"the example of the comment", "line", []int{5}, []float64{9, 1, 0, 6, 4}, 9, 2},
		{"chain", "line", []int{4}, []float64{8, 0, 0, 0}, 6 + 4 + 2, 3},
		{"ring, its closing link unused", "ring", []int{4}, []float64{8, 0, 0, 0}, 6 + 4 + 2, 3},
		// the root gets 6 from the left and passes 3 on; leaves keep 3
		{"tree", "tree", []int{3}, []float64{0, 9, 0}, 6 + 3, 2},
		// rows first: 4 goes over; then columns: 2 each
		{"mesh", "mesh", []int{2, 2}, []float64{8, 0, 0, 0}, 4 + 2 + 2, 2},
		// rows first: 6 in each; columns first, it would be 10
		{"last dimension first", "mesh", []int{2, 3}, []float64{6, 0, 0, 0, 0, 6}, 12, 2},
		{"hypercube", "hypercube", []int{4}, []float64{8, 0, 0, 0}, 4 + 2 + 2, 2},
		{"clique", "clique", []int{4}, []float64{8, 0, 0, 0}, 6, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := migrate(t, network(t, c.kind, c.sides...), c.loads...)
			if m.Load != c.load || m.Rounds != c.rounds {
				t.Errorf("%v moved in %d rounds, want %v in %d", m.Load, m.Rounds, c.load, c.rounds)
			}
		})
	}
}

// On a line, and on a complete binary tree, given by its parents, PLB is the one of the network.
func TestTreePLBIsPLBOnATree(t *testing.T) {
	loads := []float64{9, 1, 0, 6, 4, 0, 8}
	for kind, parent := range map[string][]int{"line": {-1, 0, 1, 2, 3, 4, 5}, "tree": {-1, 0, 0, 1, 1, 2, 2}} {
		p, err := NewTreePLB(parent)
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Migrate(loads)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(migrate(t, network(t, kind, 7), loads...), got); diff != "" {
			t.Errorf("%s: -network +parents:\n%s", kind, diff)
		}
	}
	// a star: its centre takes 3 from each of two, and passes 1 to each of the others in the second round
	star, err := NewTreePLB([]int{-1, 0, 0, 0, 0, 0})
	if err != nil {
		t.Fatal(err)
	}
	if m, err := star.Migrate([]float64{0, 5, 5, 0, 1, 1}); err != nil || m.Load != 3+3+2+1+1 || m.Rounds != 2 {
		t.Errorf("%v moved in %d rounds, %v; want 10 in 2", m.Load, m.Rounds, err)
	}
	// the product of two lines is a mesh
	product, err := NewTreePLB([]int{-1, 0}, []int{-1, 0, 1})
	if err != nil {
		t.Fatal(err)
	}
	got, err := product.Migrate([]float64{6, 0, 0, 0, 0, 6})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(migrate(t, network(t, "mesh", 2, 3), 6, 0, 0, 0, 0, 6), got); diff != "" {
		t.Errorf("-mesh +product:\n%s", diff)
	}
	for _, parent := range [][]int{{}, {0}, {-1, -1}, {-1, 1}, {-1, 2, 0}} {
		if _, err := NewTreePLB(parent); err == nil {
			t.Errorf("the parents %v were accepted", parent)
		}
	}
}

func TestPLBRefuses(t *testing.T) {
	if _, err := NewPLB(network(t, "debruijn", 8)); err == nil {
		t.Error("a De Bruijn network was accepted")
	}
	p, err := NewPLB(network(t, "line", 3))
	if err != nil {
		t.Fatal(err)
	}
	for _, loads := range [][]float64{{1, 2}, {1, -2, 3}, {1, math.NaN(), 3}} {
		if _, err := p.Migrate(loads); err == nil {
			t.Errorf("%v was accepted", loads)
		}
	}
}

// drawPLB draws a network and loads for PLB.
func drawPLB(t *rapid.T) (topology.Network, []float64) {
	kind := rapid.SampledFrom([]string{"line", "ring", "mesh", "torus", "tree", "hypercube", "clique"}).Draw(t, "kind")
	sides := rapid.SliceOfN(rapid.IntRange(1, 7), 1, 3).Draw(t, "sides")
	if kind == "hypercube" {
		sides = []int{1 << rapid.IntRange(0, 6).Draw(t, "dimensions")}
	}
	n, err := topology.New(kind, sides...)
	if err != nil {
		t.Fatal(err)
	}
	return n, drawLoads(t, n.Procs(), rapid.Bool().Draw(t, "whole"))
}

// diameter is the sum over stages of the longest way that load goes in them.
func diameter(n topology.Network) int {
	switch n.Kind() {
	case "tree":
		height := 0
		for v := n.Procs() - 1; v > 0; v = (v - 1) / 2 {
			height++
		}
		return 2 * height
	case "clique":
		return 1
	}
	sum := 0
	for _, side := range n.Sides() {
		sum += side - 1
	}
	return sum
}

func TestPLBTheorem1RoundsAreAtMostTheDiameter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, loads := drawPLB(t)
		m := migrate(t, n, loads...)
		if m.Rounds > diameter(n) {
			t.Fatalf("%v: %d rounds, diameter %d", n, m.Rounds, diameter(n))
		}
		mean, _ := moments(loads)
		for rank, load := range m.Loads {
			if math.Abs(load-mean) > 1e-9*mean {
				t.Fatalf("%v: processor %d ends with %v, the mean is %v", n, rank, load, mean)
			}
		}
	})
}

// §3.2: what a processor sends in a round is at most what it held when the round began.
func TestPLBSection32NobodySendsMoreThanItHeld(t *testing.T) {
	p, err := NewPLB(network(t, "tree", 7))
	if err != nil {
		t.Fatal(err)
	}
	copy(p.load, []float64{0, 2, 0, 26, 0, 0, 0}) // 1 owes 16 to 0 and 4 to 4
	p.precompute(&p.stages[0])
	p.round()
	if diff := cmp.Diff([]float64{2, 22, 0, 4, 0, 0, 0}, p.load); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// §4.4: nothing moves less than a clique (7), and a tree of diameter Δ at most Δ times as much (8).
func TestPLBSection44Bounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, loads := drawPLB(t)
		m := migrate(t, n, loads...)
		mean, _ := moments(loads)
		least := 0.0
		for _, load := range loads {
			least += math.Abs(load-mean) / 2
		}
		if m.Load < least*(1-1e-9) || m.Load > least*float64(diameter(n))*(1+1e-9) {
			t.Fatalf("%v: %v moved, at least %v and at most %v are needed", n, m.Load, least, least*float64(diameter(n)))
		}
	})
}

// §4.2 and §4.3: the expected migration of normally distributed loads, the sum over the links of
// σ·√(2 i(n−i)/(πn)), where i and n−i processors are on the two sides.
func TestPLBSection4ExpectedMigration(t *testing.T) {
	const runs = 400
	for _, c := range []struct {
		kind  string
		sides []int
		below func(rank int) int // processors below the link to the parent
	}{
		{"line", []int{200}, func(rank int) int { return 200 - rank }},
		{"tree", []int{255}, func(rank int) int {
			size := 255
			for level := rank + 1; level > 1; level /= 2 {
				size /= 2
			}
			return size
		}},
	} {
		n := network(t, c.kind, c.sides...)
		procs := float64(n.Procs())
		want := 0.0
		for rank := 1; rank < n.Procs(); rank++ {
			i := float64(c.below(rank))
			want += math.Sqrt(2 * i * (procs - i) / (math.Pi * procs))
		}
		p, err := NewPLB(n)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, 1))
		got := 0.0
		for range runs {
			loads := filled(n.Procs(), func() float64 { return 100 + rng.NormFloat64() })
			m, err := p.Migrate(loads)
			if err != nil {
				t.Fatal(err)
			}
			got += m.Load / runs
		}
		if math.Abs(got/want-1) > 0.06 {
			t.Errorf("%v: %v moved on average, want %v", n, got, want)
		}
	}
}

func TestMigrateDoesNotAllocate(t *testing.T) {
	n := network(t, "mesh", 20, 20)
	p, err := NewPLB(n)
	if err != nil {
		t.Fatal(err)
	}
	loads := worst(400, 5)
	once := func() {
		if _, err := p.Migrate(loads); err != nil {
			t.Fatal(err)
		}
	}
	if got := testing.AllocsPerRun(5, once); got != 0 {
		t.Errorf("%v allocations", got)
	}
	if diff := cmp.Diff(worst(400, 5), loads); diff != "" {
		t.Error("the caller's loads have changed")
	}
}
