//go:build !amd64 && !arm64

package sim

// prefetch does nothing where Go programs cannot say what they will read.
func prefetch(*uint64) {}
