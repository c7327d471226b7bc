//go:build !linux

package memory

import "unsafe"

func bytesOf[E any](s []E) int { return len(s) * int(unsafe.Sizeof(*new(E))) }

// discard does nothing: how pages would be given back here is not known.
func discard[E any]([]E) {}
