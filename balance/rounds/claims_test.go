package rounds

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// worst is the worst case of the Liquid paper: c elements a processor, all of them on one.
func worst(n, c int) []float64 {
	loads := make([]float64, n)
	loads[0] = float64(c * n)
	return loads
}

func TestLiquidSection5SharingTakesPMinus1Shifts(t *testing.T) {
	all, every := 1024, 33 // above all, powers of 2 and every 33rd
	if testing.Short() {
		all, every = 64, 333
	}
	for p := 2; p <= 2048; p++ {
		if p > all && p&(p-1) != 0 && p%every != 0 {
			continue
		}
		m := machine(t, Setup{Network: network(t, "ring", p), Policy: choose(t, "liquid-c5"), Loads: worst(p, 5), Whole: true})
		if r := finish(t, m, Config{Until: Shared}); r.Shared.Step != p-1 || r.Shared.Shifts != float64(p-1) {
			t.Fatalf("P = %d: shared after %v", p, r.Shared)
		}
	}
}

// The times of Figure 5 at sizes for which they are known from another program.
func TestLiquidSection5Figure5(t *testing.T) {
	for _, c := range []struct {
		policy           string
		p                int
		shared, balanced float64
	}{
		{"liquid-c5", 32, 31, 220},
		{"liquid-c5", 64, 63, 477},
		{"liquid-c5", 128, 127, 1013},
		{"liquid-c5", 256, 255, 2101},
		{"nna-sync", 32, 264, 575},
		{"nna-sync", 64, 779, 1662},
		{"nna-sync", 128, 2256, 4673},
		{"nna-sync", 256, 6489, 13162},
	} {
		m := machine(t, Setup{Network: network(t, "ring", c.p), Policy: choose(t, c.policy), Loads: worst(c.p, 5), Whole: true})
		r := finish(t, m, Config{Until: Shared | Balanced})
		if r.Shared.Shifts != c.shared || r.Balanced.Shifts != c.balanced {
			t.Errorf("%s, P = %d: shared after %v shifts, want %v; balanced after %v, want %v",
				c.policy, c.p, r.Shared.Shifts, c.shared, r.Balanced.Shifts, c.balanced)
		}
	}
}

// unbalanced draws a torus of whole loads.
func unbalanced(t *rapid.T) (*Machine, []float64) {
	policy, err := balance.Choose("liquid-c5")
	if err != nil {
		t.Fatal(err)
	}
	network := networks(t, policy)
	highest := rapid.IntRange(1, 60).Draw(t, "highest")
	loads := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, highest), func(x int) float64 { return float64(x) }),
		network.Procs(), network.Procs()).Draw(t, "loads")
	m, err := New(Setup{Network: network, Policy: policy, Loads: loads, Whole: true})
	if err != nil {
		t.Fatal(err)
	}
	return m, loads
}

// Theorem 2 is stated for loads that are shared already; it holds for others as well.
func TestLiquidTheorem2LoadsBecomeBalanced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, loads := unbalanced(t)
		r, err := m.Run(context.Background(), Config{Until: Balanced})
		if err != nil || r.Stop != StopReached {
			t.Fatalf("%v: %v: %v %v", m.Network(), loads, r.Stop, err)
		}
	})
}

// Theorem 3 says O(D·K·L_diff) shifts; the constant is below 1.
func TestLiquidTheorem3ShiftsAreLinearInTheDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, loads := unbalanced(t)
		r, err := m.Run(context.Background(), Config{Until: Balanced})
		if err != nil {
			t.Fatal(err)
		}
		sides := m.Network().Sides()
		bound := float64(len(sides)*slices.Max(sides)) * (slices.Max(loads) - slices.Min(loads))
		if r.Balanced.Shifts > bound {
			t.Fatalf("%v: balanced after %v shifts, D·K·L_diff = %v", m.Network(), r.Balanced.Shifts, bound)
		}
	})
}

// §5, Figure 7a: "identical numbers of iterations" for C3 to C5. They are on all these tori, but not on
// every larger one: 2558, 2557 and 2557 on 32x32.
func TestLiquidSection5ConditionsC3ToC5NeedAsManySteps(t *testing.T) {
	for _, k := range []int{4, 5, 8, 11, 16, 23} {
		steps := map[int]bool{}
		for _, policy := range []string{"liquid-c3", "liquid-c4", "liquid-c5"} {
			m := machine(t, Setup{Network: network(t, "torus", k, k), Policy: choose(t, policy), Loads: worst(k*k, 5), Whole: true})
			steps[finish(t, m, Config{Until: Balanced}).Balanced.Step] = true
		}
		if len(steps) != 1 {
			t.Errorf("torus %dx%d: %v", k, k, steps)
		}
	}
}

