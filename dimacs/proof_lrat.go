package dimacs

import (
	"encoding/binary"
	"io"

	"transat/solver/cnf"
)

// nextLRAT reads a step of an LRAT proof that is text, into r.clause and r.hints:
//
//	proof = { step }
//	step  = number ( { literal } "0" { hint } "0" | "d" { number } "0" )
//	hint  = [ "-" ] number, of a clause
//
// with blanks and comments ("c" to the end of the line) between any two tokens.
func (r *ProofReader) nextLRAT() (ProofStep, error) {
	if !r.next() {
		return ProofStep{}, io.EOF
	}
	step := ProofStep{Pos: ProofPos{Line: r.line()}}
	token := r.token()
	n, ok := number(token)
	switch {
	case !ok:
		return step, r.foreign()
	case n <= 0 || n > MaxClauseNumber:
		return step, r.errorHere("%s is no number of a clause: want 1 to %d", token, int64(MaxClauseNumber))
	}
	step.Number = n
	r.pos += len(token)
	if r.next() && string(r.token()) == "d" {
		step.Deletion = true
		r.pos++
	}
	for !step.Deletion {
		if !r.next() {
			return step, r.cutShort(step)
		}
		if ended, err := r.literal(); err != nil {
			return step, err
		} else if ended {
			break
		}
	}
	for r.next() {
		if ended, err := r.hint(step.Deletion); ended || err != nil {
			return step, err
		}
	}
	return step, r.cutShort(step)
}

// hint reads the number of a clause, negative ones only in hints, or 0.
func (r *ProofReader) hint(deletion bool) (ended bool, err error) {
	token := r.token()
	n, ok := number(token)
	switch {
	case !ok:
		return false, r.errorHere("unexpected %s: want the number of a clause, or 0 to end the step", quote(token))
	case n > MaxClauseNumber || n < -MaxClauseNumber || deletion && n < 0:
		return false, r.errorHere("%s is no number of a clause", token)
	}
	r.pos += len(token)
	if n != 0 {
		r.hints = append(r.hints, n)
	}
	return n == 0, nil
}

// nextLRATBinary reads a step of a binary LRAT proof, as ProofFormat describes it.
func (r *ProofReader) nextLRATBinary() (ProofStep, error) {
	if !r.more() {
		return ProofStep{}, io.EOF
	}
	step := ProofStep{Pos: ProofPos{Byte: r.consumed + int64(r.pos)}}
	switch c := r.buf[r.pos]; c {
	case 'a':
	case 'd':
		step.Deletion = true
	default:
		return step, r.errorHere("unexpected 0x%02x: want 'a' (0x61, a lemma) or 'd' (0x64, deletions)", c)
	}
	r.pos++
	if !step.Deletion {
		if !r.more() {
			return step, r.cutShort(step)
		}
		n, err := r.code(MaxClauseNumber)
		if err == nil && (n < 2 || n&1 == 1) {
			err = r.errorHere("a lemma without a number")
		}
		if err != nil {
			return step, r.orCut(step, err)
		}
		step.Number = int64(n >> 1)
		if err := r.binaryClause(); err != nil {
			return step, r.orCut(step, err)
		}
	}
	for r.more() {
		n, err := r.code(MaxClauseNumber)
		switch {
		case err != nil:
			return step, r.orCut(step, err)
		case n == 0:
			return step, nil
		case n == 1 || step.Deletion && n&1 == 1:
			return step, r.errorHere("%s is no number of a clause", dimacsText(n))
		}
		hint := int64(n >> 1)
		if n&1 == 1 {
			hint = -hint
		}
		r.hints = append(r.hints, hint)
	}
	return step, r.cutShort(step)
}

// binaryClause reads literals and a 0.
func (r *ProofReader) binaryClause() error {
	for r.more() {
		n, err := r.code(int64(r.vars))
		switch {
		case err != nil:
			return err
		case n == 0:
			return nil
		case n == 1:
			return r.errorHere("a literal without a variable")
		}
		r.clause = append(r.clause, cnf.FromCode(uint32(n)))
	}
	return io.ErrUnexpectedEOF
}

// code reads a literal or a number of a clause with its sign in the lowest bit, or 0. At the end of the input the error
// is io.ErrUnexpectedEOF.
func (r *ProofReader) code(most int64) (uint64, error) {
	n, size := binary.Uvarint(r.buf[r.pos:r.end])
	switch {
	case size == 0:
		r.pos = r.end
		return 0, io.ErrUnexpectedEOF
	case size < 0:
		return 0, r.errorHere("a number of more than 64 bits is out of range")
	case n == 0 && size > 1:
		return 0, r.errorHere("a 0 in %d bytes", size)
	case n > uint64(most)<<1|1:
		return 0, r.errorHere("%s is out of range: want at most %d", dimacsText(n), most)
	}
	r.pos += size
	return n, nil
}

// orCut turns the end of the input into the error of a step that is cut short.
func (r *ProofReader) orCut(step ProofStep, err error) error {
	if err == io.ErrUnexpectedEOF {
		return r.cutShort(step)
	}
	return err
}
