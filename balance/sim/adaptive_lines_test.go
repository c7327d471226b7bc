package sim

import (
	"testing"

	"transat/balance"
)

// Where a vain try takes longer than a node, processors that ask their lifelines and fall silent send fewer messages, and the search ends
// sooner.
func TestAdaptiveFallsSilentWhereMessagesAreDear(t *testing.T) {
	run := func(policy string) balance.Result {
		cost, err := ChooseCostModel("cluster")
		if err != nil {
			t.Fatal(err)
		}
		return searched(t, even(12), policy, cost, 8, 8)
	}
	asks, silent := run("adaptive:tries=0"), run("adaptive")
	if 2*silent.Messages > asks.Messages || float64(silent.Time) > 0.97*float64(asks.Time) {
		t.Errorf("%d messages and %d ns, without lifelines %d and %d", silent.Messages, silent.Time, asks.Messages, asks.Time)
	}
}

// Lifelines and overdue answers go together: nothing hangs where processors join late.
func TestAdaptiveLifelinesAndOverdueAnswers(t *testing.T) {
	grid, maker, spec := picked(t, "adaptive:overdue=4", 4, 4)
	cost, err := ChooseCostModel("cluster")
	if err != nil {
		t.Fatal(err)
	}
	estimate, err := balance.ChooseEstimate("count")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), Config[int]{
		Tree: even(10), Topology: grid, Physical: grid, Cost: cost, Policy: maker, Received: spec.Received, Estimate: estimate,
		Start: StartMiddle, Seed: 1, Speeds: Speeds{Late: Late{Procs: 4, At: 100 * balance.Microsecond}},
	})
	if want := int64(1<<11 - 1); err != nil || r.Nodes != want {
		t.Errorf("%d nodes, error %v; want %d", r.Nodes, err, want)
	}
}