// What the paper does not say: on a torus of two dimensions, the rounding of §5 keeps nearest-neighbour
// averaging from ever coming within two elements.
func TestLiquidSection5AveragingCirclesOnATorus(t *testing.T) {
	m := machine(t, Setup{Network: network(t, "torus", 8, 8), Policy: choose(t, "nna-sync"), Loads: worst(64, 5), Whole: true})
	r := finish(t, m, Config{Until: Balanced})
	if r.Stop != StopCircle || r.Period != 2 {
		t.Errorf("stop: %v, period %d", r.Stop, r.Period)
	}
}

// A run in short pieces finds a circle where one long run does.
func TestCirclesAreFoundAcrossRuns(t *testing.T) {
	s := Setup{Network: network(t, "torus", 8, 8), Policy: choose(t, "nna-sync"), Loads: worst(64, 5), Whole: true}
	want := finish(t, machine(t, s), Config{Until: Balanced})
	m := machine(t, s)
	var got Result
	for range want.Steps + 1 {
		if got = finish(t, m, Config{Until: Balanced, MaxSteps: 1}); got.Stop != StopSteps {
			break
		}
	}
	if want.Stop != StopCircle || got.Stop != want.Stop || got.Steps != want.Steps || got.Period != want.Period {
		t.Errorf("%v after %d steps, period %d; in one run %v after %d, period %d", got.Stop, got.Steps, got.Period, want.Stop,
			want.Steps, want.Period)
	}
}

// level says on which kinds of network the highest load never rises and the lowest never falls under a
// rule (Liquid, Lemma 1), for whole and for real loads. All kinds on which it is defined: "all".
//
// The optimal share of diffusion on a mesh, and on a torus with odd sides, is so large that a load of 0
// between full ones may overshoot; second-order diffusion and the optimal scheme overshoot on purpose; synchronous averaging on networks that are not regular
// tends to loads in proportion to the number of neighbours plus one; asynchronous averaging fills up a
// load from several sides; and rounding up may lift a load above all others where several neighbours
// do it at once. Liquid moves whole elements, or what there is if that is less.
func level() map[string]levelKinds {
	all, none := []string{"all"}, []string{}
	return map[string]levelKinds{
		"liquid-c0":          {all, all},
		"liquid-c1":          {all, none},
		"liquid-c2":          {all, none},
		"liquid-c3":          {all, none},
		"liquid-c4":          {all, none},
		"liquid-c5":          {all, none},
		"nna-sync":           {none, []string{"ring", "torus", "hypercube", "clique"}},
		"nna-async":          {none, []string{"line", "ring", "clique"}},
		"diffusion":          {none, []string{"line", "ring", "hypercube", "clique"}},
		"second-order":       {none, none},
		"optimal":            {none, []string{"clique"}},
		"adf":                {none, all},
		"alpha-splitting":    {all, all},
		"dimension-exchange": {all, all},
		"edge-colours":       {all, all},
		"matching":           {all, all},
	}
}

type levelKinds struct{ whole, real []string }

func TestLiquidLemma1HighestNeverRisesAndLowestNeverFalls(t *testing.T) {
	table := level()
	for _, policy := range balancetest.StepPolicies() {
		kinds, known := table[policy.Spec.Name]
		if !known {
			t.Errorf("nothing is known about %s", policy.Spec.Name)
		}
		t.Run(policy.Spec.Name+" whole", func(t *testing.T) { checkLevel(t, policy, kinds.whole, true) })
		t.Run(policy.Spec.Name+" real", func(t *testing.T) { checkLevel(t, policy, kinds.real, false) })
	}
}

func checkLevel(t *testing.T, policy balance.Chosen, kinds []string, whole bool) {
	if len(kinds) == 0 {
		return
	}
	if kinds[0] != "all" {
		policy.Spec.Kinds, policy.Spec.Anywhere = kinds, false
	}
	rapid.Check(t, func(t *rapid.T) {
		m := anyMachine(t, policy, whole)
		if rose, fell := m.leaves(10); rose || fell {
			t.Fatalf("%v: highest rose: %v, lowest fell: %v: %v", m.Network(), rose, fell, m.Loads())
		}
	})
}

// leaves steps on, and reports whether the highest load has ever risen or the lowest fallen.
func (m *Machine) leaves(steps int) (rose, fell bool) {
	for range steps {
		low, high := m.kernel.extremes()
		m.Step()
		lower, higher := m.kernel.extremes()
		rose = rose || higher > high*(1+1e-12)
		fell = fell || lower < low-1e-12*high
	}
	return rose, fell
}

