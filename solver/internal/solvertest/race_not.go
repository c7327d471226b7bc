//go:build !race

package solvertest

// Race says that the race detector is at work.
const Race = false
