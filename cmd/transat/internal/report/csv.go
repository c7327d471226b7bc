package report

import (
	"encoding/csv"
	"io"
	"slices"
)

// CSV is one list of rows under a line of keys.
const CSV Format = "csv"

type csvFormat struct{}

func (csvFormat) forPrograms() bool { return true }

func (csvFormat) table(w io.Writer, t Table[int], _ Style) error {
	var list records
	list.add(t, nil)
	return list.write(w)
}

// sheets writes one list under the keys of all sheets; a row's first key, table, says to which it belongs.
func (csvFormat) sheets(w io.Writer, _ []string, all []Sheet, _ Style) error {
	var list records
	for _, sheet := range all {
		list.add(sheet.keyed(), nil)
	}
	return list.write(w)
}

// sections writes one list under the keys of all sheets of all sections. A row's first keys are that of
// the sections, and table.
func (csvFormat) sections(w io.Writer, r Sections, _ Style) error {
	list := records{keys: []string{r.Key}}
	for _, section := range r.All {
		for _, sheet := range section.Sheets {
			list.add(sheet.keyed(), map[string]string{r.Key: section.Name})
		}
	}
	return list.write(w)
}

// records are rows under the keys of all of them, in the order in which they turn up. Cells of keys that a
// row does not have are empty.
type records struct {
	keys []string
	rows []map[string]string
}

// add appends the rows of a table, each with what they have in common, by key.
func (r *records) add(t Table[int], common map[string]string) {
	for _, c := range t.Columns {
		if !slices.Contains(r.keys, c.Key) {
			r.keys = append(r.keys, c.Key)
		}
	}
	for _, i := range t.Rows {
		row := map[string]string{}
		for key, value := range common {
			row[key] = value
		}
		for _, c := range t.Columns {
			row[c.Key] = plain(c.Value(i))
		}
		r.rows = append(r.rows, row)
	}
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
