package rounds

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"transat/balance/topology"
)

// The kernel against Definition 1 and Table 1, written down once more.
func TestLiquidDefinition1(t *testing.T) {
	for c, holds := range []func(predecessor, own, successor float64) bool{
		func(_, own, _ float64) bool { return own > 0 },
		func(_, own, _ float64) bool { return own > 1 },
		func(predecessor, own, _ float64) bool { return own > 1 || own == 1 && predecessor > 1 },
		func(_, own, successor float64) bool { return own > 1 && own >= successor },
		func(predecessor, own, successor float64) bool {
			return (own > 1 || own == 1 && predecessor > 1) && own >= successor
		},
		func(_, own, successor float64) bool { return own > 0 && own >= successor },
	} {
		t.Run(fmt.Sprint("C", c), func(t *testing.T) {
			policy := choose(t, fmt.Sprint("liquid-c", c))
			rapid.Check(t, func(t *rapid.T) {
				network := networks(t, policy)
				loads := drawLoads(t, network.Procs(), true)
				m, err := New(Setup{Network: network, Policy: policy, Loads: loads, Whole: true})
				if err != nil {
					t.Fatal(err)
				}
				m.Step()
				torus, err := topology.New("torus", network.Sides()...) // a hypercube is one of twos
				if err != nil {
					t.Fatal(err)
				}
				for d := range torus.Sides() {
					loads = shifted(torus.Step, d, loads, holds)
				}
				if got := m.Loads(); !slices.Equal(got, loads) {
					t.Fatalf("%v: %v, want %v", network, got, loads)
				}
			})
		})
	}
}

// shifted is what a substep in dimension d makes of loads.
func shifted(step func(rank, d, by int) (int, bool), d int, loads []float64,
	holds func(predecessor, own, successor float64) bool,
) []float64 {
	next := slices.Clone(loads)
	for rank, own := range loads {
		predecessor, _ := step(rank, d, -1)
		successor, ok := step(rank, d, 1)
		if ok && holds(loads[predecessor], own, loads[successor]) {
			next[rank]--
			next[successor]++
		}
	}
	return next
}

func TestLanesAreAsNarrowAsLoadsAllow(t *testing.T) {
	for _, c := range []struct {
		highest float64
		bits    uint
	}{{0, 8}, {127, 8}, {128, 16}, {32767, 16}, {32768, 32}, {MaxWhole, 32}} {
		if l := newLanes(5, c.highest); l.bits != c.bits {
			t.Errorf("highest %v: %d bits, want %d", c.highest, l.bits, c.bits)
		}
	}
}

func TestLanesKeepLoads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cols := rapid.IntRange(1, 20).Draw(t, "columns")
		loads := drawLoads(t, cols*rapid.IntRange(1, 4).Draw(t, "rows"), true)
		l := newLanes(cols, slices.Max(loads))
		words := make([]uint64, len(loads)/cols*l.words)
		l.pack(words, loads)
		got := make([]float64, len(loads))
		l.unpack(got, words)
		if !slices.Equal(got, loads) {
			t.Fatalf("%v, want %v", got, loads)
		}
		if low, high := l.extremes(words); low != slices.Min(loads) || high != slices.Max(loads) {
			t.Fatalf("extremes %v and %v of %v", low, high, loads)
		}
	})
}
