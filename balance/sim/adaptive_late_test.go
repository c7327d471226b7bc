package sim

import (
	"testing"

	"transat/balance"
)

// Where a quarter of the processors joins late, most of the others soon wait for one of them. With overdue they ask on: idle time is less
// than half as much, and where all are there from the beginning nothing is lost.
func TestAdaptiveAsksOnWhereProcessorsJoinLate(t *testing.T) {
	run := func(policy string, late Late) balance.Result { return onMachine(t, "two-level", policy, 14, 8, late) }
	late := Late{Procs: 16, At: 200 * balance.Microsecond}
	without, with := run("adaptive", late), run("adaptive:overdue=4", late)
	if 2*with.Idle > without.Idle || with.Time > without.Time {
		t.Errorf("idle for %d ns of %d, without overdue %d of %d", with.Idle, with.Time, without.Idle, without.Time)
	}
	without, with = run("adaptive", Late{}), run("adaptive:overdue=4", Late{})
	if float64(with.Time) > 1.05*float64(without.Time) {
		t.Errorf("where nobody is late it takes %d ns, without overdue %d", with.Time, without.Time)
	}
}
