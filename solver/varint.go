package solver

import "encoding/binary"

// varintReader reads varints until one is malformed or too large.
type varintReader struct {
	rest []byte
	bad  bool
}

func (r *varintReader) next(limit uint64) uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || v > limit {
		r.bad = true
		return 0
	}
	r.rest = r.rest[n:]
	return v
}
