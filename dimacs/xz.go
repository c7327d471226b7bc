package dimacs

import (
	"bufio"
	"bytes"
	"io"

	"github.com/ulikunitz/xz"
)

// xzText decompresses xz. The library takes a stream that is cut between two blocks for a complete one, so xzText
// checks that the stream ends with the mark of every complete one.
type xzText struct {
	text  *xz.Reader
	input *tail
}

// xzEnd is the end of the footer of an xz stream. Zeros may follow it.
const xzEnd = "YZ"

func newXZText(r io.Reader) (*xzText, error) {
	input := &tail{r: r}
	text, err := xz.NewReader(bufio.NewReaderSize(input, bufferSize))
	if err != nil {
		return nil, err
	}
	return &xzText{text, input}, nil
}

func (x *xzText) Read(p []byte) (int, error) {
	n, err := x.text.Read(p)
	if err == io.EOF && string(x.input.last[:]) != xzEnd {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// tail remembers the last bytes read through it, without zeros at the end.
type tail struct {
	r    io.Reader
	last [len(xzEnd)]byte
}

func (t *tail) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	switch read := bytes.TrimRight(p[:n], "\x00"); len(read) {
	case 0:
	case 1:
		t.last = [...]byte{t.last[1], read[0]}
	default:
		copy(t.last[:], read[len(read)-len(t.last):])
	}
	return n, err
}
