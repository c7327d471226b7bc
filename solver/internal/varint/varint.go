// Package varint reads varints, with which search trees, branches and subproblems are encoded.
package varint

import "encoding/binary"

// Reader reads varints until one is malformed or too large.
type Reader struct {
	Rest []byte // that has not been read
	Bad  bool   // one was malformed or too large; do not use what Next has returned since
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
