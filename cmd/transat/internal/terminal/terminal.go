// Package terminal describes the screen behind a writer, breaks text so that it fits, and shows there how far a command has come
// (progress.go).
//
// A command asks once, at its beginning, and hands the answer on to what prints:
//
//	screen := terminal.Of(os.Stdout)
//	for _, line := range terminal.Wrap(text, cmp.Or(screen.Columns, 80)) { … }
package terminal

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Screen is what a writer leads to. The zero value is a file or a pipe.
type Screen struct {
	Columns int  // how wide the terminal is; 0 if there is no terminal
	Colour  bool // it shows colours and bold text, and its user wants them
}

// usualColumns is the width of a terminal that does not tell its own.
const usualColumns = 80

// Of returns the screen behind w. Colours are off where the environment has NO_COLOR (see
// https://no-color.org) or TERM=dumb.
func Of(w io.Writer) Screen {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return Screen{}
	}
	columns, _, err := term.GetSize(int(file.Fd()))
	if err != nil || columns <= 0 {
		columns = usualColumns
	}
	return Screen{Columns: columns, Colour: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}
