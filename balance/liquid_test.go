package balance_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"transat/balance"
)

func TestLiquidTable1C5(t *testing.T) {
	for _, c := range []struct {
		load, successor float64
		want            bool
	}{
		{0, 0, false}, {1, 0, true}, {1, 1, true}, {1, 2, false}, {3, 2, true}, {2, 3, false}, {0, 1, false},
	} {
		if got := balance.LiquidC5(c.load, c.successor); got != c.want {
			t.Errorf("C5 with load %v and successor %v: %v, want %v", c.load, c.successor, got, c.want)
		}
	}
}

// shift is one lockstep of the Liquid model on a ring.
func shift(loads []int) []int {
	next := slices.Clone(loads)
	for i, l := range loads {
		if to := (i + 1) % len(loads); balance.LiquidC5(float64(l), float64(loads[to])) {
			next[i]--
			next[to]++
		}
	}
	return next
}

func TestLiquidLemma1MaximumNeverRisesMinimumNeverFalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loads := rapid.SliceOfN(rapid.IntRange(0, 30), 2, 20).Draw(t, "loads")
		for range 50 {
			next := shift(loads)
			if slices.Max(next) > slices.Max(loads) || slices.Min(next) < slices.Min(loads) {
				t.Fatalf("%v becomes %v", loads, next)
			}
			loads = next
		}
	})
}

func TestLiquidTheorem2Converges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loads := rapid.SliceOfN(rapid.IntRange(0, 30), 2, 20).Draw(t, "loads")
		// T = O(D·K·L_diff) by Theorem 3; the constant is generous.
		limit := 4 * len(loads) * (1 + slices.Max(loads) - slices.Min(loads))
		for steps := 0; slices.Max(loads)-slices.Min(loads) > 1; steps++ {
			if steps > limit {
				t.Fatalf("not balanced after %d steps: %v", steps, loads)
			}
			loads = shift(loads)
		}
	})
}

func TestLiquidSection5SharingTakesPMinus1Shifts(t *testing.T) {
	for p := 2; p <= 200; p += 9 {
		loads := make([]int, p)
		loads[0] = 5 * p
		steps := 0
		for ; slices.Min(loads) == 0; steps++ {
			loads = shift(loads)
		}
		if steps != p-1 {
			t.Errorf("ring of %d: every processor has load after %d shifts, want %d", p, steps, p-1)
		}
	}
}
