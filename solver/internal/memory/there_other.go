//go:build !linux

package memory

// rooms knows nothing: systems other than Linux do not tell.
func rooms() []Room { return nil }
