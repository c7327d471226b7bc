package balance_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
)

func TestLiquidTable1Conditions(t *testing.T) {
	for _, c := range []struct {
		predecessor, own, successor float64
		want                        string // the conditions under which an element is shifted
	}{
		{0, 0, 0, ""},
		{9, 0, 0, ""},
		{0, 1, 0, "C0 C5"},
		{1, 1, 0, "C0 C5"},
		{2, 1, 0, "C0 C2 C4 C5"},
		{2, 1, 1, "C0 C2 C4 C5"},
		{2, 1, 2, "C0 C2"},
		{0, 1, 2, "C0"},
		{0, 2, 0, "C0 C1 C2 C3 C4 C5"},
		{0, 2, 2, "C0 C1 C2 C3 C4 C5"},
		{0, 2, 3, "C0 C1 C2"},
		{9, 2, 3, "C0 C1 C2"},
		{0, 7, 6, "C0 C1 C2 C3 C4 C5"},
	} {
		var got string
		for condition := balance.LiquidC0; condition <= balance.LiquidC5; condition++ {
			if condition.Shifts(c.predecessor, c.own, c.successor) {
				got += fmt.Sprintf(" C%d", condition)
			}
		}
		if diff := cmp.Diff(c.want, strings.TrimSpace(got)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c, diff)
		}
	}
}

// A condition hears exactly the neighbours whose load makes a difference.
func TestLiquidConditionsHearWhatTheyLookAt(t *testing.T) {
	for condition := balance.LiquidC0; condition <= balance.LiquidC5; condition++ {
		predecessor, successor := false, false
		for own := range 4 {
			for other := range 4 {
				for third := range 4 {
					p := func(predecessor, successor int) bool {
						return condition.Shifts(float64(predecessor), float64(own), float64(successor))
					}
					predecessor = predecessor || p(other, third) != p(0, third)
					successor = successor || p(third, other) != p(third, 0)
				}
			}
		}
		if predecessor != condition.HearsPredecessor() || successor != condition.HearsSuccessor() {
			t.Errorf("C%d looks at the predecessor: %v, the successor: %v; it hears %v, %v", condition,
				predecessor, successor, condition.HearsPredecessor(), condition.HearsSuccessor())
		}
	}
}

// A hypercube is a torus of twos: by hand on four processors, rank 2 is next to 0 in the first dimension, 1 in the second.
func TestLiquidSection4HypercubeIsATorusOfTwos(t *testing.T) {
	loads := []float64{5, 1, 2, 1}
	// First 0 gives to 2, which has less, and 1 and 3 swap; then 0 gives to 1, and 2 to 3. In the second step the surplus of 0
	// goes over 2 to 3.
	steps := [][]float64{{3, 2, 2, 2}, {2, 2, 2, 3}}
	cube, torus := newLockstepMachine(t, "liquid-c5", grid(t, "hypercube", 4), true, loads...),
		newLockstepMachine(t, "liquid-c5", grid(t, "torus", 2, 2), true, loads...)
	for i, want := range steps {
		cube.step()
		torus.step()
		if diff := cmp.Diff(want, cube.loads); diff != "" {
			t.Errorf("step %d (-want +got):\n%s", i+1, diff)
		}
		if diff := cmp.Diff(torus.loads, cube.loads); diff != "" {
			t.Errorf("step %d (-torus +hypercube):\n%s", i+1, diff)
		}
	}
}

