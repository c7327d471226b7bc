package tasktree

import (
	"errors"
	"io"
)

// Options says how to read a tree. The zero value is usual.
type Options struct {
	Name string // of the input, for errors; "" is "input"
	Unit string // of works, if the file names none
}

// Read reads a tree in one of the formats of [Recognise]. An error in the input is an *[Error].
func Read(r io.Reader, opt Options) (*Tree, error) {
	return nil, errors.New("tasktree: Read is not there yet")
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

// Recognise returns the format of a tree by the first bytes of its file, or "" if they are not those of a tree. A few hundred bytes
// suffice.
func Recognise(head []byte) Format { return "" }

// WriteTo writes the tree in the packed form.
func (t *Tree) WriteTo(w io.Writer) (int64, error) {
	return 0, errors.New("tasktree: WriteTo is not there yet")
}
