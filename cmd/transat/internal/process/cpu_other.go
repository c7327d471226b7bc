//go:build !unix

package process

import "time"

// CPUTime returns how much CPU time the program has used: unknown on this system.
func CPUTime() (used time.Duration, known bool) { return 0, false }