// Real loads, for which the model is not made, do not fall below zero either.
func TestLiquidOfRealLoads(t *testing.T) {
	m := newLockstepMachine(t, "liquid-c0", grid(t, "ring", 3), false, 0.25, 0, 2.5)
	m.step()
	if diff := cmp.Diff([]float64{1, 0.25, 1.5}, m.loads); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// In the left half, load moves over processors that have one element each; in the right half, it is
// balanced.
func TestLiquidSection33GlobalTransferByLocalShifts(t *testing.T) {
	m := newLockstepMachine(t, "liquid-c5", grid(t, "ring", 8), true, 3, 1, 1, 1, 0, 4, 2, 2)
	m.step()
	if diff := cmp.Diff([]float64{2, 1, 1, 1, 1, 3, 2, 3}, m.loads); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestLiquidTheorem1RampsTransferVirtually(t *testing.T) {
	for _, c := range []struct {
		name         string
		loads, after []float64
	}{
		{"a steep ramp: from its upper end, 5, to its lower end, 1", []float64{4, 1, 2, 3, 5, 4}, []float64{4, 2, 2, 3, 4, 4}},
		{"a jump in a plateau moves against the shifts", []float64{3, 3, 4, 4, 4, 3}, []float64{3, 4, 3, 4, 4, 3}},
		{"a maximum", []float64{2, 2, 3, 2, 2, 2}, []float64{2, 3, 2, 2, 2, 2}},
		{"a minimum", []float64{3, 3, 2, 3, 3, 3}, []float64{3, 3, 3, 2, 3, 3}},
		{"two ramps", []float64{1, 3, 3, 1, 2, 3}, []float64{2, 2, 3, 2, 2, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newLockstepMachine(t, "liquid-c5", grid(t, "ring", len(c.loads)), true, c.loads...)
			m.step()
			if diff := cmp.Diff(c.after, m.loads); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Every ramp of a random ring without idle processors is a virtual transfer, and nothing else happens.
func TestLiquidTheorem1OnRandomRings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 20).Draw(t, "processors")
		before := drawLoads(t, n, 9)
		for i := range before {
			before[i]++
		}
		want := slices.Clone(before)
		for i := range before {
			below, above := before[(i+n-1)%n] < before[i], before[i] < before[(i+1)%n]
			if !below && above { // the lower end of a ramp
				want[i]++
			}
			if below && !above { // its upper end
				want[i]--
			}
		}
		m := newLockstepMachine(t, "liquid-c5", grid(t, "ring", n), true, before...)
		m.step()
		if diff := cmp.Diff(want, m.loads); diff != "" {
			t.Fatalf("%v (-want +got):\n%s", before, diff)
		}
	})
}

func TestLiquidLemma1MaximumNeverRisesMinimumNeverFalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawNetwork(t, "ring", "torus", "hypercube")
		m := newLockstepMachine(t, "liquid-c5", g, true, drawLoads(t, g.Procs(), 30)...)
		for range 30 {
			before := slices.Clone(m.loads)
			m.step()
			if slices.Max(m.loads) > slices.Max(before) || slices.Min(m.loads) < slices.Min(before) {
				t.Fatalf("%v: %v becomes %v", g, before, m.loads)
			}
		}
	})
}

func TestLiquidTheorem2Converges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawNetwork(t, "ring", "torus", "hypercube")
		m := newLockstepMachine(t, "liquid-c5", g, true, drawLoads(t, g.Procs(), 30)...)
		dimensions, sum := 0, 0
		for _, side := range g.Sides() {
			if side > 1 {
				dimensions++
				sum += side
			}
		}
		// T = O(D·K·L_diff) by Theorem 3; the constant is generous.
		limit := 4 * (1 + sum) * (1 + int(m.spread()))
		for steps := 0; m.spread() > float64(max(dimensions, 1)); steps++ {
			if steps > limit {
				t.Fatalf("%v: not balanced after %d steps: %v", g, steps, m.loads)
			}
			m.step()
		}
	})
}

func TestLiquidSection5SharingTakesPMinus1Shifts(t *testing.T) {
	for p := 2; p <= 200; p += 9 {
		m := newLockstepMachine(t, "liquid-c5", grid(t, "ring", p), true, point(p, 5)...)
		steps := 0
		for ; slices.Min(m.loads) == 0; steps++ {
			m.step()
		}
		if steps != p-1 {
			t.Errorf("ring of %d: every processor has load after %d shifts, want %d", p, steps, p-1)
		}
	}
}

// The conditions that only share leave the ring unbalanced, the others balance it: C3 to C5 take the
// same number of steps (§5, Figure 7).
func TestLiquidSection5ConditionsC3ToC5TakeTheSameSteps(t *testing.T) {
	var steps []int
	for _, policy := range []string{"liquid-c3", "liquid-c4", "liquid-c5"} {
		m := newLockstepMachine(t, policy, grid(t, "torus", 8, 8), true, point(64, 5)...)
		n := 0
		for ; m.spread() > 2 && n < 10000; n++ {
			m.step()
		}
		steps = append(steps, n)
	}
	if steps[0] != steps[1] || steps[1] != steps[2] || steps[0] == 10000 {
		t.Errorf("C3, C4, C5 are balanced after %v steps, want the same number", steps)
	}
	for _, policy := range []string{"liquid-c0", "liquid-c1", "liquid-c2"} {
		m := newLockstepMachine(t, policy, grid(t, "ring", 16), true, point(16, 5)...)
		for range 1000 {
			m.step()
		}
		if m.spread() <= 1 {
			t.Errorf("%s has balanced a ring: %v", policy, m.loads)
		}
	}
}
