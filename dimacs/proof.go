package dimacs

import (
	"strconv"

	"transat/solver/cnf"
)

// ProofFormat names a way to write a DRAT proof. Both say the same: a list of steps, each of which
// adds a clause (a lemma) or deletes one. The lemma (x1 or not x2), then the deletion of
// (x2 or x100), then the empty lemma, which ends a refutation:
//
//	text                     binary
//	1 -2 0                   61 02 05 00              'a', 2·1, 2·2+1, end
//	d 2 100 0                64 04 c8 01 00           'd', 2·2, 2·100 = 0x48 + 128·1, end
//	0                        61 00                    'a', end
//
// A binary literal is 2·variable, and 1 more for a negation (the numbering of cnf.Lit), in groups
// of seven bits, the lowest first; the highest bit of a byte says that another follows.
//
// Source: N. Wetzler, M. Heule, W. Hunt, "DRAT-trim: efficient checking and trimming using expressive
// clausal proofs", 2014, and the documentation of the program.
type ProofFormat string

// The values are what users type. A reader that is given "" recognises the format.
const (
	ProofText   ProofFormat = "drat"
	ProofBinary ProofFormat = "drat-binary"
)

// ProofStep is a step of a proof.
type ProofStep struct {
	Clause   []cnf.Lit // belongs to the reader, and is valid until the next step is read
	Deletion bool      // of Clause, rather than its addition
	Pos      ProofPos
}

// ProofPos is where a step begins: Line, counted from 1, in a text, and otherwise Byte, counted
// from 0, with Line 0. In a compressed proof both are those of the decompressed bytes.
type ProofPos struct {
	Line int
	Byte int64
}

// String returns "line 17" or "byte 1234".
func (p ProofPos) String() string {
	if p.Line > 0 {
		return "line " + strconv.Itoa(p.Line)
	}
	return "byte " + strconv.FormatInt(p.Byte, 10)
}
