package dimacs

import (
	"io"
	"unicode/utf8"
)

// Some editors and shells (PowerShell with ">") write text in UTF-16, with a byte order mark. Readers convert it to
// UTF-8.

const (
	littleEndianMark = "\xff\xfe"
	bigEndianMark    = "\xfe\xff"
)

// utf16Text converts UTF-16 to UTF-8. Letters beyond 16 bits, which only comments can have, become the replacement
// character.
type utf16Text struct {
	src   io.Reader
	high  int    // which byte of a pair is the high one
	odd   []byte // the first byte of a pair whose second is not read yet
	ready []byte
	err   error
}

// newUTF16Text reads the text after a mark.
func newUTF16Text(mark string, src io.Reader) *utf16Text {
	t := &utf16Text{src: src}
	if mark == littleEndianMark {
		t.high = 1
	}
	return t
}

func (t *utf16Text) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	var buf [4096]byte
	for len(t.ready) == 0 && t.err == nil {
		n := copy(buf[:], t.odd)
		var read int
		read, t.err = t.src.Read(buf[n:])
		n += read
		t.ready = t.ready[:0]
		for i := 0; i+1 < n; i += 2 {
			// Half a surrogate pair becomes the replacement character, too.
			t.ready = utf8.AppendRune(t.ready, rune(buf[i+t.high])<<8|rune(buf[i+1-t.high]))
		}
		t.odd = append(t.odd[:0], buf[n&^1:n]...)
		if t.err == io.EOF && len(t.odd) > 0 {
			t.err = io.ErrUnexpectedEOF
		}
		if read == 0 {
			break
		}
	}
	n := copy(p, t.ready)
	t.ready = t.ready[n:]
	if len(t.ready) == 0 {
		return n, t.err
	}
	return n, nil
}
