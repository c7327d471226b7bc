package simd

import (
	"errors"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// Whatever a tree does wrong, a search ends, and without a panic.
func TestBrokenTreesEndTheSearch(t *testing.T) {
	noticed := map[string]bool{
		"root panics": true, "expand panics": true, "negative work": true, "negative work in one node": true, "work beyond all time": true,
	}
	for _, c := range balancetest.BrokenTrees() {
		t.Run(c.Name, func(t *testing.T) {
			cfg := Config[element]{
				Tree: c.Tree(), Network: network(t, "torus", 2, 2), Policy: choose(t, "liquid-c5"), Cost: CostModels()[0],
				Limit: 1000 * balance.Second,
			}
			_, err := Run(t.Context(), cfg)
			var broken *balance.TreeError
			found := errors.As(err, &broken)
			switch {
			case err != nil && !found && !errors.Is(err, ErrLimit):
				t.Error(err)
			case noticed[c.Name] && (!found || broken.Method != c.Method || c.Panics && broken.Panic != "oops"):
				t.Errorf("error %v, want a TreeError of %s", err, c.Method)
			}
		})
	}
}
