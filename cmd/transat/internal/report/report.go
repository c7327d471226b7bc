// Package report prints rows of results as a table, Markdown, CSV or JSON.
//
// A Table is made of typed rows and a list of columns. A column is defined once and says everything
// about itself: its key in CSV and JSON, its heading and its look in tables. So all formats agree, and
// a new number is a new line in one list:
//
//	columns := []report.Column[Run]{
//		{Key: "policy", Heading: "policy", Left: true, Value: func(r Run) any { return r.Policy }},
//		{Key: "idle_s", Heading: "idle s", Value: func(r Run) any { return r.Idle }},
//		{Key: "seed", Value: func(r Run) any { return r.Seed }}, // in CSV and JSON only
//	}
//	err := report.Table[Run]{Columns: columns, Rows: runs}.Write(os.Stdout, report.Plain(report.Text))
//
// CSV and JSON hold the bare data, with the keys in the order of the columns; captions and notes
// are for people and appear in the other two formats. A table that is wider than the terminal leaves out
// columns ([Style], [Column]). Tables of different kinds that belong together are [Sheet]s, which [WriteSheets]
// prints; a long report has [Sections].
//
// A format is a file, and a line in format.go: text.go and markdown.go are for people and share draw.go, csv.go and
// json.go are for programs. Read this file first.
package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"transat/balance/foreign"
)

// Column describes one column of a table whose rows are of type R.
type Column[R any] struct {
	Key     string         // name in CSV and JSON: snake_case, a unit at its end ("time_s")
	Heading string         // heading in tables; "" leaves the column out of tables
	Gloss   string         // what the heading means, told below tables that have the column; "" for nothing
	Left    bool           // text is aligned left, numbers right
	Rank    int            // where the terminal is too narrow, columns of the highest rank go first; rank 0 stays
	Value   func(R) any    // string, bool, int, int64, uint64 or float64
	Text    func(R) string // the cell in tables; nil for the plain text of Value
}

// cell returns the text of a row's cell in tables.
func (c Column[R]) cell(row R) string {
	if c.Text != nil {
		return foreign.Text(c.Text(row))
	}
	return plain(c.Value(row))
}

// Table is something to print.
type Table[R any] struct {
	Caption []string // lines above: what was done
	Columns []Column[R]
	Rows    []R
	Notes   []string // lines below: how to read it
	Outcome string   // what came out, in a sentence directly below
}

// Write prints the table in the given style. Its error is that of w.
func (t Table[R]) Write(w io.Writer, s Style) error {
	f, err := s.writer()
	if err != nil {
		return err
	}
	bare := NewSheet("", "", t.Columns, t.Rows, t.Notes...).Table()
	bare.Caption, bare.Outcome = t.Caption, t.Outcome
	return f.table(w, bare, s)
}

// notes are the lines, of that width, that tell how to read the table: its Notes, and before them what its headings mean but for
// those that it has no room for.
func (t Table[R]) notes(width int, left []string) []string {
	var lines []string
	for _, c := range t.shown() {
		if c.Gloss == "" || slices.Contains(left, c.Heading) {
			continue
		}
		gloss := strings.TrimSuffix(c.Heading, " s") + ": " + c.Gloss // without the unit
		if last := len(lines) - 1; last >= 0 && letters(lines[last]+"; "+gloss) <= width {
			lines[last] += "; " + gloss
		} else {
			lines = append(lines, gloss)
		}
	}
	return append(lines, t.Notes...)
}

// LeastNeeded ranks columns by their keys: where a terminal is too narrow the first goes first. The others
// stay. Keys of columns that are not there do no harm.
func LeastNeeded[R any](columns []Column[R], keys ...string) []Column[R] {
	ranked := slices.Clone(columns)
	for i, key := range keys {
		for at := range ranked {
			if ranked[at].Key == key {
				ranked[at].Rank = len(keys) - i
			}
		}
	}
	return ranked
}

// plain formats a value for CSV and, where a column asks for nothing else, for tables. Floats have
// as many digits as it takes to read them back; one that is no number is empty.
func plain(value any) string {
	if x, ok := value.(float64); ok {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return ""
		}
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return foreign.Text(fmt.Sprint(value))
}
