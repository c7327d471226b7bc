package balance_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/balance"
)

// The flows with a memory are the semi-iterative method u(t+1) = β M u(t) + (1 − β) u(t−1).
func TestMuthukrishnanGhoshSchultzSecondOrder(t *testing.T) {
	const alpha, beta = 0.2, 1.5
	first := []float64{40, 3, 0, 0, 9, 0}
	m := newLockstepMachine(t, "second-order:alpha=0.2:beta=1.5", grid(t, "ring", 6), false, first...)
	diffuse := func(u []float64) []float64 {
		next := slices.Clone(u)
		for i := range u {
			next[i] += alpha * (u[(i+1)%6] + u[(i+5)%6] - 2*u[i])
		}
		return next
	}
	before, now := first, diffuse(first)
	for step := range 10 {
		m.step()
		if diff := cmp.Diff(now, m.loads, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Fatalf("step %d (-want +got):\n%s", step, diff)
		}
		next := diffuse(now)
		for i := range next {
			next[i] = beta*next[i] + (1-beta)*before[i]
		}
		before, now = now, next
	}
}

// The two rows of the example: the factor, and the steps to a hundredth of a difference from all load
// on one processor.
func TestSecondOrderGainsAnOrderOfMagnitude(t *testing.T) {
	g := grid(t, "ring", 32)
	alpha, gamma := balance.BestDiffusion(g)
	root := math.Sqrt(balance.BestOverrelaxation(g, alpha) - 1)
	var steps []int
	for _, policy := range []string{"diffusion", "second-order"} {
		m := newLockstepMachine(t, policy, g, false, point(32, 5)...)
		n := 0
		for start := m.spread(); m.spread() > start/100; n++ {
			m.step()
		}
		steps = append(steps, n)
	}
	got := []float64{math.Round(1000 * gamma), math.Round(1000 * root), float64(steps[0]), float64(steps[1])}
	if diff := cmp.Diff([]float64{981, 821, 153, 24}, got); diff != "" {
		t.Errorf("1000 γ, 1000 √(β−1), steps of diffusion and second order (-want +got):\n%s", diff)
	}
}

func TestSecondOrderBestBeta(t *testing.T) {
	for _, c := range []struct {
		kind  string
		sides []int
	}{{"ring", []int{12}}, {"torus", []int{4, 6}}, {"mesh", []int{5, 5}}, {"hypercube", []int{32}}, {"tree", []int{15}}} {
		g := grid(t, c.kind, c.sides...)
		alpha, gamma := balance.BestDiffusion(g)
		want := 2 / (1 + math.Sqrt(1-gamma*gamma))
		beta := balance.BestOverrelaxation(g, alpha)
		if math.Abs(beta-want) > 1e-9 {
			t.Errorf("%v: β %v, want %v", g, beta, want)
		}
		fastest := bound(beta, gamma)
		if slower := min(bound(beta-0.01, gamma), bound(beta+0.01, gamma)); slower <= fastest || math.Abs(fastest-math.Sqrt(beta-1)) > 1e-6 {
			t.Errorf("%v: factor %v with the best β, %v besides it, √(β−1) = %v", g, fastest, slower, math.Sqrt(beta-1))
		}
	}
}

// bound is the largest modulus of a root of r² − β·γ·r + β − 1, the factor in the long run.
func bound(beta, gamma float64) float64 {
	d := beta*beta*gamma*gamma - 4*(beta-1)
	if d < 0 {
		return math.Sqrt(beta - 1)
	}
	return (beta*gamma + math.Sqrt(d)) / 2
}

// Small flows add up until they make an element, so that neighbours come to differ by little.
func TestSecondOrderBalancesWholeLoads(t *testing.T) {
	for _, c := range []struct {
		kind  string
		sides []int
	}{{"ring", []int{32}}, {"torus", []int{8, 8}}, {"mesh", []int{8, 8}}, {"hypercube", []int{64}}} {
		g := grid(t, c.kind, c.sides...)
		alpha, _ := balance.BestDiffusion(g)
		beta := balance.BestOverrelaxation(g, alpha)
		m := newLockstepMachine(t, "second-order", g, true, point(g.Procs(), 5)...)
		for range 500 {
			m.step()
		}
		for rank, load := range m.loads {
			for _, n := range g.Neighbours(rank) {
				if limit := max(2, (2-beta)/(alpha*beta)); load-m.loads[n] > limit {
					t.Errorf("%v: neighbours have %v and %v, want at most %v between them", g, load, m.loads[n], limit)
				}
			}
		}
	}
}

func TestSecondOrderWithBetaOneIsDiffusion(t *testing.T) {
	g := grid(t, "debruijn", 16)
	a := newLockstepMachine(t, "diffusion", g, false, point(16, 5)...)
	b := newLockstepMachine(t, "second-order:beta=1", g, false, point(16, 5)...)
	for range 5 {
		a.step()
		b.step()
	}
	if diff := cmp.Diff(a.loads, b.loads); diff != "" {
		t.Errorf("-diffusion +second order:\n%s", diff)
	}
}
