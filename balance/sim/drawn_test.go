package sim

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
)

// A run that draws no random numbers is the same with every seed, and one of a thief draws some.
func TestRunsThatDrawNothingAreTheSameWithEverySeed(t *testing.T) {
	balancetest.SkipShort(t)
	draws := map[string]bool{"steal": true, "random-polling": true, "plb": false, "liquid-c5": false, "round-robin": false}
	for _, spec := range balance.Policies() {
		if spec.Bound {
			continue
		}
		t.Run(spec.Name, func(t *testing.T) {
			var results []balance.Result
			for seed := range uint64(3) {
				cfg := config(t, eager(spec), "", []int{3, 4}, &balancetest.Tree{Nodes: 4000, Seed: 9})
				cfg.Seed = seed
				result, _ := run(t, cfg)
				results = append(results, result)
			}
			if want, known := draws[spec.Name]; known && results[0].Drawn != want {
				t.Errorf("random numbers were drawn: %v, want %v", results[0].Drawn, want)
			}
			for _, other := range results[1:] {
				if diff := cmp.Diff(results[0], other); !results[0].Drawn && diff != "" {
					t.Errorf("two seeds differ, though nothing was drawn:\n%s", diff)
				}
			}
		})
	}
}
