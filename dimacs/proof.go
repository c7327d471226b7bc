package dimacs

import (
	"strconv"

	"transat/solver/cnf"
)

// ProofFormat names an encoding of a proof. The DRAT formats hold a list of steps, each of which adds a clause (a
// lemma) or deletes one. The lemma (x1 or not x2), then the deletion of (x2 or x100), then the empty lemma, which ends
// a refutation:
//
//	text                     binary
//	1 -2 0                   61 02 05 00              'a', 2·1, 2·2+1, end
//	d 2 100 0                64 04 c8 01 00           'd', 2·2, 2·100 = 0x48 + 128·1, end
//	0                        61 00                    'a', end
//
// A binary literal is 2·variable, and 1 more for a negation (the code of cnf.Lit), in groups of seven bits, the lowest
// first; the highest bit of a byte says that another follows.
//
// Source: N. Wetzler, M. Heule, W. Hunt, "DRAT-trim: efficient checking and trimming using expressive
// clausal proofs", 2014, and the documentation of the program.
//
// # With hints
//
// An LRAT proof numbers the clauses, those of the formula from 1 on, and gives for every lemma the clauses that it
// follows from, so that a checker need not search. The same steps, for a formula of four clauses: lemma 5 follows from
// clauses 1 and 3, clause 2 is deleted, and the empty lemma follows from 5 and 4:
//
//	text                     binary
//	5 1 -2 0 1 3 0           61 0a 02 05 00 02 06 00  'a', 2·5, 2·1, 2·2+1, end, 2·1, 2·3, end
//	5 d 2 0                  64 04 00                 'd', 2·2, end
//	6 0 5 4 0                61 0c 00 0a 08 00        'a', 2·6, end, 2·5, 2·4, end
//
// A line of deletions begins with the number of the lemma before it, which has no meaning. If a lemma has only the RAT
// property, hints -n stand for the clauses with the complement of its first literal, each followed by the hints for the
// resolvent.
//
// Source: L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, "Efficient certified RAT verification", CADE 2017; the
// binary form is that of the programs drat-trim and cake_lpr.
type ProofFormat string

// The values are the names on the command line. With "" a reader recognises the format.
const (
	ProofText   ProofFormat = "drat"
	ProofBinary ProofFormat = "drat-binary"
	ProofLRAT   ProofFormat = "lrat"
	// ProofLRATBinary is the format that cake_lpr and others call "compressed".
	ProofLRATBinary ProofFormat = "lrat-binary"
)

// ProofFormats returns all formats, the default first.
func ProofFormats() []ProofFormat {
	return []ProofFormat{ProofText, ProofBinary, ProofLRAT, ProofLRATBinary}
}

// Binary reports whether a proof of the format is binary.
func (f ProofFormat) Binary() bool { return f == ProofBinary || f == ProofLRATBinary }

// Hints reports whether the lemmas of the format have hints.
func (f ProofFormat) Hints() bool { return f == ProofLRAT || f == ProofLRATBinary }

// MaxClauseNumber is the largest number of a clause in an LRAT proof.
const MaxClauseNumber = 1<<33 - 1

// ProofStep is a step of a proof.
type ProofStep struct {
	Clause   []cnf.Lit // belongs to the reader, and is valid until the next call
	Deletion bool      // Clause is deleted, not added
	Pos      ProofPos

	// In a format with hints: the number of the lemma, or of the one before a deletion (0 in a binary proof), and its
	// hints, or the numbers of the clauses to delete. Such a deletion has no Clause. Hints belongs to the reader, too.
	Number int64
	Hints  []int64
}

// ProofPos is the place of a step: Line, counted from 1, in a text, and otherwise Byte, counted from 0, with Line 0. In
// a compressed proof both are those of the decompressed bytes.
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
