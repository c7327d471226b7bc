//go:build !unix

package command

// dieOfInterrupt does nothing where there are no signals.
func dieOfInterrupt() {}
