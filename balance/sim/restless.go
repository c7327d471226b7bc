package sim

import (
	"fmt"
	"time"

	"transat/balance"
)

// A policy whose timers go off far more often than messages can arrive learns nothing new from one to the next, and
// a simulation of it would not get on: with a period of 1 µs, a second of 1,000 transputers is a billion timers. So
// a run ends with a [RestlessError] if, on average over all processors, more than mostTimers timers go off in the
// time that a control message takes on a link. That depends on the machine: 1 µs is restless on a transputer, and
// not on a present-day cluster.

const (
	mostTimers = 16
	// restlessSpan is over how many such times the average is taken: one burst is nothing.
	restlessSpan = 64
)

// RestlessError says that a run was given up because the timers of its policy go off too often for its machine.
type RestlessError struct {
	Machine  string
	Interval balance.Ticks // between two timers of a processor, on average
	Least    balance.Ticks // the shortest interval on that machine
}

func (e *RestlessError) Error() string {
	return fmt.Sprintf("its timers go off every %v on each processor, too often for %s, where a message takes %v on a link: "+
		"want at least %v between two",
		time.Duration(e.Interval), e.Machine, time.Duration(e.Least*mostTimers), time.Duration(e.Least))
}

// timers counts the timers that went off since some time.
type timers struct {
	since balance.Ticks
	count int64
}

// check looks now and then whether the timers of that many processors go off too often.
func (t *timers) check(now balance.Ticks, procs int, c *CostModel) error {
	if t.count < int64(procs)*mostTimers*restlessSpan {
		return nil
	}
	link := c.transfer(balance.MessageBytes)
	if passed := now - t.since; passed < restlessSpan*link {
		return &RestlessError{
			Machine: c.Name, Interval: passed * balance.Ticks(procs) / balance.Ticks(t.count), Least: (link + mostTimers - 1) / mostTimers,
		}
	}
	*t = timers{since: now}
	return nil
}
