// Package pages gives pages of large slices back to the system as soon as nothing needs their contents. The collector of garbage would
// find them later, and leave them in memory longer still, for the next slices: but these are of other sizes, and lie beside them.
//
// The array remains the program's until it is collected. Its pages are zero, and come back when it is used for something else.
package pages

import (
	"slices"
	"unsafe"
)

// Slices from here on are discarded: smaller ones are soon used again.
const (
	leastDiscarded = 256 << 10
	chunk          = 512 << 10 // that is moved before its old place is discarded
)

// Moved returns the contents of old with room for more elements, and discards old. Both copies are never in memory together, as they
// are after append, but for half a megabyte. E must have no pointers, and nothing else may use the array of old.
func Moved[E any](old []E, room int) []E {
	if bytesOf(old[:cap(old)]) < leastDiscarded {
		return slices.Grow(old, room-len(old))
	}
	moved := make([]E, 0, room)
	step := chunk / int(unsafe.Sizeof(*new(E)))
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

// bytesOf is the size of the elements of a slice.
func bytesOf[E any](s []E) int { return len(s) * int(unsafe.Sizeof(*new(E))) }

// Discard says that nothing needs the contents of a slice any more, up to its capacity. Its pages are given back to the system at once,
// where that is possible, not when the garbage has been collected and the system is short of memory. E must have no pointers.
func Discard[E any](s []E) {
	if s = s[:cap(s)]; bytesOf(s) >= leastDiscarded {
		discard(s)
	}
}
