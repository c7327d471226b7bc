package sim

import (
	"testing"

	"transat/balance"
)

// onCluster searches a tree on a machine whose messages take longer than a node.
func onCluster(t *testing.T, policy string, tree even, side int, late Late) balance.Result {
	t.Helper()
	grid, maker, spec := picked(t, policy, side, side)
	cost, err := ChooseCostModel("cluster")
	if err != nil {
		t.Fatal(err)
	}
	estimate, err := balance.ChooseEstimate("count")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), Config[int]{
		Tree: tree, Topology: grid, Physical: grid, Cost: cost, Policy: maker, Received: spec.Received, Estimate: estimate,
		Start: StartMiddle, Seed: 1, Speeds: Speeds{Late: late},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Where a vain try takes longer than a node, processors that ask their lifelines and fall silent send fewer messages, and the search ends
// sooner.
func TestAdaptiveFallsSilentWhereMessagesAreDear(t *testing.T) {
	asks, silent := onCluster(t, "adaptive:tries=0", 13, 8, Late{}), onCluster(t, "adaptive", 13, 8, Late{})
	if float64(silent.Messages) > 0.9*float64(asks.Messages) || float64(silent.Time) > 0.98*float64(asks.Time) {
		t.Errorf("%d messages and %d ns, without lifelines %d and %d", silent.Messages, silent.Time, asks.Messages, asks.Time)
	}
}

// Lifelines and overdue answers go together: nothing hangs where processors join late.
func TestAdaptiveLifelinesAndOverdueAnswers(t *testing.T) {
	r := onCluster(t, "adaptive:overdue=4", 10, 4, Late{Procs: 4, At: 100 * balance.Microsecond})
	if want := int64(1<<11 - 1); r.Nodes != want {
		t.Errorf("%d nodes, want %d", r.Nodes, want)
	}
}
