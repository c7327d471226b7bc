package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"math"
)

// JSON is an array with one object a row.
const JSON Format = "json"

type jsonFormat struct{}

func (jsonFormat) forPrograms() bool { return true }

func (jsonFormat) table(w io.Writer, t Table[int], _ Style) error {
	rows, err := objects(t)
	if err != nil {
		return err
	}
	return writeRows(w, rows)
}

// sheets writes one array; the first key of a row, table, says to which sheet it belongs.
func (jsonFormat) sheets(w io.Writer, _ []string, all []Sheet, _ Style) error {
	rows, err := keyedObjects(all)
	if err != nil {
		return err
	}
	return writeRows(w, rows)
}

func writeRows(w io.Writer, rows [][]byte) error {
	out := bufio.NewWriter(w)
	writeArray(out, rows, "  ")
	out.WriteString("\n")
	return out.Flush()
}

// sections writes an array with one object a section; rows and claims have a line each.
func (jsonFormat) sections(w io.Writer, r Sections, _ Style) error {
	out := bufio.NewWriter(w)
	out.WriteString("[")
	for i, section := range r.All {
		if i > 0 {
			out.WriteString(",")
		}
		if err := writeSection(out, section, r.Key); err != nil {
			return err
		}
	}
	if len(r.All) > 0 {
		out.WriteString("\n")
	}
	out.WriteString("]\n")
	return out.Flush()
}

func writeSection(out *bufio.Writer, c Section, key string) error {
	rows, err := keyedObjects(c.Sheets)
	if err != nil {
		return err
	}
	var claims, files [][]byte
	for _, v := range c.Claims {
		claims = append(claims, encoded(claimRecord{
			Kind: v.Kind, Section: v.Section, Claim: v.Text, Bound: v.Bound, BoundOf: v.BoundOf, Holds: holds(v), For: v.Range, Note: v.Note,
		}))
	}
	for _, name := range c.Pictures {
		files = append(files, encoded(name))
	}
	out.WriteString("\n  {\n")
	for _, field := range append([]KeyValue{{key, c.Name}, {"title", c.Title}}, c.Fields...) {
		out.WriteString(`    "` + field.Key + `": `)
		out.Write(encoded(field.Value))
		out.WriteString(",\n")
	}
	for i, array := range []struct {
		name   string
		values [][]byte
	}{{"rows", rows}, {"claims", claims}, {"figures", files}} {
		if i > 0 {
			out.WriteString(",\n")
		}
		out.WriteString(`    "` + array.name + `": `)
		writeArray(out, array.values, "      ")
	}
	out.WriteString("\n  }")
	return nil
}

// writeArray writes an array whose elements have a line each, after an indent.
func writeArray(out *bufio.Writer, values [][]byte, indent string) {
	out.WriteString("[")
	for i, value := range values {
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString("\n" + indent)
		out.Write(value)
	}
	if len(values) > 0 {
		out.WriteString("\n" + indent[2:])
	}
	out.WriteString("]")
}

// claimRecord is a claim in JSON.
type claimRecord struct {
	Kind    string `json:"kind"` // whose it is
	Section string `json:"section"`
	Claim   string `json:"claim"`
	Bound   string `json:"bound"`
	BoundOf string `json:"bound_of"`
	Holds   *bool  `json:"holds"`     // everywhere; null if it was not judged
	For     string `json:"holds_for"` // the range, if it holds in one only
	Note    string `json:"note"`
}

// holds is nil for a claim without a verdict.
func holds(c ClaimLine) *bool {
	if c.Verdict == None {
		return nil
	}
	everywhere := c.Verdict == Good
	return &everywhere
}

// objects are the rows of a table as JSON. They are put together by hand because encoding/json would sort
// the keys of a map, and a struct would list the columns a second time.
func objects(t Table[int]) ([][]byte, error) {
	var all [][]byte
	for _, row := range t.Rows {
		var object bytes.Buffer
		object.WriteString("{")
		for i, c := range t.Columns {
			if i > 0 {
				object.WriteString(", ")
			}
			value, err := jsonValue(c.Value(row))
			if err != nil {
				return nil, err
			}
			object.WriteString(`"` + c.Key + `": `)
			object.Write(value)
		}
		object.WriteString("}")
		all = append(all, object.Bytes())
	}
	return all, nil
}

// keyedObjects are the rows of sheets, each with the key of its sheet.
func keyedObjects(sheets []Sheet) ([][]byte, error) {
	var all [][]byte
	for _, s := range sheets {
		rows, err := objects(s.keyed())
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}

// jsonValue encodes the value of a cell; JSON has no word for a float that is no number but null.
func jsonValue(value any) ([]byte, error) {
	if x, ok := value.(float64); ok && (math.IsNaN(x) || math.IsInf(x, 0)) {
		return []byte("null"), nil
	}
	return json.Marshal(value)
}

// encoded is a string, number, bool or claim as JSON, in letters that people can read.
func encoded(value any) []byte {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err) // none of them can fail
	}
	return bytes.TrimSpace(text.Bytes())
}
