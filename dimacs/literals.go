package dimacs

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"strconv"

	"transat/solver/cnf"
)

// literals appends the literals in the buffer to clause, as fast as it can, and reports whether a 0 ended the clause.
// It stops before the first unusual token (a comment, more than eight digits, a variable above vars, any error) and
// leaves it to slower code. So an input has the same meaning with and without this loop.
func (s *scanner) literals(clause []cnf.Lit, vars uint32) (_ []cnf.Lit, ended bool) {
	stop := s.end
	if !s.done {
		stop -= maxToken // a token that begins later may be cut
	}
	buf, i := s.buf, s.pos
	for i < stop && !ended {
		word := binary.LittleEndian.Uint64(buf[i : i+8])
		first := byte(word)
		if isBlank(first) {
			i++
			continue
		}
		negative := uint64(0)
		if first == '-' {
			negative = 1
		}
		v, length := digits8(word ^ ('-'^'0')*negative) // a minus becomes a zero
		next := i + length
		if length == 0 || v > vars || !isBlank(buf[next]) || v == 0 && negative == 1 {
			break
		}
		if v != 0 {
			clause = append(clause, cnf.FromCode(v<<1|uint32(negative)))
		}
		ended = v == 0
		i = next + 1
	}
	s.pos = min(i, s.end) // the blank after the last literal may be padding
	return clause, ended
}

// number reads a whole token as a literal or 0. A number beyond int64 becomes the largest or the least one.
func number(token []byte) (n int64, ok bool) {
	n, err := strconv.ParseInt(string(token), 10, 64)
	if errors.Is(err, strconv.ErrSyntax) || len(token) == maxToken {
		return 0, false
	}
	return n, token[0] != '+' && (token[0] != '-' || n != 0)
}

// digits8 reads the decimal digits at the beginning of eight bytes of text, the first of which is the lowest of word,
// and returns their value and their number. Without digits, the value means nothing. It has no branches, because the
// lengths of literals cannot be predicted, and a mispredicted branch costs more than all of this.
//
// The digits are the bytes 0x30 to 0x39: the bytes whose upper half is 3, and stays 3 if 6 is added. They move to the
// upper end of the word, with zeros before them; then one step adds up pairs, and the pairs of these.
//
// Source: D. Lemire, "Quickly parsing eight digits", 2018.
func digits8(word uint64) (value uint32, digits int) {
	const (
		upper  = 0xf0f0f0f0f0f0f0f0
		zeros  = 0x3030303030303030
		sixes  = 0x0606060606060606
		lower  = 0x0f0f0f0f0f0f0f0f
		fourth = 0x000000ff000000ff // every fourth byte
	)
	others := (word&upper ^ zeros) | ((word+sixes)&upper ^ zeros)
	digits = bits.TrailingZeros64(others) / 8
	word = word << (uint(64-8*digits) % 64) & lower
	word = word*10 + word>>8
	high := word & fourth * (100 + 1_000_000<<32)
	low := word >> 16 & fourth * (1 + 10_000<<32)
	return uint32((high + low) >> 32), digits
}
