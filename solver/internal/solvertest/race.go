//go:build race

package solvertest

// Race says that the race detector is at work: slices are then grown by way of a second one, so tests of memory do not hold.
const Race = true
