package rounds

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"transat/balance"
)

// worst is the worst case of the Liquid paper: c elements a processor, all of them on one.
func worst(n, c int) []float64 {
	loads := make([]float64, n)
	loads[0] = float64(c * n)
	return loads
}

func finish(t testing.TB, m *Machine, c Config) Result {
	t.Helper()
	r, err := m.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestLiquidSection5SharingTakesPMinus1Shifts(t *testing.T) {
	last := 256
	sizes := []int{300, 512, 777, 1000, 1024, 1500, 2047, 2048}
	if testing.Short() {
		last, sizes = 64, []int{256, 2048}
	}
	for p := 2; p <= last; p++ {
		sizes = append(sizes, p)
	}
	for _, p := range sizes {
		m := machine(t, Setup{Network: network(t, "ring", p), Policy: choose(t, "liquid-c5"), Loads: worst(p, 5), Whole: true})
		if r := finish(t, m, Config{Until: Shared}); r.Shared.Shifts != float64(p-1) || r.Shared.Step != p-1 {
			t.Errorf("P = %d: shared after %v", p, r.Shared)
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

func TestLiquidTheorem2Tmp(t *testing.T) {
	worstRatio := 0.0
	rapid.Check(t, func(t *rapid.T) {
		policy, _ := balance.Choose("liquid-c5")
		n := networks(t, policy)
		top := rapid.IntRange(1, 60).Draw(t, "top")
		low := rapid.IntRange(0, 1).Draw(t, "low")
		loads := make([]float64, n.Procs())
		for i := range loads {
			loads[i] = float64(rapid.IntRange(low, top).Draw(t, "load"))
		}
		m, err := New(Setup{Network: n, Policy: policy, Loads: loads, Whole: true})
		if err != nil {
			t.Fatal(err)
		}
		diff := slices.Max(loads) - slices.Min(loads)
		d := len(n.Sides())
		k := slices.Max(n.Sides())
		r, _ := m.Run(context.Background(), Config{Until: Balanced, MaxSteps: 1000 + 50*d*k*int(diff)})
		if !r.Balanced.Reached {
			t.Fatalf("%v %v not balanced: %v", n, loads, m.Loads())
		}
		ratio := r.Balanced.Shifts / (float64(d*k) * diff)
		if diff > 0 && ratio > worstRatio {
			worstRatio = ratio
			fmt.Println(n, ratio, diff, r.Balanced)
		}
	})
}

func TestLemma1Tmp(t *testing.T) {
	for _, policy := range stepping() {
		for _, whole := range []bool{false, true} {
			bad := map[string]int{}
			all := map[string]int{}
			sumbad := map[string]int{}
			rapid.Check(t, func(t *rapid.T) {
				n := networks(t, policy)
				loads := drawLoads(t, n.Procs(), whole)
				m, err := New(Setup{Network: n, Policy: policy, Loads: loads, Whole: whole})
				if err != nil {
					t.Fatal(err)
				}
				sum := 0.0
				for _, l := range loads {
					sum += l
				}
				lo, hi := slices.Min(loads), slices.Max(loads)
				all[n.Kind()]++
				for range 10 {
					m.Step()
					now := m.Loads()
					s := 0.0
					for _, l := range now {
						s += l
						if whole && (l < 0 || l != math.Trunc(l)) {
							t.Fatal(policy.Spec.Name, n, now)
						}
					}
					if whole && s != sum || math.Abs(s-sum) > 1e-9*sum {
						sumbad[n.Kind()]++
					}
					a, b := slices.Min(now), slices.Max(now)
					if a < lo-1e-9*hi || b > hi+1e-9*hi {
						bad[n.Kind()]++
						break
					}
					lo, hi = a, b
				}
			})
			fmt.Println(policy.Spec.Name, "whole", whole, "all", all, "lemma bad", bad, "sum bad", sumbad)
		}
	}
}
