package coordinator

import (
	"math"
	"testing"

	"transat/cmd/transat/internal/cluster/ledger"
)

// How long a run takes that goes on is told by what it has paid for since then, and not by what that has closed, which may be hardly
// anything.
func TestWhatWasPaidForBefore(t *testing.T) {
	totals := func(conflicts int64, closed float64) ledger.Totals {
		return ledger.Totals{Closed: closed, CubeCounts: ledger.CubeCounts{Conflicts: conflicts}}
	}
	c := &coordinator{before: totals(900, 0.499)}
	if got := c.began(totals(1000, 0.5)); math.Abs(got-0.45) > 1e-9 {
		t.Errorf("of 0.5 that are closed, %v are taken to be paid for before, want 0.45", got)
	}
	for _, fresh := range []ledger.Totals{totals(0, 0), totals(10, 0.1)} {
		if got := new(coordinator).began(fresh); got != 0 {
			t.Errorf("%v in a new run", got)
		}
	}
}