// Each entry shows a case in which Lemma 1 does not hold and level does not say so.
func TestLiquidLemma1FailsForOtherRules(t *testing.T) {
	for _, c := range []struct {
		policy, kind string
		sides        []int
		whole        bool
		loads        []float64
	}{
		{"liquid-c1", "ring", []int{3}, false, []float64{1, 0.75, 2}},
		{"liquid-c5", "ring", []int{5}, false, []float64{1, 1, 2, 0, 0.5}},
		{"nna-sync", "line", []int{3}, false, []float64{1, 1, 1}},
		{"nna-sync", "line", []int{5}, true, []float64{1, 1, 1, 0, 0}},
		{"nna-sync", "hypercube", []int{4}, true, []float64{2, 3, 3, 2}},
		{"nna-sync", "clique", []int{6}, true, []float64{2, 2, 2, 2, 2, 2}},
		{"nna-async", "tree", []int{7}, false, []float64{4, 2, 1, 0.25, 1, 4, 4}},
		{"nna-async", "clique", []int{5}, true, []float64{3, 0, 1, 1, 1}},
		{"diffusion", "mesh", []int{3, 3}, false, []float64{0, 1, 0, 1, 0, 1, 0, 1, 0}},
		{"diffusion", "torus", []int{3, 20}, false, append([]float64{1}, make([]float64, 59)...)},
		{"diffusion", "tree", []int{5}, false, []float64{0, 1, 0, 0, 0}},
		{"diffusion", "hypercube", []int{8}, true, []float64{3, 3, 5, 2, 1, 0, 2, 6}},
		{"second-order", "ring", []int{6}, false, []float64{0, 0.75, 1, 0, 0.75, 1}},
		{"optimal", "line", []int{5}, false, []float64{0, 1, 1, 0, 1}},
		{"optimal", "clique", []int{6}, true, []float64{1, 1, 1, 2, 0, 1}},
		{"adf", "clique", []int{6}, true, []float64{1, 1, 1, 2, 0, 1}},
	} {
		t.Run(fmt.Sprintf("%s on %s whole %v", c.policy, c.kind, c.whole), func(t *testing.T) {
			m := machine(t, Setup{Network: network(t, c.kind, c.sides...), Policy: choose(t, c.policy), Loads: c.loads, Whole: c.whole})
			if rose, fell := m.leaves(10); !rose && !fell {
				t.Errorf("holds after all: %v", m.Loads())
			}
		})
	}
}

// anyMachine draws a network and loads for a policy.
func anyMachine(t *rapid.T, policy balance.Chosen, whole bool) *Machine {
	network := networks(t, policy)
	m, err := New(Setup{Network: network, Policy: policy, Loads: drawLoads(t, network.Procs(), whole), Whole: whole})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestNoRuleLosesOrInventsLoad(t *testing.T) {
	for _, policy := range balancetest.StepPolicies() {
		t.Run(policy.Spec.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				whole := rapid.Bool().Draw(t, "whole")
				m := anyMachine(t, policy, whole)
				before := sum(m.Loads())
				for range 20 {
					m.Step()
				}
				conserved(t, m, before)
			})
		})
	}
}

func conserved(t *rapid.T, m *Machine, before float64) {
	loads := m.Loads()
	after := sum(loads)
	if m.whole && after != before || !(math.Abs(after-before) <= 1e-9*before) {
		t.Fatalf("%v: %v elements have become %v", m.Network(), before, after)
	}
	for rank, load := range loads {
		if m.whole && (load < 0 || load != math.Trunc(load)) {
			t.Fatalf("%v: processor %d has %v elements", m.Network(), rank, load)
		}
	}
}

func TestDiffusionKeepsTheSumOfRealLoads(t *testing.T) {
	for _, uncounted := range []bool{false, true} {
		d := distribution(t, "normal:50,20")
		n := network(t, "torus", 40, 40)
		loads, err := d.Loads(n.Procs(), false, 1)
		if err != nil {
			t.Fatal(err)
		}
		m := machine(t, Setup{Network: n, Policy: choose(t, "diffusion"), Loads: loads, Uncounted: uncounted})
		finish(t, m, Config{MaxSteps: 2000})
		if got, want := sum(m.Loads()), sum(loads); !(math.Abs(got-want) <= 1e-9*want) {
			t.Errorf("the sum was %v and is %v", want, got)
		}
	}
}

func sum(loads []float64) float64 {
	total := 0.0
	for _, load := range loads {
		total += load
	}
	return total
}
