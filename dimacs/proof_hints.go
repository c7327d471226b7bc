package dimacs

import (
	"encoding/binary"
	"io"
	"math/bits"
	"strconv"

	"transat/solver/cnf"
)

// LRATWriter writes an LRAT proof. It is a [cnf.HintWriter], and numbers the lemmas. Call [LRATWriter.Flush] at the
// end.
type LRATWriter struct {
	steps  DRATWriter
	codes  []uint64 // by number of a clause, up to some thousand: as DRATWriter.codes; 0 before its first use
	last   int64    // number of the last clause
	lemmas int64
}

var _ cnf.HintWriter = (*LRATWriter)(nil)

// NewLRATWriter returns a writer to w for a proof whose formula has a number of clauses.
func NewLRATWriter(w io.Writer, format ProofFormat, clauses int) *LRATWriter {
	inner := ProofText
	if format == ProofLRATBinary {
		inner = ProofBinary
	}
	return &LRATWriter{steps: *NewDRATWriter(w, inner), codes: make([]uint64, min(clauses+1, maxNumberCodes)), last: int64(clauses)}
}

// Lemmas returns the number of lemmas written.
func (w *LRATWriter) Lemmas() int64 { return w.lemmas }

// Infer implements [cnf.HintWriter]. The errors are those of [DRATWriter.Add]. The hints of a lemma that has only the
// RAT property may be negative, see [ProofFormat].
func (w *LRATWriter) Infer(clause []cnf.Lit, hints []int64) (number int64, err error) {
	w.last++
	w.lemmas++
	s := &w.steps
	if s.format == ProofBinary {
		if err := s.put('a' | oneByte); err != nil {
			return 0, err
		}
	}
	if err := w.number(w.last); err != nil {
		return 0, err
	}
	if err := s.clause(clause, false); err != nil {
		return 0, err
	}
	return w.last, w.numbers(hints)
}

// Forget implements [cnf.HintWriter].
func (w *LRATWriter) Forget(numbers ...int64) error {
	s := &w.steps
	if s.format == ProofBinary {
		if err := s.put('d' | oneByte); err != nil {
			return err
		}
	} else {
		if err := w.number(w.last); err != nil {
			return err
		}
		if err := s.put('d' | ' '<<8 | twoBytes); err != nil {
			return err
		}
	}
	return w.numbers(numbers)
}

// Flush writes the contents of the buffer. It returns the first error of all calls.
func (w *LRATWriter) Flush() error { return w.steps.Flush() }

// A proof with hints consists mostly of numbers. The bytes of small ones are stored in a table. The others become a
// word of digits without a loop.

// maxNumberCodes bounds the table of codes. The numbers in it have at most four digits, or two bytes.
const maxNumberCodes = 1 << 13

// numbers writes the numbers of clauses, and the end of the list.
func (w *LRATWriter) numbers(list []int64) error {
	s := &w.steps
	for i := 0; i < len(list); i++ {
		buf, n := s.buf, s.n
		for ; i < len(list) && uint64(list[i]) < uint64(len(w.codes)) && n <= len(buf)-maxProofToken; i++ {
			code := w.codes[list[i]]
			if code == 0 {
				break
			}
			binary.LittleEndian.PutUint64(buf[n:], code)
			n += int(code >> 56)
		}
		s.n = n
		if i == len(list) {
			break
		}
		if err := w.number(list[i]); err != nil {
			return err
		}
	}
	return s.end(true)
}

// number writes the number of a clause.
func (w *LRATWriter) number(n int64) error {
	s := &w.steps
	if err := s.put(0); err != nil { // to make room
		return err
	}
	from := s.n
	switch {
	case s.format == ProofBinary && 0 < n && n < 1<<27:
		word, length := varint(uint32(n) << 1)
		binary.LittleEndian.PutUint64(s.buf[s.n:], uint64(word))
		s.n += length
	case s.format == ProofBinary:
		code := uint64(n) << 1
		if n < 0 {
			code = uint64(-n)<<1 | 1
		}
		s.n += binary.PutUvarint(s.buf[s.n:], code)
	case 0 < n && n < 1e8:
		word, length := digits(uint32(n))
		binary.LittleEndian.PutUint64(s.buf[s.n:], word)
		s.buf[s.n+length] = ' '
		s.n += length + 1
	default:
		text := strconv.AppendInt(s.buf[:s.n], n, 10)
		s.n = len(append(text, ' '))
	}
	if 0 < n && n < int64(len(w.codes)) {
		var code [8]byte
		code[7] = byte(copy(code[:7], s.buf[from:s.n]))
		w.codes[n] = binary.LittleEndian.Uint64(code[:])
	}
	return nil
}

// digits returns the decimal digits of n, from 1 to 99,999,999, the first one lowest, and their number.
func digits(n uint32) (word uint64, length int) {
	x := uint64(n/10_000) | uint64(n%10_000)<<32 // of four digits each, x / 100 is x * 10486 >> 20
	hundreds := x * 10_486 >> 20 & 0x7f_0000_007f
	x = hundreds | (x-100*hundreds)<<16 // of two digits each, x / 10 is x * 103 >> 10
	tens := x * 103 >> 10 & 0xf_000f_000f_000f
	x = tens | (x-10*tens)<<8
	zeros := bits.TrailingZeros64(x) >> 3 // leading ones
	return (x | 0x3030_3030_3030_3030) >> (8 * zeros), 8 - zeros
}

// varint returns the bytes of x, from 1 to 2^28-1, as encoding/binary's PutUvarint does, the first one lowest, and their number.
func varint(x uint32) (word uint32, length int) {
	length = (bits.Len32(x) + 6) / 7
	word = x&0x7f | x<<1&0x7f00 | x<<2&0x7f_0000 | x<<3&0x7f00_0000
	return word | 0x8080_8080&(1<<(8*(length-1))-1), length
}
