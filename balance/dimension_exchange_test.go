package balance_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
)

func TestCybenkoDimensionExchangeBalancesAHypercubeInOneStep(t *testing.T) {
	for dimensions := range 8 {
		n := 1 << dimensions
		m := newLockstepMachine(t, "dimension-exchange", grid(t, "hypercube", n), false, point(n, 3)...)
		m.step()
		if m.loads[0] != 3 || m.spread() != 0 {
			t.Errorf("hypercube of %d: %v", n, m.loads)
		}
		loads := make([]float64, n)
		for i := range loads {
			loads[i] = float64(i * i % 23)
		}
		whole := newLockstepMachine(t, "dimension-exchange", grid(t, "hypercube", n), true, loads...)
		if whole.step(); whole.spread() > float64(dimensions) {
			t.Errorf("hypercube of %d: %v: more than an element for each dimension", n, whole.loads)
		}
	}
}

func TestXuLauBestExchange(t *testing.T) {
	for _, c := range []struct {
		procs int
		ring  bool
		want  float64
	}{
		{2, false, 0.5},
		{2, true, 0.5},
		{4, true, 0.5},
		{6, false, 1 / (1 + 0.5)},
		{12, true, 1 / (1 + 0.5)},
		{10, false, 1 / (1 + math.Sin(math.Pi/10))},
	} {
		if got := balance.BestExchange(c.procs, c.ring); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%d processors, ring %v: λ %v, want %v", c.procs, c.ring, got, c.want)
		}
	}
}

// No λ reduces differences faster in the long run.
func TestXuLauBestExchangeConvergesFastest(t *testing.T) {
	for _, c := range []struct {
		kind  string
		sides []int
	}{{"line", []int{8}}, {"ring", []int{12}}, {"mesh", []int{6, 6}}, {"torus", []int{8, 8}}} {
		g := grid(t, c.kind, c.sides...)
		best := balance.BestExchange(c.sides[0], c.kind == "ring" || c.kind == "torus")
		fastest := factor(t, "dimension-exchange", g)
		for _, other := range []float64{best - 0.05, best + 0.05, 0.5} {
			if got := factor(t, "dimension-exchange:exchange="+number(other), g); got <= fastest {
				t.Errorf("%v: with λ = %v, differences shrink by %v a step, with the best one, %v, by %v", g, other, got, best, fastest)
			}
		}
	}
}

func TestDimensionExchangeRefuses(t *testing.T) {
	const (
		odd     = "pairs cannot take turns on rings with an odd number of processors"
		without = "it has no dimensions along which pairs could be formed"
	)
	chosen := mustChoose(t, "dimension-exchange")
	for _, c := range []struct {
		kind  string
		sides []int
		want  string
	}{
		{"ring", []int{7}, odd},
		{"ring", []int{8}, ""},
		{"ring", []int{1}, ""},
		{"torus", []int{4, 3}, odd},
		{"torus", []int{4, 1, 2}, ""},
		{"mesh", []int{3, 5}, ""},
		{"line", []int{7}, ""},
		{"hypercube", []int{8}, ""},
		{"debruijn", []int{8}, without},
		{"tree", []int{7}, without},
		{"clique", []int{7}, without},
	} {
		g := grid(t, c.kind, c.sides...)
		if got := chosen.Spec.Refuses(g, chosen.Values); got != c.want {
			t.Errorf("%v: %q, want %q", g, got, c.want)
		}
	}
}

// Every link of a grid belongs to one pair in one substep, and no processor is in two pairs at once.
func TestDimensionExchangeColoursEveryLinkOnce(t *testing.T) {
	for _, g := range sampleNetworks(t, "dimension-exchange") {
		rules := newLockstepMachine(t, "dimension-exchange", g, true, make([]float64, g.Procs())...).rules
		for rank, rule := range rules {
			met := map[int]int{}
			for substep := range rule.Substeps() {
				links := rule.Links(substep)
				if len(links) > 1 {
					t.Fatalf("%v: processor %d has %d partners in substep %d", g, rank, len(links), substep)
				}
				for _, link := range links {
					met[link.To]++
				}
			}
			want := map[int]int{}
			for _, n := range g.Neighbours(rank) {
				want[n] = 1
			}
			if diff := cmp.Diff(want, met); diff != "" {
				t.Fatalf("%v: how often processor %d meets its neighbours (-want +got):\n%s", g, rank, diff)
			}
		}
	}
}
