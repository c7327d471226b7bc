package sim

import (
	"testing"

	"transat/balance"
)

// onMachine searches a tree on a machine of the list, one of whose sides has so many processors.
func onMachine(t *testing.T, machine, policy string, tree even, side int, late Late) balance.Result {
	t.Helper()
	cost, err := ChooseCostModel(machine)
	if err != nil {
		t.Fatal(err)
	}
	return searchedLate(t, tree, policy, cost, late, side, side)
}

// Where a vain try takes longer than a node, processors that ask their lifelines and fall silent send fewer messages, and the search ends
// sooner.
func TestAdaptiveFallsSilentWhereMessagesAreDear(t *testing.T) {
	asks, silent := onMachine(t, "cluster", "adaptive:tries=0", 13, 8, Late{}), onMachine(t, "cluster", "adaptive", 13, 8, Late{})
	if float64(silent.Messages) > 0.9*float64(asks.Messages) || float64(silent.Time) > 0.98*float64(asks.Time) {
		t.Errorf("%d messages and %d ns, without lifelines %d and %d", silent.Messages, silent.Time, asks.Messages, asks.Time)
	}
}

// Lifelines and overdue answers go together: nothing hangs where processors join late.
func TestAdaptiveLifelinesAndOverdueAnswers(t *testing.T) {
	r := onMachine(t, "cluster", "adaptive:overdue=4", 10, 4, Late{Procs: 4, At: 100 * balance.Microsecond})
	if want := int64(1<<11 - 1); r.Nodes != want {
		t.Errorf("%d nodes, want %d", r.Nodes, want)
	}
}
