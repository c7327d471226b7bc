//go:build !amd64 && !arm64

package sim

// prefetch does nothing where Go programs cannot fetch memory ahead.
func prefetch(*uint64) {}
