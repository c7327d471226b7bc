package reproduce

import (
	"fmt"
	"math"

	"transat/cmd/transat/internal/report"
)

// Table is a table of an item, with rows of any type.
type Table struct {
	Key   string   // names the table in CSV and JSON: "balance"
	Title string   // what it shows
	Notes []string // how to read it

	columns []report.Column[int] // of a row's number
	rows    int
}

// NewTable makes a table. Keys of columns are snake_case and unique within the table; the key "table"
// is taken.
func NewTable[R any](key, title string, columns []report.Column[R], rows []R, notes ...string) Table {
	t := Table{Key: key, Title: title, Notes: notes, rows: len(rows)}
	for _, c := range columns {
		column := report.Column[int]{
			Key: c.Key, Heading: c.Heading, Left: c.Left,
			Value: func(i int) any { return c.Value(rows[i]) },
		}
		if c.Text != nil {
			column.Text = func(i int) string { return c.Text(rows[i]) }
		}
		t.columns = append(t.columns, column)
	}
	return t
}

// printable is the table for package report.
func (t Table) printable() report.Table[int] {
	p := report.Table[int]{Columns: t.columns, Notes: t.Notes}
	for i := range t.rows {
		p.Rows = append(p.Rows, i)
	}
	return p
}

// Number is a column of numbers that tables show with so many decimals. NaN is an empty cell, and null
// in JSON.
func Number[R any](key, heading string, decimals int, value func(R) float64) report.Column[R] {
	return report.Column[R]{
		Key: key, Heading: heading,
		Value: func(r R) any { return value(r) },
		Text:  func(r R) string { return fixed(value(r), decimals) },
	}
}

// Beside returns three columns: ours, the paper's number (its key is paper_ and ours), and how much
// ours is above it. The paper's is NaN where it gives no number; then it and the deviation are empty.
//
//	steps   paper      ±
//	 1013    1000  +1.3 %
func Beside[R any](key, heading string, decimals int, ours, paper func(R) float64) []report.Column[R] {
	deviation := func(r R) float64 { return ours(r)/paper(r) - 1 }
	return []report.Column[R]{
		Number(key, heading, decimals, ours),
		Number("paper_"+key, "paper", decimals, paper),
		{
			Key: key + "_deviation", Heading: "±",
			Value: func(r R) any { return deviation(r) },
			Text:  func(r R) string { return percent(deviation(r)) },
		},
	}
}

// fixed formats x with so many decimals; NaN and infinities are empty.
func fixed(x float64, decimals int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return fmt.Sprintf("%.*f", decimals, x)
}

// percent formats a deviation with its sign, to three digits.
func percent(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	decimals := 1
	if math.Abs(x) >= 1 {
		decimals = 0
	}
	text := fmt.Sprintf("%+.*f %%", decimals, 100*x)
	if text == "-0.0 %" || text == "+0.0 %" {
		return "0.0 %"
	}
	return text
}
