package dpll

import (
	"encoding/binary"
	"errors"
	"math"

	"transat/solver/cnf"
	"transat/solver/internal/varint"
)

// A branch is encoded as varints: its piece, its level, the base, the number of decisions, and the
// decisions. A decision is 4 · literal + state of the child, and if its second child has been given away,
// the number of its piece follows. The levels on the path are not encoded: the worker that goes on with the
// branch finds them on the way. A decision takes two bytes in a formula with up to 2,047 variables.

// AppendBinary appends the encoding of b to dst. The error is always nil.
func (b Branch) AppendBinary(dst []byte) ([]byte, error) {
	dst = binary.AppendUvarint(dst, b.piece)
	dst = binary.AppendUvarint(dst, uint64(b.level))
	dst = binary.AppendUvarint(dst, uint64(b.base))
	dst = binary.AppendUvarint(dst, uint64(len(b.path)))
	for _, d := range b.path {
		dst = binary.AppendUvarint(dst, uint64(d.lit.Code())<<2|uint64(d.child))
		if d.child == firstOnly {
			dst = binary.AppendUvarint(dst, d.piece)
		}
	}
	return dst, nil
}

// MarshalBinary returns the encoding of b. The error is always nil.
func (b Branch) MarshalBinary() ([]byte, error) { return b.AppendBinary(nil) }

// UnmarshalBinary sets b to the branch that data encodes. It returns an error, and leaves b alone, if data
// is not the encoding of a branch of any formula. Whether it is one of a particular formula is for
// Worker.Begin to say.
func (b *Branch) UnmarshalBinary(data []byte) error {
	r := varint.Reader{Rest: data}
	piece := r.Next(math.MaxUint64)
	level := r.Next(cnf.MaxVars)
	base := r.Next(cnf.MaxVars)
	n := r.Next(uint64(len(r.Rest))) // every decision takes at least one byte
	if r.Bad || base > n {
		return errBranch
	}
	path := make([]decision, n)
	for i := range path {
		path[i] = readDecision(&r)
		// In the base it does not matter whether a second child was given away.
		r.Bad = r.Bad || path[i].child == firstOnly && i < int(base)
	}
	if r.Bad || len(r.Rest) > 0 {
		return errBranch
	}
	*b = Branch{path: path, base: int(base), level: int(level), piece: piece}
	return nil
}

var errBranch = errors.New("corrupt branch of a search tree")

// readDecision reads an encoded decision.
func readDecision(r *varint.Reader) decision {
	code := r.Next((2*cnf.MaxVars+1)<<2 | 3)
	d := decision{lit: cnf.FromCode(uint32(code >> 2)), child: childState(code & 3)}
	if d.child == firstOnly {
		d.piece = r.Next(math.MaxUint64)
	}
	r.Bad = r.Bad || d.lit.IsNone() || d.child >= childStates
	return d
}
