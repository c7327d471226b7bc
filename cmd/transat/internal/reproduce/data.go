package reproduce

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"transat/cmd/transat/internal/report"
)

// claimRecord is a claim in JSON.
type claimRecord struct {
	Section string `json:"section"`
	Claim   string `json:"claim"`
	Holds   bool   `json:"holds"`     // everywhere
	For     string `json:"holds_for"` // the range, if it holds in one only
	Note    string `json:"note"`
}

// writeJSON prints an array with one object an item; rows and claims have a line each.
func (f Findings) writeJSON(w io.Writer) error {
	out := bufio.NewWriter(w)
	out.WriteString("[")
	for i, finding := range f {
		if i > 0 {
			out.WriteString(",")
		}
		if err := finding.writeJSON(out); err != nil {
			return err
		}
	}
	if len(f) > 0 {
		out.WriteString("\n")
	}
	out.WriteString("]\n")
	return out.Flush()
}

func (f Finding) writeJSON(out *bufio.Writer) error {
	rows, err := jsonRows(f.Result.Tables)
	if err != nil {
		return err
	}
	var claims []any
	for _, c := range f.Result.Claims {
		record := claimRecord{Section: c.Section, Claim: c.Text, Holds: c.Verdict == Holds, Note: c.Note}
		if c.Verdict == HoldsPartly {
			record.For = c.Range
		}
		claims = append(claims, record)
	}
	var files []any
	for _, name := range f.Pictures {
		files = append(files, name)
	}
	out.WriteString("\n  {\n")
	for _, field := range []struct {
		name  string
		value any
	}{{"item", f.Item.Name}, {"title", f.Item.Title}, {"source", f.Item.Source}, {"quick", f.Quick}, {"seed", f.Seed}} {
		fmt.Fprintf(out, "    %q: %s,\n", field.name, encoded(field.value))
	}
	writeArray(out, "rows", rows)
	out.WriteString(",\n")
	writeArray(out, "claims", claims)
	out.WriteString(",\n")
	writeArray(out, "figures", files)
	out.WriteString("\n  }")
	return nil
}

// jsonRows returns the rows of tables as JSON objects, each with the key of its table.
func jsonRows(tables []Table) ([]any, error) {
	var all []any
	for _, t := range tables {
		var text bytes.Buffer
		if err := t.keyed().Write(&text, report.JSON); err != nil {
			return nil, err
		}
		var rows []json.RawMessage
		if err := json.Unmarshal(text.Bytes(), &rows); err != nil {
			return nil, err
		}
		for _, row := range rows {
			all = append(all, row)
		}
	}
	return all, nil
}

// keyed is the table with its key as the first column.
func (t Table) keyed() report.Table[int] {
	p := t.printable()
	key := report.Column[int]{Key: "table", Value: func(int) any { return t.Key }}
	p.Columns = slices.Insert(slices.Clone(p.Columns), 0, key)
	return p
}

func writeArray(out *bufio.Writer, name string, values []any) {
	fmt.Fprintf(out, "    %q: ", name)
	writeElements(out, values, "      ")
}

// writeElements writes an array whose elements have a line each, with so much before them.
func writeElements(out *bufio.Writer, values []any, indent string) {
	out.WriteString("[")
	for i, value := range values {
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString("\n" + indent)
		if raw, ok := value.(json.RawMessage); ok {
			out.Write(raw)
		} else {
			out.Write(encoded(value))
		}
	}
	if len(values) > 0 {
		out.WriteString("\n" + indent[2:])
	}
	out.WriteString("]")
}

// encoded is a string, number, bool or claim as JSON.
func encoded(value any) []byte {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err) // none of them can fail
	}
	return bytes.TrimSpace(text.Bytes())
}

// writeCSV prints the rows of all tables under one line of keys: item, table, and the keys of all
// tables in the order in which they turn up.
func (f Findings) writeCSV(w io.Writer) error {
	records := newRecords("item")
	for _, finding := range f {
		if err := records.add(finding.Result.Tables, map[string]string{"item": finding.Item.Name}); err != nil {
			return err
		}
	}
	return records.write(w)
}

// records are rows of several tables, by key.
type records struct {
	keys []string
	rows []map[string]string
}

// newRecords begins records with so many keys before those of the tables.
func newRecords(keys ...string) *records { return &records{keys: keys} }

// add appends the rows of tables, each with what they have in common.
func (r *records) add(tables []Table, common map[string]string) error {
	for _, t := range tables {
		var text bytes.Buffer
		if err := t.keyed().Write(&text, report.CSV); err != nil {
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

func (r *records) write(w io.Writer) error {
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
