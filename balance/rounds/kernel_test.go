package rounds

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/topology"
)

// networks draws a network on which a policy is defined.
func networks(t *rapid.T, policy balance.Chosen) topology.Network {
	n, err := balancetest.AnyNetwork(policy, func(what string, low, high int) int { return rapid.IntRange(low, high).Draw(t, what) })
	if err != nil {
		t.Skip(err)
	}
	return n
}

func drawLoads(t *rapid.T, n int, whole bool) []float64 {
	top := rapid.SampledFrom([]int{1, 2, 5, 100, 200, 40000, 1 << 20}).Draw(t, "highest")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	loads := make([]float64, n)
	for i := range loads {
		loads[i] = float64(rng.IntN(top + 1))
		if !whole {
			loads[i] *= rng.Float64()
		}
	}
	return loads
}

func TestKernelsDoWhatRulesSay(t *testing.T) {
	for _, policy := range balancetest.StepPolicies() {
		t.Run(policy.Spec.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				whole := rapid.Bool().Draw(t, "whole")
				network := networks(t, policy)
				s := Setup{Network: network, Policy: policy, Loads: drawLoads(t, network.Procs(), whole), Whole: whole}
				s.Uncounted = rapid.Bool().Draw(t, "uncounted")
				fast, err := New(s)
				if err != nil {
					t.Fatal(err)
				}
				slow := &Machine{
					network: network, whole: whole,
					kernel: newGeneric(allRules(policy.Spec.Rule(network, policy.Values), network.Procs()), s.Loads, whole),
				}
				slow.traffic = &slow.total
				for range 8 {
					fast.Step()
					slow.Step()
					same(t, fast, slow)
				}
			})
		})
	}
}

func TestFastKernelsAreChosen(t *testing.T) {
	for _, c := range []struct {
		policy, kind string
		sides        []int
		setup        Setup
		want         string
	}{
		{"liquid-c5", "torus", []int{9, 9}, Setup{Whole: true}, "*rounds.liquid"},
		{"liquid-c2", "ring", []int{9}, Setup{Whole: true, Uncounted: true}, "*rounds.liquid"},
		{"liquid-c5", "torus", []int{9, 9}, Setup{}, "*rounds.generic"},
		{"diffusion", "torus", []int{9, 9}, Setup{}, "*rounds.generic"},
		{"diffusion", "torus", []int{9, 9}, Setup{Whole: true, Uncounted: true}, "*rounds.generic"},
		{"diffusion", "torus", []int{9, 9}, Setup{Uncounted: true}, "*rounds.stencil"},
		{"diffusion", "mesh", []int{3, 9, 9}, Setup{Uncounted: true}, "*rounds.stencil"},
		{"second-order", "ring", []int{9}, Setup{Uncounted: true}, "*rounds.stencil"},
		{"nna-sync", "torus", []int{2, 9}, Setup{Uncounted: true}, "*rounds.stencil"},
		{"adf:damping=0.1", "torus", []int{9, 9}, Setup{Uncounted: true}, "*rounds.stencil"},
		{"diffusion", "tree", []int{9}, Setup{Uncounted: true}, "*rounds.sparse"},
		{"nna-sync", "mesh", []int{9, 9}, Setup{Uncounted: true}, "*rounds.sparse"},
		{"dimension-exchange", "mesh", []int{9, 9}, Setup{Uncounted: true}, "*rounds.sparse"},
		{"nna-async", "torus", []int{9, 9}, Setup{Uncounted: true}, "*rounds.generic"},
	} {
		s := c.setup
		s.Network, s.Policy = network(t, c.kind, c.sides...), choose(t, c.policy)
		s.Loads = make([]float64, s.Network.Procs())
		m := machine(t, s)
		got := fmt.Sprintf("%T", m.kernel)
		if l, ok := m.kernel.(*linear); ok {
			got = fmt.Sprintf("%T", l.substeps[0])
		}
		if got != c.want {
			t.Errorf("%s on %v, %+v: %s, want %s", c.policy, s.Network, c.setup, got, c.want)
		}
	}
}

func TestNoStepAllocates(t *testing.T) {
	for _, policy := range balancetest.StepPolicies() {
		for _, s := range []Setup{{Whole: true}, {}, {Uncounted: true}} {
			s.Network, s.Policy = homeOf(t, policy, 64), policy
			s.Loads = worst(s.Network.Procs(), 5)
			m := machine(t, s)
			if allocations := testing.AllocsPerRun(20, m.Step); allocations != 0 {
				t.Errorf("%s on %v, whole %v, uncounted %v: %v allocations a step", policy, s.Network, s.Whole, s.Uncounted, allocations)
			}
		}
	}
}

// homeOf is a network of about n processors on which a policy is defined.
func homeOf(t testing.TB, policy balance.Chosen, n int) topology.Network {
	t.Helper()
	for _, kind := range policy.Spec.Kinds {
		for _, side := range []int{int(math.Sqrt(float64(n))), int(math.Sqrt(float64(n))) | 1} {
			home, err := topology.New(kind, side, side)
			if err != nil {
				continue
			}
			if _, err := policy.For(home); err == nil {
				return home
			}
		}
	}
	t.Fatalf("%s is defined on no network of %d processors", policy, n)
	return nil
}

func same(t *rapid.T, fast, slow *Machine) {
	got, want := fast.Loads(), slow.Loads()
	tolerance := 0.0
	if !slow.whole {
		tolerance = 1e-12 * slices.Max(want)
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tolerance) { // NaN is not
			t.Fatalf("step %d: load of processor %d is %v, want %v\n%v\n%v", slow.steps, i, got[i], want[i], got, want)
		}
	}
	if fast.traffic != nil && fast.total != slow.total {
		t.Fatalf("step %d: traffic %v, want %v", slow.steps, fast.total, slow.total)
	}
	a, b := fast.kernel.extremes()
	c, d := slow.kernel.extremes()
	if !(math.Abs(a-c) <= tolerance && math.Abs(b-d) <= tolerance) {
		t.Fatal(fmt.Sprint("extremes ", a, b, c, d))
	}
}
