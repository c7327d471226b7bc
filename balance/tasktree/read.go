package tasktree

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"transat/balance/foreign"
)

// Options says how to read a tree. The zero value is usual.
type Options struct {
	Name string // of the input, for errors; "" is "input"
	Unit string // of works, if the file names none
	// Room, if not nil, is asked before much memory is taken, and returns an error if there is less than that.
	Room func(bytes int64) error
}

// Format is a format of trees.
type Format string

// The formats.
const (
	JSONLines Format = "JSON Lines"
	CSV       Format = "CSV"
	VBC       Format = "VBC"
	Packed    Format = "packed"
)

// Columns are the columns of CSV, and the keys of JSON Lines, of which only id and work are needed.
const Columns = "id, parent, work, load, solution"

// Recognise returns the format of a tree by the first bytes of its file, or "" if they are not those of a tree. The first line
// suffices, with the comments before it; without its end, the bytes are taken to be all of it.
func Recognise(head []byte) Format {
	if bytes.HasPrefix(head, []byte(magic)) {
		return Packed
	}
	head = bytes.TrimPrefix(head, []byte(byteOrderMark))
	comments := false
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
		case line[0] == '{':
			return JSONLines
		case bytes.HasPrefix(line, []byte("#TYPE: ")), bytes.HasPrefix(line, []byte("#TIME: ")):
			return VBC
		case line[0] == '#':
			comments = true
		default:
			if _, err := parseHeader(string(line)); err == nil {
				return CSV
			}
			return ""
		}
		head = rest
	}
	if comments {
		return CSV // comments that go on beyond the first bytes
	}
	return ""
}

// Read reads a tree in one of the formats of [Recognise]. An error in the input is an *[Error].
//
// A tree of 10 million tasks takes about 700 MB while it is read, and 16 bytes for each task and its id afterwards.
func Read(r io.Reader, opt Options) (*Tree, error) {
	if opt.Name == "" {
		opt.Name = "input"
	}
	in := &lines{r: bufio.NewReaderSize(r, maxLine), name: opt.Name}
	head, err := in.r.Peek(1 << 12)
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull && len(head) == 0 {
		return nil, in.failed(err)
	}
	format := Recognise(head)
	if format == Packed {
		return readPacked(in.r, opt)
	}
	b := NewBuilder(Meta{Unit: opt.Unit})
	b.name, b.room = opt.Name, opt.Room
	switch format {
	case JSONLines:
		err = (&jsonReader{lines: in, builder: b}).run()
	case CSV:
		err = (&csvReader{lines: in, builder: b}).run()
	case VBC:
		err = (&vbcReader{lines: in, builder: b}).run()
	default:
		first, _, _ := strings.Cut(string(head), "\n")
		return nil, &Error{Name: opt.Name, Line: 1, Msg: fmt.Sprintf(
			"%s is not the first line of a tree: want JSON Lines, CSV with columns of %s, VBC, or a packed tree", quote(first), Columns)}
	}
	if err == nil {
		return b.Tree()
	}
	if at := (*Error)(nil); !errors.As(err, &at) {
		err = &Error{Name: in.name, Line: in.n, Msg: err.Error(), Err: err}
	}
	return nil, err
}

const (
	byteOrderMark = "\xef\xbb\xbf"
	maxLine       = 1 << 20 // bytes
)

// lines reads an input line by line.
type lines struct {
	r     *bufio.Reader
	name  string
	n     int64 // the number of the last line
	begun bool
	ended bool // the last line has no end: nothing comes after it
}

// next returns the next line, without its end, until the next call; at the end of the input, io.EOF.
func (l *lines) next() ([]byte, error) {
	line, err := l.r.ReadSlice('\n')
	switch {
	case err == nil:
		line = line[:len(line)-1]
	case err == io.EOF && len(line) > 0:
		l.ended = true
	case err == io.EOF:
		return nil, err
	default:
		l.n++
		return nil, l.failed(err)
	}
	l.n++
	if !l.begun {
		l.begun = true
		line = bytes.TrimPrefix(line, []byte(byteOrderMark))
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line, nil
}

// failed is the error of a line that cannot be read.
func (l *lines) failed(err error) error {
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return l.wrong("the line is longer than %d bytes", maxLine)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return l.cut("the file is cut short")
	}
	return &Error{Name: l.name, Line: l.n, Msg: foreign.Text(err.Error()), Err: err}
}

// wrong is an error in the line.
func (l *lines) wrong(format string, args ...any) error {
	return &Error{Name: l.name, Line: l.n, Msg: fmt.Sprintf(format, args...)}
}

// cut is the error that the input ends in this line.
func (l *lines) cut(format string, args ...any) error {
	return &Error{Name: l.name, Line: l.n, Msg: fmt.Sprintf(format, args...), Cut: true}
}

// unit checks the name of a unit.
func unit(text string) (string, error) {
	const most = 20
	if len(text) > most || foreign.Text(text) != text {
		return "", fmt.Errorf("unit %s: want a word of at most %d letters, such as seconds", quote(text), most)
	}
	return text, nil
}
