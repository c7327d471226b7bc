package report

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
)

// WriteSheets prints several tables that belong together, under some lines that say what was done. As
// JSON they are one array of rows, and as CSV one list under the keys of all; a row's first key, table,
// says to which it belongs. The error is that of w.
func WriteSheets(w io.Writer, caption []string, sheets []Sheet, format Format) error {
	switch format {
	case JSON:
		return writeJSONRows(w, sheets)
	case CSV:
		records := NewRecords()
		if err := records.Add(sheets, map[string]string{}); err != nil {
			return err
		}
		return records.Write(w)
	}
	out := bufio.NewWriter(w)
	for i, s := range sheets {
		t := s.Table()
		if i == 0 {
			t.Caption = caption
		} else {
			out.WriteString("\n")
		}
		if s.Title != "" {
			t.Caption = append(t.Caption[:len(t.Caption):len(t.Caption)], s.Title)
		}
		if err := t.Write(out, format); err != nil {
			return fmt.Errorf("table %s: %w", s.Key, err)
		}
	}
	return out.Flush()
}

// writeJSONRows prints an array with a row a line.
func writeJSONRows(w io.Writer, sheets []Sheet) error {
	rows, err := JSONRows(sheets)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	out.WriteString("[")
	for i, row := range rows {
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString("\n  ")
		out.Write(row)
	}
	if len(rows) > 0 {
		out.WriteString("\n")
	}
	out.WriteString("]\n")
	return out.Flush()
}

// Records collects the rows of many sheets for one CSV file: a list under the keys of all of them, in the
// order in which they turn up. Cells of keys that a row does not have are empty.
type Records struct {
	keys []string
	rows []map[string]string
}

// NewRecords begins a list with some keys before those of the sheets.
func NewRecords(keys ...string) *Records { return &Records{keys: keys} }

// Add appends the rows of sheets, each with what they have in common, by key.
func (r *Records) Add(sheets []Sheet, common map[string]string) error {
	for _, s := range sheets {
		var text bytes.Buffer
		if err := s.keyed().Write(&text, CSV); err != nil {
			return err
		}
		lines, err := csv.NewReader(&text).ReadAll()
		if err != nil {
			return err
		}
		for _, k := range lines[0] {
			if !slices.Contains(r.keys, k) {
				r.keys = append(r.keys, k)
			}
		}
		for _, line := range lines[1:] {
			row := maps.Clone(common)
			for i, k := range lines[0] {
				row[k] = line[i]
			}
			r.rows = append(r.rows, row)
		}
	}
	return nil
}

// Write prints the list. Its error is that of w.
func (r *Records) Write(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write(r.keys) // an error stays in out
	for _, row := range r.rows {
		line := make([]string, len(r.keys))
		for i, key := range r.keys {
			line[i] = row[key]
		}
		out.Write(line)
	}
	out.Flush()
	return out.Error()
}
