package reproduce

import (
	"bufio"
	"fmt"
	"io"

	"transat/cmd/transat/internal/report"
)

// WriteTables prints several tables that belong together, under some lines that say what was done. As
// JSON they are one array of rows, and as CSV one list under the keys of all; a row's first key, table,
// says to which it belongs. The error is that of w.
func WriteTables(w io.Writer, caption []string, tables []Table, format report.Format) error {
	switch format {
	case report.JSON:
		rows, err := jsonRows(tables)
		if err != nil {
			return err
		}
		out := bufio.NewWriter(w)
		writeElements(out, rows, "  ")
		out.WriteString("\n")
		return out.Flush()
	case report.CSV:
		records := newRecords()
		if err := records.add(tables, map[string]string{}); err != nil {
			return err
		}
		return records.write(w)
	}
	out := bufio.NewWriter(w)
	for i, t := range tables {
		p := t.printable()
		if i == 0 {
			p.Caption = caption
		} else {
			out.WriteString("\n")
		}
		if t.Title != "" {
			p.Caption = append(p.Caption[:len(p.Caption):len(p.Caption)], t.Title)
		}
		if err := p.Write(out, format); err != nil {
			return fmt.Errorf("table %s: %w", t.Key, err)
		}
	}
	return out.Flush()
}
