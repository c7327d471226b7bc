package report

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
)

func (t Table[R]) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	record := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		record[i] = c.Key
	}
	out.Write(record) // an error stays in out
	for _, row := range t.Rows {
		for i, c := range t.Columns {
			record[i] = plain(c.Value(row))
		}
		out.Write(record)
	}
	out.Flush()
	return out.Error()
}

// writeJSON writes an array with one object a line. The objects are put together by hand because
// encoding/json would sort the keys of a map, and a struct would list the columns a second time.
func (t Table[R]) writeJSON(w io.Writer) error {
	out := bufio.NewWriter(w)
	out.WriteString("[")
	for i, row := range t.Rows {
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString("\n  {")
		for j, c := range t.Columns {
			if j > 0 {
				out.WriteString(", ")
			}
			value, err := jsonValue(c.Value(row))
			if err != nil {
				return err
			}
			out.WriteString(`"` + c.Key + `": `)
			out.Write(value)
		}
		out.WriteString("}")
	}
	if len(t.Rows) > 0 {
		out.WriteString("\n")
	}
	out.WriteString("]\n")
	return out.Flush()
}

// jsonValue encodes a value; JSON has no word for a float that is no number but null.
func jsonValue(value any) ([]byte, error) {
	if x, ok := value.(float64); ok && (math.IsNaN(x) || math.IsInf(x, 0)) {
		return []byte("null"), nil
	}
	return json.Marshal(value)
}
