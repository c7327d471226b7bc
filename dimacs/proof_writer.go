package dimacs

import (
	"encoding/binary"
	"io"
	"strconv"

	"transat/solver/cnf"
)

// DRATWriter writes a DRAT proof, text or binary, as fast as a solver finds it. It is a [cnf.ProofWriter]. Call
// [DRATWriter.Flush] at the end:
//
//	1 -2 0
//	d 2 100 0
//	0
//
// The bytes of each literal are computed once. Its code, the bytes and their number in one word, is then stored from a
// table with a single instruction; the next code overwrites the bytes beyond its end.
type DRATWriter struct {
	w      io.Writer
	format ProofFormat
	codes  []uint64 // bytes of each literal, the first lowest, and their number in the highest byte; or 0
	buf    []byte
	n      int   // bytes in buf to be written
	err    error // the first one; nothing is written after it
}

var _ cnf.ProofWriter = (*DRATWriter)(nil)

const (
	// proofBufferSize is the number of bytes written at a time.
	proofBufferSize = 256 << 10
	// maxCodes bounds the table. Literals below it have at most the seven bytes of "-99999 ".
	maxCodes = 2 * 100_000
	// oneByte and twoBytes are the lengths in codes.
	oneByte, twoBytes = 1 << 56, 2 << 56
	// maxProofToken exceeds the length of every literal, of every number of a clause, and of the word that holds a code.
	maxProofToken = 24
)

// NewDRATWriter returns a writer of the given format to w. Text is the default.
func NewDRATWriter(w io.Writer, format ProofFormat) *DRATWriter {
	return &DRATWriter{w: w, format: format, buf: make([]byte, proofBufferSize)}
}

// Add writes a lemma. It returns the first error of the underlying writer, of this call or an earlier one, or a
// *cnf.LiteralError for a literal of no variable; after an error the proof is incomplete.
func (w *DRATWriter) Add(clause []cnf.Lit) error {
	if w.format == ProofBinary {
		return w.step('a'|oneByte, clause)
	}
	return w.step(0, clause)
}

// Delete writes the deletion of a clause. Its errors are those of Add.
func (w *DRATWriter) Delete(clause []cnf.Lit) error {
	if w.format == ProofBinary {
		return w.step('d'|oneByte, clause)
	}
	return w.step('d'|' '<<8|twoBytes, clause)
}

// Flush writes the contents of the buffer. It returns the first error of all calls.
func (w *DRATWriter) Flush() error {
	if w.err != nil {
		return w.err
	}
	n, err := w.w.Write(w.buf[:w.n])
	if err == nil && n < w.n {
		err = io.ErrShortWrite
	}
	w.n, w.err = 0, err
	return err
}

// step writes the code of the kind of step, the clause and its end.
func (w *DRATWriter) step(kind uint64, clause []cnf.Lit) error {
	if w.err != nil {
		return w.err
	}
	if err := w.put(kind); err != nil {
		return err
	}
	return w.clause(clause, true)
}

// clause writes literals and a 0, which ends the step if ends.
func (w *DRATWriter) clause(clause []cnf.Lit, ends bool) error {
	for rest := clause[w.known(clause):]; len(rest) > 0; rest = rest[w.known(rest):] {
		if rest[0].IsNone() {
			w.err = cnf.CheckLiterals("lemma or deletion", clause)
			return w.err
		}
		if err := w.slow(rest[0]); err != nil {
			return err
		}
		rest = rest[1:]
	}
	return w.end(ends)
}

// end writes a 0, and in a text a line end if the step ends.
func (w *DRATWriter) end(step bool) error {
	switch {
	case w.format == ProofBinary:
		return w.put(0 | oneByte)
	case step:
		return w.put('0' | '\n'<<8 | twoBytes)
	}
	return w.put('0' | ' '<<8 | twoBytes)
}

// known appends literals from the table up to the first one without a code, or to the end of the buffer. It returns
// their number.
func (w *DRATWriter) known(clause []cnf.Lit) int {
	codes, buf, n := w.codes, w.buf, w.n
	i := 0
	for ; i < len(clause) && int(clause[i].Code()) < len(codes) && n <= len(buf)-maxProofToken; i++ {
		code := codes[clause[i].Code()]
		if code == 0 {
			break
		}
		binary.LittleEndian.PutUint64(buf[n:], code)
		n += int(code >> 56)
	}
	w.n = n
	return i
}

// put appends a code to the buffer.
func (w *DRATWriter) put(code uint64) error {
	if w.n > len(w.buf)-maxProofToken {
		if err := w.Flush(); err != nil {
			return err
		}
	}
	binary.LittleEndian.PutUint64(w.buf[w.n:], code)
	w.n += int(code >> 56)
	return nil
}

// slow appends any literal of a variable, and gives it a code if the table may hold it.
func (w *DRATWriter) slow(l cnf.Lit) error {
	if err := w.put(0); err != nil { // to make room
		return err
	}
	buf := w.encode(w.buf[:w.n], l)
	if l.Code() < maxCodes {
		if missing := int(l.Code()) + 1 - len(w.codes); missing > 0 {
			w.codes = append(w.codes, make([]uint64, missing)...)
		}
		var code [8]byte
		copy(code[:7], buf[w.n:])
		code[7] = byte(len(buf) - w.n)
		w.codes[l.Code()] = binary.LittleEndian.Uint64(code[:])
	}
	w.n = len(buf)
	return nil
}

// encode appends the bytes of l to buf.
func (w *DRATWriter) encode(buf []byte, l cnf.Lit) []byte {
	if w.format == ProofBinary {
		return binary.AppendUvarint(buf, uint64(l.Code()))
	}
	return append(strconv.AppendInt(buf, int64(l.DIMACS()), 10), ' ')
}
