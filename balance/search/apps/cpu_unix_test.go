//go:build unix

package apps

import (
	"syscall"
	"time"
)

// cpuTime is the time that this process has spent in user mode, on all cores: what other processes do does not count.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano())
}
