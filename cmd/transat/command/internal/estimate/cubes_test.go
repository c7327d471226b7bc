package estimate

import (
	"testing"
	"time"

	"transat/cmd/transat/internal/report"
	"transat/instances/families"
	"transat/solver"
	"transat/solver/cnf"
)

// The interval of an estimate holds the estimate, in conflicts and in CPU time, also where half is taken off since there are many
// symmetries. It is an interval even if all cubes were solved: a run learns other clauses.
func TestIntervalsOfCubesHoldTheEstimate(t *testing.T) {
	values := map[string]func(plan) any{}
	for _, c := range cubeColumns() {
		values[c.Key] = c.Value
	}
	number := func(p plan, key string) float64 {
		x, ok := values[key](p).(float64)
		if !ok {
			t.Fatalf("%s is no number", key)
		}
		return x
	}
	flags := &estimateFlags{confidence: 95, style: report.Style{Format: report.JSON}}
	for name, tc := range map[string]struct {
		f       *cnf.Formula
		efforts []int64
		factor  float64 // of the interval to either side, at least
	}{
		"pigeons":      {families.Pigeons(9, 8, families.Pairwise), []int64{1500}, 2.9},
		"few pigeons":  {families.Pigeons(6, 5, families.Pairwise), []int64{10, 1000, 0}, 2.9},
		"Ramsey":       {families.Ramsey(3, 5, 14), []int64{500}, 2.9},
		"distributive": {families.Distributive(4), []int64{300, 0}, 1.9},
	} {
		for _, effort := range tc.efforts {
			for seed := range uint64(3) {
				now := time.Duration(0)
				clock := func() time.Duration { now += time.Millisecond; return now }
				cost, err := solver.EstimateCubes(t.Context(), tc.f, solver.Options{}, solver.CostOptions{Seed: seed, Effort: effort, Clock: clock})
				if err != nil || effort == 0 && !cost.Solved {
					t.Fatalf("%s: %+v, error %v", name, cost, err)
				}
				p := plan{cost, name, true, flags}
				for key, ends := range map[string][2]string{"conflicts": {"conflicts_low", "conflicts_high"}, "cpu_s": {"cpu_low_s", "cpu_high_s"}} {
					low, x, high := number(p, ends[0]), number(p, key), number(p, ends[1])
					if low > x/tc.factor+1 || high < x*tc.factor-1 || low > x || x > high {
						t.Errorf("%s, effort %d, seed %d: %s %v to %v around %v", name, effort, seed, key, low, high, x)
					}
				}
			}
		}
	}
}
