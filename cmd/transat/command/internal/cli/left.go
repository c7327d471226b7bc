package cli

import (
	"fmt"
	"time"

	"transat/cmd/transat/internal/cluster"
)

// mostOff is the largest factor for which an interval says more than its lower end does.
const mostOff = 4

// Tells reports whether a forecast of how large a tree is says something, if it may be off by a factor; 0 is not known.
func Tells(off float64) bool { return 1 <= off && off <= mostOff }

// TimeLeft says how much longer a search takes that has closed a share of its tree, and of that the share done in the time elapsed, if the
// whole may be larger or smaller by a factor; so it was some time ago. "about 3m0s to go (1m0s to 7m0s)", or "at least 1m0s to go". It is
// "" if nothing can be said.
func TimeLeft(elapsed, ago time.Duration, closed, done, off float64) string {
	if done <= 0 || closed >= 1 || off < 1 {
		return ""
	}
	left := func(whole float64) float64 { return max(float64(elapsed)*max(whole-closed, 0)/done-float64(ago), 0) }
	low := left(1 / off)
	switch {
	case Tells(off):
		return fmt.Sprintf("about %s to go (%s to %s)", Long(left(1)), Long(low), Long(left(off)))
	case low >= float64(time.Second/2):
		return fmt.Sprintf("at least %s to go", Long(low))
	}
	return ""
}

// TimeInAll says how long a search of several cores takes in all, as TimeLeft has it. It is "" where that gives a lower end alone.
func TimeInAll(elapsed time.Duration, closed, off float64, cores int) string {
	if closed <= 0 || !Tells(off) {
		return ""
	}
	return fmt.Sprintf("about %s of %d cores in all", Long(float64(elapsed)/closed), cores)
}

// Long formats a number of nanoseconds, in years where that is many. It may be more than a time.Duration can be.
func Long(nanoseconds float64) string {
	const year = 8766 * time.Hour
	if years := nanoseconds / float64(year); years >= 2 {
		return Grouped(int64(min(years, 1e15))) + " years"
	}
	return time.Duration(nanoseconds).Round(time.Second).String()
}

// RunState is how a run of a cluster stands, as JSON has it.
type RunState struct {
	cluster.State
	Left string `json:"time_left,omitempty"` // as TimeLeft says it
}

// RunStates adds how much longer runs take. There may be none.
func RunStates(all []cluster.State) []RunState {
	states := make([]RunState, len(all))
	for i, s := range all {
		states[i] = RunState{s, TimeLeft(s.Last, s.Since-s.Last, s.Closed, s.Closed-s.Began, s.Off)}
	}
	return states
}
