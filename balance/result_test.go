package balance

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Counts and times of processors, or of runs, are added; what is said of the whole run stays.
func TestResultAdd(t *testing.T) {
	r := Result{Procs: 4, Threads: 2, Time: 100, Bound: 1.5, Nodes: 10, Busy: 30, Began: 1, Waits: 7, Best: 40, Alone: 8}
	r.Add(Result{
		Procs: 1, Threads: 1, Time: 50, Bound: 9, Found: true, Drawn: true, Nodes: 5, Busy: 40, Idle: 3, Began: 1, Events: 6,
		Best: 50, Bounded: true, Pruned: 3, Told: 2, Alone: 9,
	})
	want := Result{
		Procs: 4, Threads: 2, Time: 100, Bound: 1.5, Found: true, Drawn: true, Nodes: 15, Busy: 70, Idle: 3, Began: 2, Waits: 7, Events: 6,
		Bounded: true, Best: 50, Pruned: 3, Told: 2, Alone: 8,
	}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// What no part accounts for is missing.
func TestResultMissing(t *testing.T) {
	parts := []TimePart{{Key: "busy", Of: func(r Result) Ticks { return r.Busy }}, {Key: "idle", Of: func(r Result) Ticks { return r.Idle }}}
	if got := (Result{Procs: 3, Time: 100, Busy: 200, Idle: 70, Wait: 30}).Missing(parts); got != 30 {
		t.Errorf("%d ns are missing, want 30", got)
	}
}
