package dimacs

import (
	"fmt"
	"io"
)

// text is a scanner of an input, plain or compressed. It knows the place of an error, and why an input ended early.
type text struct {
	scanner
	name   string // of the input, for errors
	binary bool   // places are offsets, not lines
	kind   compression
	input  *source
	close  func() // frees the decompressor; call it at the end
}

// open begins to read r. Errors show when the text is read.
func open(name string, r io.Reader) text { return openSized(name, r, bufferSize) }

// openSized is open with a buffer of the given size, at least maxToken.
func openSized(name string, r io.Reader, size int) text {
	input := &source{r: r}
	src, kind, closeText, err := decompress(input)
	if err != nil {
		src, closeText = failingReader{err}, func() {}
	}
	return text{scanner: newScanner(src, size), name: name, kind: kind, input: input, close: closeText}
}

// explain returns the error of reading: err, which is a parser's or nil, unless the text ended early and not only after
// the place of err.
func (t *text) explain(err error) error {
	about := t.pos
	if !t.binary {
		about += len(t.token())
	}
	if t.err == nil || err != nil && about < t.end {
		return err
	}
	at := t.errorAt(t.end, "")
	switch {
	case t.input.err != nil:
		return fmt.Errorf("%s: %w", at.place(), t.input.err)
	case t.kind == plain && t.err == io.ErrUnexpectedEOF:
		at.Msg, at.Cut = "the text in UTF-16 ends in the middle of a letter", true
	case t.kind == plain: // an error of the scanner's own
		return fmt.Errorf("%s: %w", at.place(), t.err)
	case isTruncation(t.err):
		at.Msg, at.Cut = fmt.Sprintf("%s stream is cut short", t.kind), true
	default:
		at.Msg = fmt.Sprintf("%s stream is corrupt: %v", t.kind, t.err)
	}
	return at
}

// errorHere returns an error at the next token.
func (t *text) errorHere(format string, args ...any) *SyntaxError {
	return t.errorAt(t.pos, fmt.Sprintf(format, args...))
}

// errorAt returns an error at buf[i].
func (t *text) errorAt(i int, msg string) *SyntaxError {
	if t.binary {
		return &SyntaxError{Name: t.name, Byte: t.consumed + int64(i), Msg: msg}
	}
	lines, column := t.position(i)
	return &SyntaxError{Name: t.name, Line: lines + 1, Col: column + 1, Msg: msg}
}
