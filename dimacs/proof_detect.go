package dimacs

import "bytes"

// recogniseProof tells the format of the proof that t holds from the bytes that fit into the buffer.
func (t *text) recogniseProof() ProofFormat {
	t.fill(t.size)
	return proofFormatOf(t.buf[:t.end], t.done)
}

// proofFormatOf tells the format of a proof from its first bytes. whole says that head is all of it.
//
// A binary proof begins with 'a' or 'd', and a text never with 'a'. What begins with 'd' is a text if
// a blank follows, and then numbers up to the first 0, such as "d 1 -2 0". The same bytes in a binary
// proof are a clause with the blank, literal 16, at its beginning and again between all other
// literals, which no solver writes. A search for bytes that no text has, as in other programs, goes
// wrong where the variables of the first lemmas happen to be those of printable bytes.
func proofFormatOf(head []byte, whole bool) ProofFormat {
	switch {
	case len(head) == 0 || head[0] != 'a' && head[0] != 'd':
		return ProofText
	case head[0] == 'a' || len(head) == 1 || !isBlank(head[1]):
		return ProofBinary
	}
	if !whole { // the last token may be cut, and a "-" alone is no number
		head = head[:bytes.LastIndexFunc(head, isBlankRune)+1]
	}
	for token := range bytes.FieldsFuncSeq(head[1:], isBlankRune) {
		if n, ok := number(token); !ok {
			return ProofBinary
		} else if n == 0 {
			return ProofText
		}
	}
	return ProofText
}

func isBlankRune(r rune) bool { return r < 0x80 && isBlank(byte(r)) }
