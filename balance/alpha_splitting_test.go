package balance_test

import (
	"math"
	"slices"
	"testing"
)

// After P − 1 steps every processor has load, the last processor a share of (1 − α)^(P−1): the reason why work
// that is done in the meantime has to be split exponentially often.
func TestLiquidSection21AlphaSplittingSharesShrinkExponentially(t *testing.T) {
	for _, p := range []int{2, 5, 16} {
		for _, alpha := range []float64{0.25, 0.5, 0.9} {
			m := newLockstepMachine(t, "alpha-splitting:alpha="+number(alpha), grid(t, "ring", p), false, point(p, 1)...)
			steps := 0
			for ; slices.Min(m.loads) == 0; steps++ {
				m.step()
			}
			if want := float64(p) * math.Pow(1-alpha, float64(p-1)); steps != p-1 || math.Abs(m.loads[p-1]-want) > 1e-12 {
				t.Errorf("ring of %d, α = %v: shared after %d steps, the last one has %v, want %v", p, alpha, steps, m.loads[p-1], want)
			}
			before := slices.Clone(m.loads)
			if m.step(); !slices.Equal(before, m.loads) {
				t.Errorf("ring of %d: %v becomes %v, though no processor is idle", p, before, m.loads)
			}
		}
	}
}

// With whole loads, sharing ends as long as there are elements enough, wherever they lie.
func TestAlphaSplittingSharesWholeLoads(t *testing.T) {
	for _, loads := range [][]float64{{9, 1, 0}, {6, 0, 0, 1, 0, 0}, {0, 0, 5, 0, 0}, {1, 0, 1, 0, 2}} {
		m := newLockstepMachine(t, "alpha-splitting", grid(t, "ring", len(loads)), true, loads...)
		steps := 0
		for ; slices.Min(m.loads) == 0 && steps < 1000; steps++ {
			m.step()
		}
		if enough := total(loads) >= float64(len(loads)); enough != (steps < 1000) {
			t.Errorf("%v: after %d steps %v", loads, steps, m.loads)
		}
	}
}
