package compare

import (
	"testing"

	"transat/balance"
	"transat/balance/sim"
)

// Nothing that a search in lockstep spends time on is lost on the way to a table.
func TestInStepKeepsTheBooks(t *testing.T) {
	r := balance.Result{Procs: 4, Time: 100, Busy: 150, Wait: 20, Idle: 130, Message: 40, Balance: 60}
	if got := inStep(r); got.Missing(sim.Parts()) != 0 || got.Message != 100 || got.Idle != 150 {
		t.Errorf("%d ns are missing: %+v", got.Missing(sim.Parts()), got)
	}
}
