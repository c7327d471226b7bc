package cli

import (
	"fmt"
	"time"
)

// mostOff is the largest factor for which an interval says more than its lower end does.
const mostOff = 4

// TimeLeft says how much longer a search takes that has closed a share of its tree, and of that the share done in the time elapsed, if the
// whole may be larger or smaller by a factor: "about 3m0s to go (1m0s to 7m0s)", or "at least 1m0s to go". It is "" if nothing can be said.
func TimeLeft(elapsed time.Duration, closed, done, off float64) string {
	if done <= 0 || closed >= 1 || off < 1 {
		return ""
	}
	left := func(whole float64) time.Duration {
		return time.Duration(float64(elapsed) * max(whole-closed, 0) / done).Round(time.Second)
	}
	low := left(1 / off)
	switch {
	case off <= mostOff:
		return fmt.Sprintf("about %v to go (%v to %v)", left(1), low, left(off))
	case low > 0:
		return fmt.Sprintf("at least %v to go", low)
	}
	return ""
}
