package partition

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
)

// lines reads a text of numbers line by line, and knows at which line and column it is.
type lines struct {
	src    *bufio.Reader
	name   string // of the input, for errors
	number int    // of the line, from 1
	line   []byte // without its end
	pos    int    // line[pos:] is not yet read
}

// bufferSize is how much text is read at a time.
const bufferSize = 1 << 16

// byteOrderMark begins texts of some editors, and is no part of them.
const byteOrderMark = "\xef\xbb\xbf"

func newLines(name string, r io.Reader) *lines { return newLinesSized(name, r, bufferSize) }

// newLinesSized is newLines with a buffer of the given size, at least 16.
func newLinesSized(name string, r io.Reader, size int) *lines {
	return &lines{src: bufio.NewReaderSize(r, size), name: name}
}

// next goes to the next line that is no comment ("% …"). It returns false at the end of the text.
func (l *lines) next() (bool, error) {
	for {
		l.line, l.pos = l.line[:0], 0
		more, err := true, error(nil)
		for more {
			var part []byte
			part, err = l.src.ReadSlice('\n')
			l.line = append(l.line, part...)
			more = err == bufio.ErrBufferFull
		}
		l.number++
		if l.number == 1 {
			l.line = bytes.TrimPrefix(l.line, []byte(byteOrderMark))
		}
		switch {
		case err != nil && err != io.EOF:
			return false, fmt.Errorf("%s:%d: %w", l.name, l.number, err)
		case len(l.line) == 0:
			return false, nil
		case !bytes.HasPrefix(bytes.TrimLeft(l.line, " \t"), []byte("%")):
			l.line = bytes.TrimRight(l.line, "\r\n")
			return true, nil
		}
	}
}

// more goes to the next token of the line. It returns false if there is none.
func (l *lines) more() bool {
	for l.pos < len(l.line) && isBlank(l.line[l.pos]) {
		l.pos++
	}
	return l.pos < len(l.line)
}

// token returns the token at pos without reading it.
func (l *lines) token() []byte {
	rest := l.line[l.pos:]
	for i, c := range rest {
		if isBlank(c) {
			return rest[:i]
		}
	}
	return rest
}

// integer reads a number within limits. what says what it is: "a weight".
func (l *lines) integer(what string, low, high int64) (int64, error) {
	if !l.more() {
		return 0, l.errorHere("the line ends early: want %s", what)
	}
	token := l.token()
	n, ok := decimal(token)
	switch {
	case !ok:
		return 0, l.errorHere("unexpected %s: want %s", quote(token), what)
	case n < low || n > high:
		return 0, l.errorHere("%s is out of range: want %s from %d to %d", quote(token), what, low, high)
	}
	l.pos += len(token)
	return n, nil
}

// endOfLine returns an error if the line goes on.
func (l *lines) endOfLine(what string) error {
	if l.more() {
		return l.errorHere("unexpected %s after %s: want the end of the line", quote(l.token()), what)
	}
	return nil
}

// errorHere returns an error at the next token.
func (l *lines) errorHere(format string, args ...any) *SyntaxError {
	return &SyntaxError{Name: l.name, Line: max(1, l.number), Col: l.pos + 1, Msg: fmt.Sprintf(format, args...)}
}

// decimal reads a whole token as a number; one too large is MaxInt64.
func decimal(token []byte) (n int64, ok bool) {
	digits := bytes.TrimPrefix(token, []byte("-"))
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		if n > (math.MaxInt64-9)/10 {
			n = math.MaxInt64 / 10
		}
		n = 10*n + int64(c-'0')
	}
	if len(digits) < len(token) {
		n = -n
	}
	return n, len(digits) > 0
}

// isBlank reports whether c separates tokens.
func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// quote shows a token, or the beginning of a long one, in an error message.
func quote(token []byte) string {
	const enough = 20
	if len(token) > enough {
		return strconv.Quote(string(token[:enough])) + "…"
	}
	return strconv.Quote(string(token))
}
