// Package memory keeps the program within an amount of memory.
//
// Go's runtime has no hard limit: near a soft one it collects garbage more often, and beyond it goes on
// until the system ends the process. Limit adds an orderly end.
package memory

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"time"
)

// ErrLimit is a cause for which Limit may end a context.
var ErrLimit = errors.New("memory limit reached")

// Between two looks at how much is used, a program cannot fill the memory that is left: it fills some gigabytes a second at most.
const (
	fastest   = 16 << 30 // bytes a second
	lookEvery = 20 * time.Millisecond
	lookAfter = time.Second // at the latest
)

// Limit returns a context that ends, with the given cause, when the program uses more than that many
// bytes even though the garbage has been collected. Call stop when the limit no longer matters.
func Limit(ctx context.Context, bytes int64, cause error) (limited context.Context, stop func()) {
	before := debug.SetMemoryLimit(bytes)
	limited, cancel := context.WithCancelCause(ctx)
	room := left(bytes)
	if room < 0 { // before anything else, however busy the computer is
		cancel(cause)
	}
	go func() {
		for {
			pause := time.Duration(float64(room) / fastest * float64(time.Second))
			select {
			case <-time.After(min(max(lookEvery, pause), lookAfter)):
				if room = left(bytes); room < 0 {
					cancel(cause)
				}
			case <-limited.Done():
				return
			}
		}
	}()
	return limited, func() {
		cancel(nil)
		debug.SetMemoryLimit(before)
	}
}

// left returns how much of that many bytes is not used; less than 0 if more is used. Before it says so it lets the garbage be
// collected: memory that the runtime has not collected yet is not used.
func left(bytes int64) int64 {
	if room := bytes - Used(); room >= 0 {
		return room
	}
	debug.FreeOSMemory()
	return bytes - Used()
}

// Used returns the number of bytes that the program has from the system. It stops the program for some microseconds; package
// runtime/metrics would not, but takes several times that to begin.
func Used() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}
