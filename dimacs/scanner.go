package dimacs

import (
	"bytes"
	"io"
)

const (
	// bufferSize is the number of bytes read at a time; they fit in a second-level cache. Tests use buffers down to
	// maxToken bytes.
	bufferSize = 64 << 10
	// maxToken is the most bytes of a token. A literal has at most 11, so longer tokens are wrong.
	maxToken = 64
	// byteOrderMark begins texts of some editors. Places do not count it.
	byteOrderMark = "\xef\xbb\xbf"
	// padding is the number of bytes that the literal loop may read beyond the text.
	padding = 16
)

// scanner reads the tokens of an input, and knows their lines and columns. It counts lines a buffer at a time, or when
// an error asks for them.
//
// Invariant: buf[pos:end] is read but not consumed. A padding of line ends follows, so that a number always has an end.
type scanner struct {
	src      io.Reader
	size     int    // of the buffer, at least maxToken
	buf      []byte // size bytes and the padding
	pos, end int
	consumed int64  // bytes before buf[0]
	lines    int    // line ends before buf[0]
	column   int    // bytes before buf[0] in the line of buf[0]
	begun    bool   // the first bytes have been read
	done     bool   // nothing comes after buf[end]
	err      error  // the reason, other than the end of the input
	comment  func() // if not nil, called at every comment; stays in its line
}

func newScanner(src io.Reader, size int) scanner {
	return scanner{src: src, size: size, buf: make([]byte, size+padding)}
}

// fill drops consumed bytes, and reads until the buffer holds at least the given number of bytes, at most its size, or
// the end.
func (s *scanner) fill(least int) {
	s.lines, s.column = s.position(s.pos)
	copy(s.buf, s.buf[s.pos:s.end])
	s.consumed += int64(s.pos)
	s.end -= s.pos
	s.pos = 0
	s.read(least)
	if !s.begun {
		s.begun = true
		if bytes.HasPrefix(s.buf[:s.end], []byte(byteOrderMark)) {
			s.end = copy(s.buf, s.buf[len(byteOrderMark):s.end])
			s.read(least)
		}
	}
	for i := range padding {
		s.buf[s.end+i] = '\n'
	}
}

// read appends to the buffer until it holds at least the given number of bytes, or to the end.
func (s *scanner) read(least int) {
	for empty := 0; s.end < least && !s.done; {
		n, err := s.src.Read(s.buf[s.end:s.size])
		s.end += n
		if empty++; n > 0 {
			empty = 0
		}
		if empty == 100 {
			err = io.ErrNoProgress
		}
		if err != nil {
			s.done = true
			if err != io.EOF {
				s.err = err
			}
		}
	}
}

// position returns the number of line ends before buf[i], and of bytes before it in its line.
func (s *scanner) position(i int) (lines, column int) {
	before := s.buf[:i]
	n := bytes.Count(before, []byte{'\n'})
	if n == 0 {
		return s.lines, s.column + i
	}
	return s.lines + n, i - bytes.LastIndexByte(before, '\n') - 1
}

// next goes to the first byte of the next token, past blanks and comments. It returns false at the end of the input.
// The buffer holds the whole token.
func (s *scanner) next() bool {
	for {
		if !s.more() {
			return false
		}
		switch c := s.buf[s.pos]; {
		case isBlank(c):
			s.pos++
		case c == 'c':
			if s.comment != nil {
				s.comment()
			}
			s.skipLine()
		default:
			return true
		}
	}
}

// nextInLine goes to the first byte of the next token in the line. It returns false at the end of the line or of the
// input.
func (s *scanner) nextInLine() bool {
	for s.more() && s.buf[s.pos] != '\n' {
		if !isBlank(s.buf[s.pos]) {
			return true
		}
		s.pos++
	}
	return false
}

// more puts the whole token at pos into the buffer. It returns false at the end of the input.
func (s *scanner) more() bool {
	if s.end-s.pos < maxToken && !s.done {
		s.fill(maxToken)
	}
	return s.pos < s.end
}

// skipLine goes to the end of the line.
func (s *scanner) skipLine() {
	for s.more() {
		rest := s.buf[s.pos:s.end]
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			s.pos += i
			return
		}
		s.pos = s.end
	}
}

// skipAll goes to the end of the input.
func (s *scanner) skipAll() {
	for s.more() {
		s.pos = s.end
	}
}

// token returns the token at pos without consuming it, or the beginning of a token that is too long.
func (s *scanner) token() []byte {
	rest := s.buf[s.pos:min(s.pos+maxToken, s.end)]
	for i, c := range rest {
		if isBlank(c) {
			return rest[:i]
		}
	}
	return rest
}

// isBlank reports whether c separates tokens.
func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }
