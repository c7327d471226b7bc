//go:build !unix

package process

import "time"

// cpuTime returns how much CPU time the program has used: unknown on this system.
func cpuTime() (used time.Duration, known bool) { return 0, false }
