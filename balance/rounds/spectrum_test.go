package rounds

import (
	"errors"
	"math"
	"testing"

	"transat/balance"
	"transat/balance/topology"
)

// spectra are networks on which convergence factors are compared.
func spectra(t *testing.T) []topology.Network {
	return []topology.Network{
		network(t, "ring", 16),
		network(t, "ring", 31),
		network(t, "ring", 2),
		network(t, "line", 20),
		network(t, "torus", 9, 9),
		network(t, "torus", 8, 6),
		network(t, "torus", 2, 9),
		network(t, "torus", 5, 3, 7),
		network(t, "mesh", 6, 11),
		network(t, "mesh", 8, 8),
		network(t, "mesh", 4, 3, 5),
		network(t, "hypercube", 64),
		network(t, "tree", 40),
		network(t, "debruijn", 32),
		network(t, "clique", 9),
	}
}

// What is compared is 1 − γ, the share of a difference that goes away in a step: factors near 1 are all
// within 1 % of each other.
func TestMeasuredFactorIsTheExactOne(t *testing.T) {
	for _, c := range []struct {
		policy string
		kinds  []string // on which it has to be compared, at least
	}{
		{"adf", []string{"ring", "torus", "clique"}},
		{"adf:damping=0.2", []string{"ring", "torus", "hypercube", "clique"}},
		{"diffusion", []string{"ring", "line", "torus", "mesh", "hypercube", "tree", "debruijn", "clique"}},
		{"diffusion:alpha=0.1", []string{"ring", "line", "torus", "mesh", "hypercube", "tree", "debruijn", "clique"}},
		{"second-order", []string{"ring", "line", "torus", "mesh", "hypercube", "tree", "debruijn", "clique"}},
		{"second-order:beta=1.1", []string{"ring", "line", "torus", "mesh", "hypercube", "tree", "debruijn", "clique"}},
		{"dimension-exchange", []string{"ring", "line", "torus", "mesh", "hypercube"}},
		{"nna-sync", []string{"ring", "line", "torus", "mesh", "hypercube", "tree", "debruijn", "clique"}},
	} {
		policy := choose(t, c.policy)
		compared := map[string]bool{}
		for _, n := range spectra(t) {
			exact, err := ExactFactor(n, policy)
			if refused := (*balance.KindError)(nil); errors.As(err, &refused) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			measured, err := MeasuredFactor(n, policy, 4000, 1)
			if err != nil {
				t.Fatal(err)
			}
			if !near(measured, exact, 0.01) || !near(1-measured, 1-exact, 0.01) {
				t.Errorf("%s on %v: measured %v, exact %v", c.policy, n, measured, exact)
			}
			compared[n.Kind()] = true
		}
		for _, kind := range c.kinds {
			if !compared[kind] {
				t.Errorf("%s: compared on no %s", c.policy, kind)
			}
		}
	}
}

func near(got, want, relative float64) bool { return math.Abs(got-want) <= relative*want+1e-12 }

// The closed form and the matrix.
func TestExactFactorHasTwoWays(t *testing.T) {
	for _, name := range []string{"diffusion", "diffusion:alpha=0.05", "adf:damping=0.1", "second-order", "nna-sync"} {
		for _, n := range spectra(t) {
			l, rules, err := linearOf(n, choose(t, name))
			if err != nil {
				continue
			}
			s, ok := newStencil(newGrid(n), rules, 0)
			if !ok {
				continue
			}
			values, err := l.eigenvalues()
			if err != nil {
				t.Fatal(err)
			}
			if closed, dense := largest(s.eigenvalues(), l.beta), largest(values, l.beta); !near(closed, dense, 1e-7) {
				t.Errorf("%s on %v: %v by the formula, %v by the matrix", name, n, closed, dense)
			}
		}
	}
}

func TestKnownFactors(t *testing.T) {
	for _, c := range []struct {
		policy  string
		network topology.Network
		want    float64
	}{
		{"diffusion", network(t, "hypercube", 4096), 11.0 / 13},
		{"diffusion", network(t, "clique", 20), 0},
		{"diffusion:alpha=0.25", network(t, "ring", 1000), 0.5 + 0.5*math.Cos(2*math.Pi/1000)},
		{"dimension-exchange", network(t, "hypercube", 64), 0},
		{"nna-sync", network(t, "ring", 3), 0},
		{"diffusion", network(t, "ring", 1), 0},
	} {
		got, err := ExactFactor(c.network, choose(t, c.policy))
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s on %v: %v, want %v", c.policy, c.network, got, c.want)
		}
	}
}

// Karagiorgos and Missirlis give cos(2π/N) for a ring of N and ½(1 + cos(2π/K)) for a K×K torus. That is
// the second largest eigenvalue. On odd networks, the only ones of these on which the method converges, the
// smallest is nearer to −1 than that to 1.
func TestADFSection4FactorsOnOddNetworks(t *testing.T) {
	for n := 3; n <= 101; n += 14 {
		for _, c := range []struct {
			network     topology.Network
			want, paper float64
		}{
			{network(t, "ring", n), math.Cos(math.Pi / float64(n)), math.Cos(2 * math.Pi / float64(n))},
			{network(t, "torus", n, n), math.Cos(math.Pi / float64(n)), (1 + math.Cos(2*math.Pi/float64(n))) / 2},
		} {
			got, err := ExactFactor(c.network, choose(t, "adf"))
			if err != nil {
				t.Fatal(err)
			}
			if !near(got, c.want, 1e-12) || n > 3 && got <= c.paper {
				t.Errorf("%v: %v, want %v, above the paper's %v", c.network, got, c.want, c.paper)
			}
		}
	}
}

func TestADFTheorem1BipartiteNetworksDoNotConverge(t *testing.T) {
	policy := choose(t, "adf")
	policy.Spec.Refuses = nil
	for _, n := range []topology.Network{network(t, "ring", 10), network(t, "torus", 4, 6), network(t, "hypercube", 16)} {
		exact, err := ExactFactor(n, policy)
		if err != nil {
			t.Fatal(err)
		}
		measured, err := MeasuredFactor(n, policy, 1000, 1)
		if err != nil {
			t.Fatal(err)
		}
		if !near(exact, 1, 1e-9) || !near(measured, 1, 1e-6) {
			t.Errorf("%v: exact %v, measured %v, want 1", n, exact, measured)
		}
	}
}

func TestFactorsOfOthers(t *testing.T) {
	ring := network(t, "ring", 5)
	for _, name := range []string{"steal", "liquid-c5", "nna-async"} {
		_, exact := ExactFactor(ring, choose(t, name))
		_, measured := MeasuredFactor(ring, choose(t, name), 10, 1)
		for _, err := range []error{exact, measured} {
			if wrong := (*NotLinearError)(nil); !errors.As(err, &wrong) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if _, err := ExactFactor(network(t, "tree", MaxDense+1), choose(t, "diffusion")); err == nil {
		t.Error("a large matrix was taken up")
	}
	if _, err := ExactFactor(network(t, "ring", 4), choose(t, "adf")); err == nil {
		t.Error("adf was taken on an even ring")
	}
}
