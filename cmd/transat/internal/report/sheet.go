package report

import (
	"fmt"
	"io"
	"math"
	"slices"
)

// Sheet is a table whose rows are of any type, so that tables of different kinds can be printed
// together (WriteSheets).
type Sheet struct {
	Key   string   // names the table in CSV and JSON: "balance"
	Title string   // what it shows
	Notes []string // how to read it

	columns []Column[int] // of a row's number
	rows    int
}

// NewSheet makes a sheet. Keys of columns are snake_case and unique within the sheet; the key "table"
// is taken.
func NewSheet[R any](key, title string, columns []Column[R], rows []R, notes ...string) Sheet {
	s := Sheet{Key: key, Title: title, Notes: notes, rows: len(rows)}
	for _, c := range columns {
		column := Column[int]{
			Key: c.Key, Heading: c.Heading, Left: c.Left, Rank: c.Rank, Gloss: c.Gloss,
			Value: func(i int) any { return c.Value(rows[i]) },
		}
		if c.Text != nil {
			column.Text = func(i int) string { return c.Text(rows[i]) }
		}
		s.columns = append(s.columns, column)
	}
	return s
}

// Rows is how many rows the sheet has.
func (s Sheet) Rows() int { return s.rows }

// LeastNeeded ranks the sheet's columns, as the function of that name does.
func (s Sheet) LeastNeeded(keys ...string) Sheet {
	s.columns = LeastNeeded(s.columns, keys...)
	return s
}

// Table is the sheet as a table of row numbers, without its title.
func (s Sheet) Table() Table[int] {
	t := Table[int]{Columns: s.columns, Notes: s.Notes}
	for i := range s.rows {
		t.Rows = append(t.Rows, i)
	}
	return t
}

// keyed is the table with the sheet's key as its first column.
func (s Sheet) keyed() Table[int] {
	t := s.Table()
	key := Column[int]{Key: "table", Value: func(int) any { return s.Key }}
	t.Columns = slices.Insert(slices.Clone(t.Columns), 0, key)
	return t
}

// WriteSheets prints several tables that belong together, under some lines that say what was done. As
// JSON they are one array of rows, and as CSV one list under the keys of all; a row's first key, table,
// says to which it belongs. The error is that of w.
func WriteSheets(w io.Writer, caption []string, sheets []Sheet, s Style) error {
	f, err := s.writer()
	if err != nil {
		return err
	}
	return f.sheets(w, caption, sheets, s)
}

// Number is a column of numbers that tables show with that many decimals. NaN is an empty cell, and null
// in JSON.
func Number[R any](key, heading string, decimals int, value func(R) float64) Column[R] {
	return Formatted(key, heading, func(x float64) string { return fixed(x, decimals) }, value)
}

// Formatted is a column whose values have a format of their own in tables.
func Formatted[R, T any](key, heading string, format func(T) string, value func(R) T) Column[R] {
	return Column[R]{
		Key: key, Heading: heading,
		Value: func(r R) any { return value(r) },
		Text:  func(r R) string { return format(value(r)) },
	}
}

// fixed formats x with that many decimals; NaN and infinities are empty.
func fixed(x float64, decimals int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return fmt.Sprintf("%.*f", decimals, x)
}
