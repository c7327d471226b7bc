package rounds

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/topology"
)

// stepping returns the policies that work in steps.
func stepping() []balance.Chosen {
	var all []balance.Chosen
	for _, spec := range balance.Policies() {
		if spec.Rule != nil {
			c, err := balance.Choose(spec.Name)
			if err != nil {
				panic(err)
			}
			all = append(all, c)
		}
	}
	return all
}

// networks draws a network on which a policy is defined.
func networks(t *rapid.T, policy balance.Chosen) topology.Network {
	kind := rapid.SampledFrom(policy.Spec.Kinds).Draw(t, "kind")
	most := 6
	if kind == "line" || kind == "ring" {
		most = 40
	}
	sides := rapid.SliceOfN(rapid.IntRange(1, most), 1, 3).Draw(t, "sides")
	if kind == "hypercube" || kind == "debruijn" {
		sides = []int{1 << rapid.IntRange(0, 5).Draw(t, "dimensions")}
	}
	n, err := topology.New(kind, sides...)
	if err != nil {
		t.Skip(err)
	}
	if _, err := policy.For(n); err != nil {
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
	for _, policy := range stepping() {
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
				slow := &Machine{network: network, kernel: newGeneric(rulesOf(s), s.Loads, whole), loads: make([]float64, network.Procs())}
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

func same(t *rapid.T, fast, slow *Machine) {
	got, want := fast.Loads(), slow.Loads()
	tolerance := 0.0
	if !slow.whole {
		tolerance = 1e-12 * slices.Max(want)
	}
	for i := range got {
		if math.Abs(got[i]-want[i]) > tolerance {
			t.Fatalf("step %d: load of processor %d is %v, want %v\n%v\n%v", slow.steps, i, got[i], want[i], got, want)
		}
	}
	if fast.traffic != nil && fast.total != slow.total {
		t.Fatalf("step %d: traffic %v, want %v", slow.steps, fast.total, slow.total)
	}
	a, b := fast.kernel.extremes()
	c, d := slow.kernel.extremes()
	if math.Abs(a-c) > tolerance || math.Abs(b-d) > tolerance {
		t.Fatal(fmt.Sprint("extremes ", a, b, c, d))
	}
}
