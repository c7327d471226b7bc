// Package memory keeps the program within an amount of memory.
//
// Go's runtime has no hard limit: near a soft one it collects garbage more often, and beyond it goes on
// until the system ends the process. Limit adds an orderly end.
package memory

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// lookEvery is the time between two looks at how much is used. A program fills memory with some
// gigabytes a second at most.
const lookEvery = 20 * time.Millisecond

// much is an amount of memory beside which that of a program that begins is nothing. To ask the runtime takes a while the first time.
const much = 1 << 30

// Limit returns a context that ends, with the given cause, when the program uses more than that many
// bytes even though the garbage has been collected. Call stop when the limit no longer matters.
func Limit(ctx context.Context, bytes int64, cause error) (limited context.Context, stop func()) {
	before := debug.SetMemoryLimit(bytes)
	limited, cancel := context.WithCancelCause(ctx)
	if bytes < much && exceeds(bytes) { // before anything else, however busy the computer is
		cancel(cause)
	}
	go func() {
		ticker := time.NewTicker(lookEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				if exceeds(bytes) {
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

// exceeds reports whether more is used than that many bytes. Before it says so it lets the garbage be
// collected: memory that the runtime has not collected yet is not used.
func exceeds(bytes int64) bool {
	if Used() <= bytes {
		return false
	}
	debug.FreeOSMemory()
	return Used() > bytes
}

// Used returns the number of bytes that the program has from the system.
func Used() int64 {
	samples := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}
