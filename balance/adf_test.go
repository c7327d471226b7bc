package balance_test

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/balance"
)

func TestAverageDiffusionSection2LoadsBecomeMeansOfTheNeighbours(t *testing.T) {
	m := newLockstepMachine(t, "adf", grid(t, "ring", 5), false, 8, 0, 0, 0, 0)
	for _, want := range [][]float64{{0, 4, 0, 0, 4}, {4, 0, 2, 2, 0}, {0, 3, 1, 1, 3}} {
		m.step()
		if diff := cmp.Diff(want, m.loads, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

func TestAverageDiffusionTheorem1Refusals(t *testing.T) {
	const (
		swings  = "it is bipartite, so that loads swing between its two halves for ever; a damping above 0 helps"
		changes = "its processors differ in their numbers of neighbours, so that the sum of all loads would change"
		weight  = "the weight c is for tori of two dimensions, whose sides are at least 3"
	)
	for _, c := range []struct {
		policy, kind string
		sides        []int
		want         string
	}{
		{"adf", "ring", []int{5}, ""},
		{"adf", "ring", []int{6}, swings},
		{"adf", "ring", []int{2}, swings},
		{"adf", "ring", []int{1}, ""},
		{"adf:damping=0.1", "ring", []int{6}, ""},
		{"adf", "torus", []int{3, 5}, ""},
		{"adf", "torus", []int{3, 4}, ""},
		{"adf", "torus", []int{4, 4}, swings},
		{"adf", "torus", []int{2, 2, 2}, swings},
		{"adf:damping=0.1", "torus", []int{4, 4}, ""},
		{"adf", "hypercube", []int{8}, swings},
		{"adf:damping=0.1", "hypercube", []int{8}, ""},
		{"adf", "clique", []int{5}, ""},
		{"adf", "clique", []int{2}, swings},
		{"adf", "mesh", []int{3, 3}, changes},
		{"adf:damping=0.1", "line", []int{5}, changes},
		{"adf", "tree", []int{5}, changes},
		{"adf", "debruijn", []int{8}, changes},
		{"adf:c=0.2", "torus", []int{3, 5}, ""},
		{"adf:c=0.2", "torus", []int{5}, weight},
		{"adf:c=0.2", "torus", []int{1, 5}, weight},
		{"adf:c=0.2", "clique", []int{5}, weight},
	} {
		chosen := mustChoose(t, c.policy)
		g := grid(t, c.kind, c.sides...)
		if got := chosen.Spec.Refuses(g, chosen.Values); got != c.want {
			t.Errorf("%s on %v: %q, want %q", c.policy, g, got, c.want)
		}
		var refusal *balance.KindError
		if _, err := chosen.For(g); (c.want != "") != errors.As(err, &refusal) {
			t.Errorf("%s on %v: %v", c.policy, g, err)
		}
	}
}

// Regular, connected and not bipartite: it converges. Even rings, asked in spite of the refusal, swing.
func TestAverageDiffusionTheorem1ConvergesIfNotBipartite(t *testing.T) {
	chosen := mustChoose(t, "adf")
	for _, c := range []struct {
		kind      string
		sides     []int
		converges bool
	}{
		{"ring", []int{9}, true},
		{"ring", []int{10}, false},
		{"torus", []int{4, 5}, true},
		{"torus", []int{4, 6}, false},
		{"clique", []int{6}, true},
		{"hypercube", []int{16}, false},
	} {
		g := grid(t, c.kind, c.sides...)
		m := &lockstepMachine{t: t, loads: point(g.Procs(), 1)}
		for rank := range g.Procs() {
			m.rules = append(m.rules, chosen.Spec.Rule(g, chosen.Values)(rank))
		}
		for range 1000 {
			m.step()
		}
		if got := m.spread() < 1e-6; got != c.converges {
			t.Errorf("%v: converges %v, want %v: after 1000 steps, loads differ by %v", g, got, c.converges, m.spread())
		}
	}
}

// Any weight between 0 and ½ converges on a torus; the factor is that of a mode along one of the
// two dimensions: 1 − 2w + 2w·cos(angle) with the weight w of its links.
func TestAverageDiffusionSection42WeightsOfATorus(t *testing.T) {
	const k = 5
	for _, c := range []float64{0.05, 0.15, 0.25, 0.4} {
		slow := 0.0
		for a := range k {
			for b := range k {
				if a+b > 0 {
					angle := func(i int) float64 { return math.Cos(2 * math.Pi * float64(i) / k) }
					slow = max(slow, math.Abs(2*c*angle(a)+(1-2*c)*angle(b)))
				}
			}
		}
		got := factor(t, "adf:c="+number(c), grid(t, "torus", k, k))
		if math.Abs(got-slow) > 0.01*slow {
			t.Errorf("c = %v: differences shrink by %v a step, want %v", c, got, slow)
		}
	}
}

// The paper's factors, cos(2π/N) and ½(1 + cos(2π/√N)), look at one end of the spectrum; the other end
// is larger on odd networks: cos(π/N) and cos(π/K).
func TestAverageDiffusionSection4ConvergenceFactors(t *testing.T) {
	for _, c := range []struct {
		kind  string
		sides []int
		exact float64
		paper float64
	}{
		{"ring", []int{9}, math.Cos(math.Pi / 9), math.Cos(2 * math.Pi / 9)},
		{"ring", []int{15}, math.Cos(math.Pi / 15), math.Cos(2 * math.Pi / 15)},
		{"torus", []int{5, 5}, math.Cos(math.Pi / 5), (1 + math.Cos(2*math.Pi/5)) / 2},
		{"torus", []int{7, 7}, math.Cos(math.Pi / 7), (1 + math.Cos(2*math.Pi/7)) / 2},
	} {
		g := grid(t, c.kind, c.sides...)
		got := factor(t, "adf", g)
		if math.Abs(got-c.exact) > 0.01*c.exact || got <= c.paper {
			t.Errorf("%v: %v, want %v, which is above the paper's %v", g, got, c.exact, c.paper)
		}
	}
}

func TestAverageDiffusionWithDampingIsDiffusion(t *testing.T) {
	g := grid(t, "torus", 4, 4)
	a := newLockstepMachine(t, "adf:damping=0.2", g, false, point(16, 5)...)
	b := newLockstepMachine(t, "diffusion:alpha=0.2", g, false, point(16, 5)...)
	for range 5 {
		a.step()
		b.step()
	}
	if diff := cmp.Diff(b.loads, a.loads, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("-diffusion +damped:\n%s", diff)
	}
}
