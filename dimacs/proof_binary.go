package dimacs

import (
	"encoding/binary"
	"io"
	"strconv"

	"transat/solver/cnf"
)

// nextBinary reads a step of a binary proof, as ProofFormat describes it, into r.clause.
func (r *ProofReader) nextBinary() (ProofStep, error) {
	if !r.more() {
		return ProofStep{}, io.EOF
	}
	step := ProofStep{Pos: ProofPos{Byte: r.consumed + int64(r.pos)}}
	switch c := r.buf[r.pos]; c {
	case 'a':
	case 'd':
		step.Deletion = true
	default:
		return step, r.errorHere("unexpected 0x%02x: want 'a' (0x61, a lemma) or 'd' (0x64, a deletion)", c)
	}
	r.pos++
	for r.more() {
		if r.varints() {
			return step, nil
		}
		if !r.more() { // varints may stop at the first byte of a literal
			break
		}
		if ended, err := r.varint(); ended || err != nil {
			return step, err
		}
	}
	return step, r.cutShort(step)
}

// varints reads the literals in the buffer and the 0 after them, as fast as it can. It stops before the first literal
// of more than two bytes or with an error, and before the last byte of the buffer.
func (r *ProofReader) varints() (ended bool) {
	buf, i, clause := r.buf[:r.end], r.pos, r.clause
	most := uint32(r.vars)<<1 | 1
	for i < len(buf)-1 {
		code := uint32(buf[i])
		next := i + 1
		if code >= 0x80 {
			if buf[next] >= 0x80 {
				break
			}
			code = code&0x7f | uint32(buf[next])<<7
			next++
		} else if code == 0 {
			ended = true
			i = next
			break
		}
		if code < 2 || code > most {
			break
		}
		clause = append(clause, cnf.FromCode(code))
		i = next
	}
	r.pos, r.clause = i, clause
	return ended
}

// varint reads one literal or 0, and tells errors. The buffer holds all of it, unless the input ends within: then
// varint goes to the end.
func (r *ProofReader) varint() (ended bool, err error) {
	code, size := binary.Uvarint(r.buf[r.pos:r.end])
	switch {
	case size == 0:
		r.pos = r.end
		return false, nil
	case size < 0:
		return false, r.errorHere("a literal of more than 64 bits is out of range: want at most variable %d", r.vars)
	case code == 1 || code == 0 && size > 1:
		return false, r.errorHere("a literal without a variable (%d in %d bytes)", code, size)
	case code > uint64(r.vars)<<1|1:
		return false, r.errorHere("literal %s is out of range: want at most variable %d", dimacsText(code), r.vars)
	}
	r.pos += size
	if code != 0 {
		r.clause = append(r.clause, cnf.FromCode(uint32(code)))
	}
	return code == 0, nil
}

// dimacsText returns the literal with the given code, which may be too large for a cnf.Lit.
func dimacsText(code uint64) string {
	text := strconv.FormatUint(code>>1, 10)
	if code&1 == 1 {
		text = "-" + text
	}
	return text
}
