//go:build unix

package process

import (
	"syscall"
	"time"
)

// CPUTime returns how much CPU time the program has used, if the system tells.
func CPUTime() (used time.Duration, known bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
