package report

import (
	"fmt"
	"io"
)

// Sections is a long report, such as that of several experiments.
type Sections struct {
	Key     string // the name of a section in CSV and JSON: "item"
	All     []Section
	Summary *Sheet // for people, before them; nil for none
}

// Section is a part of a long report.
type Section struct {
	Name, Title string
	Lines       []string   // for people: what was done
	Fields      []KeyValue // for programs: the same, by key
	Sheets      []Sheet
	Claims      []ClaimLine // those with the same heading next to each other
	Files       []string    // that were written for it
	Pictures    []string    // the pictures among Files
}

// KeyValue is a value with its name.
type KeyValue struct {
	Key   string
	Value any // string, number or bool
}

// ClaimLine is a statement with a verdict on it.
type ClaimLine struct {
	Kind, Heading  string // whose it is: for programs, and as the heading above such claims
	Section, Text  string // where it is made, and what it says
	Bound, BoundOf string // what decides, and whose bound that is: "ours"
	Verdict        Rating
	Mark           string // the sign of the verdict: "✓"
	Said           string // the verdict in words
	Range          string // in which it holds, if in one only
	Note           string // the reasons
}

// conclusion is the verdict with its reasons.
func (c ClaimLine) conclusion() string {
	if c.Note == "" {
		return c.Said
	}
	return c.Said + ": " + c.Note
}

// bound is what decides, with its owner, for people.
func (c ClaimLine) bound() string {
	if c.Bound == "" {
		return ""
	}
	return fmt.Sprintf("bound (%s): %s", c.BoundOf, c.Bound)
}

// headed reports whether the heading of claim i is to be printed: the claim before has another one.
func headed(all []ClaimLine, i int) bool { return i == 0 || all[i].Heading != all[i-1].Heading }

// Rating is the colour of a verdict: good, mixed or bad.
type Rating uint8

// The verdicts.
const (
	None Rating = iota // there is none
	Good
	Mixed
	Bad
)

// Write prints a long report: for people a chapter a section; as JSON an array with one object a section,
// and as CSV one line for every row of every sheet, in which columns that a sheet does not have are empty.
// The error is that of w.
func (r Sections) Write(w io.Writer, s Style) error {
	f, err := s.writer()
	if err != nil {
		return err
	}
	return f.sections(w, r, s)
}
