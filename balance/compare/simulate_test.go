package compare

import (
	"testing"

	"transat/balance"
	"transat/balance/simd"
)

// Nothing that a search in lockstep spends time on is lost on the way to a table.
func TestInStepKeepsTheBooks(t *testing.T) {
	r := simd.Result{
		Procs: 4, Time: 100, Found: true, Work: 7, Nodes: 8, Sequential: 150, Balances: 3, Sent: 9, Told: 10,
		Busy: 150, Wait: 20, Idle: 130, Control: 40, Balance: 60,
	}
	got := inStep(r)
	if sum := got.Busy + got.Take + got.Install + got.Message + got.Route + got.Placing + got.Idle; sum != balance.Ticks(got.Procs)*got.Time {
		t.Errorf("the parts add up to %d: %+v", sum, got)
	}
	if got.PerProc(got.Phases) != 3 || got.PerProc(got.Sent) != 2.25 || got.Efficiency() != r.Efficiency() || !got.Found {
		t.Errorf("%+v", got)
	}
}
