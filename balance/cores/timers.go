package cores

import (
	"math"
	"slices"
	"time"

	"transat/balance"
)

// The time of a policy. It is real time, scaled, as long as its timers go off in time. They go off at safe
// points only, so they are late, and a policy may rely on being woken at the very time it asked for: several
// timers, or two timers and a message, come in the order in which they were due. So the clock that
// a policy sees stands still between callbacks, is put on to the time of each timer when that goes off, and
// to the present when there is none left that is due.
//
//	real time   ├───── search ─────┤
//	due              a     b
//	callbacks                       Wake (Now = a)  Wake (Now = b)  Receive (Now = present)
//
// A policy that asks to be woken again and again in less time than a processor needs from one safe point
// to the next has a clock that is slow.
type timers struct {
	scale float64 // policy time per real time
	now   balance.Ticks
	due   []balance.Ticks // in order
}

// mostWakes bounds the timers that go off at one safe point.
const mostWakes = 64

// set adds a timer that goes off after d.
func (t *timers) set(d balance.Ticks) {
	at := t.now + d
	if at < t.now { // beyond all time
		at = math.MaxInt64
	}
	i := len(t.due)
	for i > 0 && t.due[i-1] > at {
		i--
	}
	t.due = slices.Insert(t.due, i, at)
}

// next puts the clock on towards the present, so long since the start, and reports whether it has stopped
// at a timer that goes off now.
func (t *timers) next(present time.Duration) bool {
	now := t.policyTime(present)
	if len(t.due) > 0 && t.due[0] <= now {
		t.now = max(t.now, t.due[0])
		t.due = slices.Delete(t.due, 0, 1)
		return true
	}
	t.now = max(t.now, now)
	return false
}

func (t *timers) policyTime(real time.Duration) balance.Ticks {
	return balance.Ticks(min(float64(real)*t.scale, math.MaxInt64/2))
}

// wait is how long it takes from the present until the first timer goes off, and whether there is any.
func (t *timers) wait(present time.Duration) (time.Duration, bool) {
	if len(t.due) == 0 {
		return 0, false
	}
	at := float64(t.due[0]) / t.scale
	if at > math.MaxInt64/2 {
		return 0, false // in a hundred years
	}
	return max(0, time.Duration(math.Ceil(at))-present), true
}
