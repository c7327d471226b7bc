package memory

import "slices"

// Slices from here on are discarded: smaller ones are soon used again.
const (
	leastDiscarded = 256 << 10
	chunk          = 512 << 10 // that is moved before its old place is discarded
)

// Moved returns the contents of old with room for more elements, and discards old. Both copies are never in memory together, as they
// are after append, but for half a megabyte. E must have no pointers, and nothing else may use the array of old.
func Moved[E any](old []E, room int) []E {
	if size := bytesOf(old[:cap(old)]); size < leastDiscarded {
		return slices.Grow(old, room-len(old))
	}
	moved := make([]E, 0, room)
	step := max(1, chunk/max(1, bytesOf(old[:1])))
	for rest := old; ; rest = rest[step:] {
		if len(rest) <= step {
			moved = append(moved, rest...)
			discard(rest[:cap(rest)])
			return moved
		}
		moved = append(moved, rest[:step]...)
		discard(rest[:step])
	}
}

// Discard says that nothing needs the contents of a slice any more, up to its capacity. Its pages are given back to the system at once, where
// that is possible, not when the garbage has been collected and the system is short of memory. E must have no pointers.
func Discard[E any](s []E) {
	if s = s[:cap(s)]; bytesOf(s) >= leastDiscarded {
		discard(s)
	}
}
