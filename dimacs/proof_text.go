package dimacs

import (
	"bytes"
	"io"

	"transat/solver/cnf"
)

// nextText reads a step of a text proof into r.clause:
//
//	proof   = { step }
//	step    = [ "d" ] { literal } "0"
//	literal = [ "-" ] number, of a variable
//
// with blanks and comments ("c" to the end of the line) between any two tokens.
func (r *ProofReader) nextText() (ProofStep, error) {
	if !r.next() {
		return ProofStep{}, io.EOF
	}
	step := ProofStep{Pos: ProofPos{Line: r.line()}}
	switch c := r.buf[r.pos]; {
	case c == '-' || '0' <= c && c <= '9':
	case c == 'd' && isBlank(r.buf[r.pos+1]): // there is always padding
		step.Deletion = true
		r.pos++
	default:
		return step, r.foreign()
	}
	for r.next() {
		start, ended := r.pos, false
		if r.clause, ended = r.literals(r.clause, r.vars); ended {
			return step, nil
		}
		if r.pos > start {
			continue
		}
		if r.pos == r.end-1 && r.buf[r.pos] == '-' { // a literal is cut after its sign
			break
		}
		if ended, err := r.literal(); ended || err != nil {
			return step, err
		}
	}
	return step, r.cutShort(step)
}

// line returns the line of the next token.
func (r *ProofReader) line() int {
	from := r.counted - r.consumed
	if from < 0 { // the buffer has moved since
		from, r.lines = 0, r.scanner.lines
	}
	r.lines += bytes.Count(r.buf[from:r.pos], []byte{'\n'})
	r.counted = r.consumed + int64(r.pos)
	return r.lines + 1
}

// literal reads one token of a clause, and tells errors.
func (r *ProofReader) literal() (ended bool, err error) {
	token := r.token()
	n, ok := number(token)
	switch {
	case !ok:
		return false, r.errorHere("unexpected %s: want a literal, or 0 to end the step", quote(token))
	case n > int64(r.vars) || n < -int64(r.vars):
		return false, r.errorHere("literal %s is out of range: want at most variable %d", token, r.vars)
	}
	r.pos += len(token)
	if n != 0 {
		r.clause = append(r.clause, cnf.FromDIMACS(int(n)))
	}
	return n == 0, nil
}

// foreign returns the error of a token that cannot begin a step.
func (r *ProofReader) foreign() error {
	token := r.token()
	switch kindOfWord(string(token)) {
	case ContentsFormula:
		return r.errorHere("a header \"p\": this is a formula, not a proof")
	case ContentsModel:
		return r.errorHere("a line %q: this is the answer of a solver, not a proof", token)
	default:
		return r.errorHere("unexpected %s: want a literal, 0 or \"d\"", quote(token))
	}
}
