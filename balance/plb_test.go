package balance_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"transat/balance/balancetest"
	"transat/balance/topology"
)

// One phase on bare loads: elements of load 1, no worker. Every link ends up within the slack, or
// one element, of its exact flow, so that a processor, which has two links in each dimension, ends
// up within twice that a dimension of the mean.
func TestPLBPhaseLeadsToTheMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]string{"line", "mesh"}).Draw(t, "kind")
		sides := rapid.SliceOfN(rapid.IntRange(1, 5), 1, 3).Draw(t, "sides")
		gamma := rapid.SampledFrom([]string{"0", "0.1", "0.5"}).Draw(t, "gamma")
		g, err := topology.New(kind, sides...)
		if err != nil {
			t.Fatal(err)
		}
		loads := make([]int, g.Procs())
		for rank := range loads {
			loads[rank] = rapid.IntRange(0, 40).Draw(t, "load")
		}
		loads[rapid.IntRange(0, len(loads)-1).Draw(t, "idle")] = 0 // or no phase begins

		script := plbPhase(t, g, "plb:gamma="+gamma, loads)
		total := 0
		for _, l := range loads {
			total += l
		}
		mean := float64(total) / float64(g.Procs())
		slack := map[string]float64{"0": 0, "0.1": 0.1, "0.5": 0.5}[gamma] * mean
		within := 2 * float64(len(g.Sides())) * max(1, slack)
		sum := 0.0
		for rank := range loads {
			load := script.Load(rank)
			sum += load
			if math.Abs(load-mean) > within {
				t.Errorf("%v, loads %v: processor %d ends with %v; the mean is %v, the tolerance %v", g, loads, rank, load, mean, within)
			}
		}
		if sum != float64(total) {
			t.Errorf("%d elements became %v", total, sum)
		}
	})
}

// A phase moves as few elements as any method that reaches the same loads on a line: every link
// carries its flow in one direction only.
func TestPLBMovesNothingBackAndForth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "n")
		g, err := topology.New("line", n)
		if err != nil {
			t.Fatal(err)
		}
		loads := rapid.SliceOfN(rapid.IntRange(0, 30), n, n).Draw(t, "loads")
		loads[rapid.IntRange(0, n-1).Draw(t, "idle")] = 0
		total := 0
		for _, l := range loads {
			total += l
		}
		// Elements in multiples of n give a mean without a fraction, and flows that are met exactly.
		for rank := range loads {
			loads[rank] *= n
		}
		script := plbPhase(t, g, "plb:gamma=0", loads)
		for rank := range loads {
			if got := script.Load(rank); got != float64(total) {
				t.Errorf("loads %v: processor %d ends with %v, want %d", loads, rank, got, total)
			}
		}
	})
}

// plbPhase lets PLB do one precomputation and the phase that follows.
func plbPhase(t *rapid.T, g topology.Network, policy string, loads []int) *balancetest.Script {
	t.Helper()
	script, err := balancetest.NewScript(mustChoose(t, policy), g, 1)
	if err != nil {
		t.Fatal(err)
	}
	for rank, l := range loads {
		script.SetList(rank, slices.Repeat([]float64{1}, l)...)
	}
	script.StartAll()
	script.WakeAll()
	if left := script.Deliver(100000); left > 0 {
		t.Fatalf("%v, loads %v: the phase does not end", g, loads)
	}
	for rank := range loads {
		if !script.Wake(rank) {
			t.Fatalf("%v, loads %v: processor %d is still in the phase", g, loads, rank)
		}
	}
	return script
}
