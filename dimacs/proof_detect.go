package dimacs

import (
	"bytes"
	"encoding/binary"
)

// recogniseProof returns the format of the proof in t, by the bytes that fit into the buffer.
func (t *text) recogniseProof() ProofFormat {
	t.fill(t.size)
	return proofFormatOf(t.buf[:t.end], t.done)
}

// proofFormatOf returns the format of a proof by its first bytes; whole says that head is all of it.
//
// A binary proof begins with 'a' or 'd', and a text never with 'a'. A proof that begins with 'd' is a text if a blank
// follows, and then numbers up to the first 0, such as "d 1 -2 0". The same bytes in a binary proof would be a clause
// with the blank, literal 16, at its beginning and between all other literals, which solvers do not write. Other
// programs search for bytes that no text has; that goes wrong if the variables of the first lemmas are those of
// printable bytes.
func proofFormatOf(head []byte, whole bool) ProofFormat {
	switch {
	case len(head) == 0 || head[0] != 'a' && head[0] != 'd':
		return textFormatOf(head)
	case head[0] == 'a' || len(head) == 1 || !isBlank(head[1]):
		return binaryFormatOf(head, whole)
	}
	if !whole { // the last token may be cut, and "-" alone is no number
		head = head[:bytes.LastIndexFunc(head, isBlankRune)+1]
	}
	for token := range bytes.FieldsFuncSeq(head[1:], isBlankRune) {
		if n, ok := number(token); !ok {
			return binaryFormatOf(head, whole)
		} else if n == 0 {
			return ProofText
		}
	}
	return ProofText
}

func isBlankRune(r rune) bool { return r < 0x80 && isBlank(byte(r)) }

// textFormatOf tells the text formats apart by the first line that is not a comment. In LRAT it begins with a number,
// and has either "d" next, or two zeros, the second at its end. A line of DRAT has one step, although it may have more.
func textFormatOf(head []byte) ProofFormat {
	for line := range bytes.Lines(head) {
		tokens := bytes.FieldsFunc(line, isBlankRune)
		if len(tokens) == 0 || tokens[0][0] == 'c' {
			continue
		}
		first, ok := number(tokens[0])
		if !ok || first <= 0 {
			return ProofText
		}
		if len(tokens) > 1 && string(tokens[1]) == "d" {
			return ProofLRAT
		}
		zeros := 0
		for _, token := range tokens {
			if string(token) == "0" {
				zeros++
			}
		}
		if zeros == 2 && string(tokens[len(tokens)-1]) == "0" {
			return ProofLRAT
		}
		return ProofText
	}
	return ProofText
}

// binaryFormatOf tells the binary formats apart: if the visible steps are not those of DRAT, but those of LRAT, the
// format is LRAT. A lemma of LRAT has a second list, which rarely begins with the byte of 'a' or 'd', and never does so
// everywhere.
func binaryFormatOf(head []byte, whole bool) ProofFormat {
	_, rest := binarySteps(head, 1)
	if len(rest) == 0 || binaryStep(rest[0]) {
		return ProofBinary
	}
	complete, rest := binarySteps(head, 2)
	if complete == 0 || len(rest) > 0 && (whole || !binaryStep(rest[0])) || !beginsWithHints(head) {
		return ProofBinary
	}
	return ProofLRATBinary
}

// beginsWithHints reports whether the first lemma in complete steps has a number, and hints that name clauses before it. Lemmas that
// define a variable have no hints: then the next lemma decides, which must have the next number, as must all if none has hints.
func beginsWithHints(head []byte) bool {
	for lemmas, last := 0, uint64(0); ; lemmas++ {
		for len(head) > 0 && head[0] == 'd' {
			head = head[bytes.IndexByte(head, 0)+1:]
			if len(head) > 0 && !binaryStep(head[0]) {
				return false
			}
		}
		if complete, _ := binarySteps(head, 2); complete == 0 {
			return lemmas > 1
		}
		lemma, size := binary.Uvarint(head[1:])
		if size <= 0 || lemma < 2 || lemma&1 == 1 || lemmas > 0 && lemma != last+2 {
			return false
		}
		_, hints, _ := bytes.Cut(head[1+size:], []byte{0})
		for count := 0; ; count++ {
			hint, size := binary.Uvarint(hints)
			if size <= 0 || hint >= lemma {
				return false
			}
			if hints = hints[size:]; hint != 0 {
				continue
			}
			if count > 0 {
				return true
			}
			break
		}
		head, last = hints, lemma
	}
}

// binaryStep reports whether a byte can begin a step.
func binaryStep(b byte) bool { return b == 'a' || b == 'd' }

// binarySteps splits complete steps off head, in which a lemma has a number of lists, and returns the number of steps
// and the rest: from an incomplete step, or from a byte that begins none.
func binarySteps(head []byte, lists int) (complete int, rest []byte) {
	for len(head) > 0 && binaryStep(head[0]) {
		n := lists
		if head[0] == 'd' {
			n = 1
		}
		at := 1
		for ; n > 0; n-- {
			length := bytes.IndexByte(head[at:], 0) + 1
			if length == 0 {
				return complete, head
			}
			at += length
		}
		complete, head = complete+1, head[at:]
	}
	return complete, head
}
