package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"transat/cmd/transat/internal/suggest"
	"transat/cmd/transat/internal/terminal"
)

// Format is the name of an output format. It can be used as the value of a command-line flag.
//
// A format is a file of this package, with its name and a type that is a writer, and a line in formats.
type Format string

// formats lists all formats.
func formats() []named {
	return []named{
		{Text, text{}},
		{Markdown, markdown{}},
		{CSV, csvFormat{}},
		{JSON, jsonFormat{}},
	}
}

// writer writes one format.
type writer interface {
	// forPrograms reports whether the format holds bare data, without captions and notes.
	forPrograms() bool
	// table writes one table.
	table(w io.Writer, t Table[int], s Style) error
	// sheets writes several tables that belong together, under some lines that say what was done.
	sheets(w io.Writer, caption []string, all []Sheet, s Style) error
	// sections writes a long report.
	sections(w io.Writer, r Sections, s Style) error
}

// named is a format with its name.
type named struct {
	name Format
	writer
}

// Formats lists the names of all formats.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, string(f.name))
	}
	return names
}

// OneOf is the list of all formats in words: "table, markdown, csv or json".
func OneOf() string {
	names := Formats()
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Set makes *f the format called name. The error is a *suggest.Error.
func (f *Format) Set(name string) error {
	if !slices.Contains(Formats(), name) {
		return suggest.Unknown("format", name, Formats(), OneOf())
	}
	*f = Format(name)
	return nil
}

func (f *Format) String() string { return string(*f) }

// Type is the name of the flag's value in help texts.
func (f *Format) Type() string { return "FORMAT" }

// ForPrograms reports whether the format holds bare data, to be read by programs: one table of all rows,
// without captions and notes.
func (f Format) ForPrograms() bool {
	w, err := f.writer()
	return err == nil && w.forPrograms()
}

// writer finds the format of that name.
func (f Format) writer() (writer, error) {
	for _, one := range formats() {
		if one.name == f {
			return one.writer, nil
		}
	}
	return nil, fmt.Errorf("no output format %q: want %s", string(f), OneOf())
}

// Style is the style of printed results: their format, and the abilities of the terminal.
type Style struct {
	Format
	// Screen is what is behind the writer. Tables leave out what a terminal has no room for, lines of text are
	// broken, and where there are colours headings and verdicts stand out.
	terminal.Screen
	Wide bool // tables are as wide as they need, as in files and pipes
}

// room is how wide tables may be; 0: as wide as they are.
func (s Style) room() int {
	if s.Wide {
		return 0
	}
	return s.Columns
}

// Plain is the style of files and pipes.
func Plain(format Format) Style { return Style{Format: format} }
