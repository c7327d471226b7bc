package network

import "runtime"

// room makes sure that messages are heard while that many processors search. If there are as many of them as the runtime runs goroutines
// at a time, a message waits until it takes one off, 10 to 20 ms, several times until a worker has its first piece. With
// one more the operating system, which is quicker, sees to that. Restore undoes it.
func room(searching int) (restore func()) {
	before := runtime.GOMAXPROCS(0)
	if searching < before {
		return func() {}
	}
	runtime.GOMAXPROCS(before + 1)
	return func() { runtime.GOMAXPROCS(before) }
}
