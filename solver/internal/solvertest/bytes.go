package solvertest

import "runtime"

// BytesPerRun returns how many bytes a call of f allocates, on average of some calls. No other goroutine must be at work.
func BytesPerRun(f func()) int64 {
	const runs = 20
	f() // what is made only once
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		f()
	}
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc-before.TotalAlloc) / runs
}
