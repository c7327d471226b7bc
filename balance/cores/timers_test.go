package cores

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
)

// went returns the times at which timers go off until the present.
func went(x *timers, present time.Duration) []balance.Ticks {
	var at []balance.Ticks
	for x.next(present) {
		at = append(at, x.now)
	}
	return at
}

func TestTimersGoOffInOrderAtTheirOwnTimes(t *testing.T) {
	x := &timers{scale: 2}
	for _, d := range []balance.Ticks{50, 10, 30, 10, 0} {
		x.set(d)
	}
	for _, c := range []struct {
		present time.Duration
		want    []balance.Ticks
		now     balance.Ticks
	}{
		{0, []balance.Ticks{0}, 0},
		{4, nil, 8},
		{20, []balance.Ticks{10, 10, 30}, 40},
		{20, nil, 40},
		{100, []balance.Ticks{50}, 200},
	} {
		if diff := cmp.Diff(c.want, went(x, c.present)); diff != "" || x.now != c.now {
			t.Errorf("after %d ns it is %d, want %d; timers (-want +got):\n%s", c.present, x.now, c.now, diff)
		}
	}
}

func TestTimerWaits(t *testing.T) {
	x := &timers{scale: 0.5}
	if _, any := x.wait(0); any {
		t.Error("a timer goes off that was never set")
	}
	x.set(math.MaxInt64)
	if _, any := x.wait(0); any {
		t.Error("a timer is waited for longer than anybody lives")
	}
	x.set(50)
	for _, c := range []struct{ present, want time.Duration }{{0, 100}, {99, 1}, {100, 0}, {101, 0}} {
		if wait, any := x.wait(c.present); !any || wait != c.want {
			t.Errorf("after %d ns there are %d ns to wait, want %d", c.present, wait, c.want)
		}
	}
}

// A timer that is set while another one goes off late begins at the time of that one.
func TestLateTimersCatchUp(t *testing.T) {
	x := &timers{scale: 1}
	x.set(10)
	var at []balance.Ticks
	for x.next(45) {
		at = append(at, x.now)
		x.set(10)
	}
	if diff := cmp.Diff([]balance.Ticks{10, 20, 30, 40}, at); diff != "" || x.now != 45 {
		t.Errorf("it is %d; timers (-want +got):\n%s", x.now, diff)
	}
}
