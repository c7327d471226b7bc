package rounds

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/topology"
)

// Who watches the flows sees all that moves, and the machine does what it does unwatched, be its kernel a fast one or not.
func TestFlowsAreWhatMoves(t *testing.T) {
	for _, c := range []struct {
		policy, kind string
		sides        []int
		whole        bool
	}{
		{"liquid-c5", "torus", []int{4, 6}, true},
		{"nna-sync", "ring", []int{9}, true},
		{"diffusion", "hypercube", []int{16}, false},
		{"second-order", "mesh", []int{3, 5}, false},
		{"dimension-exchange", "torus", []int{4, 4}, false},
	} {
		t.Run(c.policy+" "+c.kind, func(t *testing.T) {
			network, err := topology.New(c.kind, c.sides...)
			if err != nil {
				t.Fatal(err)
			}
			policy, err := balance.Choose(c.policy)
			if err != nil {
				t.Fatal(err)
			}
			n := network.Procs()
			loads := make([]float64, n)
			loads[n/2] = float64(7 * n)
			setup := Setup{Network: network, Policy: policy, Loads: loads, Whole: c.whole}
			plain, err := New(setup)
			if err != nil {
				t.Fatal(err)
			}
			moved, sent := 0.0, int64(0)
			changed := append([]float64(nil), loads...)
			setup.Flow = func(from, to int, amount float64) {
				moved += amount
				sent++
				changed[from] -= amount
				changed[to] += amount
			}
			watched, err := New(setup)
			if err != nil {
				t.Fatal(err)
			}
			for range 20 {
				plain.Step()
				watched.Step()
				if diff := cmp.Diff(plain.Loads(), watched.Loads()); diff != "" {
					t.Fatalf("after %d steps (-plain +watched):\n%s", plain.Steps(), diff)
				}
				if diff := cmp.Diff(plain.Traffic(), watched.Traffic()); diff != "" {
					t.Fatalf("after %d steps (-plain +watched):\n%s", plain.Steps(), diff)
				}
			}
			if traffic := watched.Traffic(); sent != traffic.Transfers || moved != traffic.Moved || sent == 0 {
				t.Errorf("%d flows of %v, want %d of %v", sent, moved, traffic.Transfers, traffic.Moved)
			}
			for rank, load := range watched.Loads() {
				if d := load - changed[rank]; d > 1e-9 || d < -1e-9 {
					t.Errorf("processor %d has %v, the flows add up to %v", rank, load, changed[rank])
				}
			}
		})
	}
}
