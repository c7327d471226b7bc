package report

import (
	"encoding/json"
	"slices"
)

// Cells are a table whose cells are text already, for programs that draw tables themselves, such as a page.
type Cells struct {
	Caption []string   `json:"caption"`
	Columns []Heading  `json:"columns"`
	Rows    [][]string `json:"rows"`
	Notes   []string   `json:"notes"`
}

// Heading is a column of Cells.
type Heading struct {
	Key  string `json:"key"`
	Text string `json:"text"`
	Left bool   `json:"left"` // text is aligned left, numbers right
}

// Cells returns the table as people see it: the columns that have a heading.
func (t Table[R]) Cells() Cells {
	cells := Cells{Caption: t.Caption, Notes: t.notes(lineWidth, nil), Rows: make([][]string, len(t.Rows))}
	if t.Outcome != "" {
		cells.Caption = append(slices.Clip(cells.Caption), t.Outcome)
	}
	for _, c := range t.Columns {
		if c.Heading == "" {
			continue
		}
		cells.Columns = append(cells.Columns, Heading{Key: c.Key, Text: c.Heading, Left: c.Left})
		for i, row := range t.Rows {
			cells.Rows[i] = append(cells.Rows[i], c.cell(row))
		}
	}
	return cells
}

// Objects returns the rows as the format JSON has them: an object each, with all columns.
func (t Table[R]) Objects() ([]json.RawMessage, error) {
	rows, err := objects(NewSheet("", "", t.Columns, t.Rows).Table())
	if err != nil {
		return nil, err
	}
	all := make([]json.RawMessage, len(rows))
	for i, row := range rows {
		all[i] = row
	}
	return all, nil
}
