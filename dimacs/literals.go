package dimacs

import (
	"encoding/binary"
	"math/bits"

	"transat/solver"
)

// literals reads literals as fast as it can, as many as are in the buffer. It stops before the
// first token that is not plainly right (a comment, more than eight digits, anything wrong), which
// is left to parser.literal. So an input has the same meaning with and without this loop.
func (p *parser) literals() {
	stop := p.end
	if !p.done {
		stop -= maxToken // a token that begins later may be cut
	}
	buf, i := p.buf, p.pos
	vars := uint32(p.formula.Vars())
	full := p.full()
	for i < stop && !full {
		c := buf[i]
		if isBlank(c) {
			i++
			continue
		}
		negative := 0
		if c == '-' {
			negative = 1
		}
		first := i + negative
		v, digits := digits8(buf[first:])
		last := first + digits
		if digits == 0 || v > vars || !isBlank(buf[last]) {
			break
		}
		if v != 0 {
			p.clause = append(p.clause, solver.Lit(v<<1)|solver.Lit(negative))
		} else if negative == 0 {
			p.endClause()
			full = p.full()
		} else {
			break
		}
		i = last + 1
	}
	p.pos = min(i, p.end) // the blank after the last literal may be one of the padding
}

// digits8 reads the decimal digits at the beginning of text, which has at least eight bytes: their
// value and their number, at most 8. It has no branches, because the lengths of literals cannot be
// predicted, and a mispredicted branch costs more than all of this.
//
// The digits are the bytes 0x30 to 0x39: those whose upper half is 3, and still is when 6 is added.
// They are moved to the upper end of the word, with zeros before them, and then summed up in pairs
// and the pairs in one step.
//
// Source: D. Lemire, "Quickly parsing eight digits", 2018.
func digits8(text []byte) (value uint32, digits int) {
	const (
		upper  = 0xf0f0f0f0f0f0f0f0
		zeros  = 0x3030303030303030
		sixes  = 0x0606060606060606
		lower  = 0x0f0f0f0f0f0f0f0f
		fourth = 0x000000ff000000ff // every fourth byte
	)
	word := binary.LittleEndian.Uint64(text)
	others := (word&upper ^ zeros) | ((word+sixes)&upper ^ zeros)
	digits = bits.TrailingZeros64(others) / 8
	word = word << (64 - 8*uint(digits)) & lower
	word = word*10 + word>>8
	high := word & fourth * (100 + 1_000_000<<32)
	low := word >> 16 & fourth * (1 + 10_000<<32)
	return uint32((high + low) >> 32), digits
}
