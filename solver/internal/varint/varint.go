// Package varint reads the encoding of search trees, branches and subproblems.
package varint

import "encoding/binary"

// Reader reads varints until one is malformed or too large.
type Reader struct {
	Rest []byte // not read yet
	Bad  bool   // one was malformed or too large: ignore all later results of Next
}

// Next reads a number that must not be above limit.
func (r *Reader) Next(limit uint64) uint64 {
	v, n := binary.Uvarint(r.Rest)
	if n <= 0 || v > limit {
		r.Bad = true
		return 0
	}
	r.Rest = r.Rest[n:]
	return v
}
