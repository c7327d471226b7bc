package reproduce

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

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
	objects, err := report.JSONRows(f.Result.Tables)
	if err != nil {
		return err
	}
	var rows, claims []any
	for _, row := range objects {
		rows = append(rows, row)
	}
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
	records := report.NewRecords("item")
	for _, finding := range f {
		if err := records.Add(finding.Result.Tables, map[string]string{"item": finding.Item.Name}); err != nil {
			return err
		}
	}
	return records.Write(w)
}
