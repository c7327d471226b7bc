package reproduce

import (
	"fmt"
	"io"

	"transat/cmd/transat/internal/report"
)

// Finding is what is printed of an item that was run.
type Finding struct {
	Item   Item
	Result *Result
	Quick  bool
	Seed   uint64
	Files  // that were written for it
}

// Findings are those of all items that were run, in order.
type Findings []Finding

// Write prints the findings: Text and Markdown for people; for programs JSON, an array with one object
// an item, and CSV, one line for every row of every table, in which columns that a table does not have
// are empty. The error is that of w.
func (f Findings) Write(w io.Writer, format report.Format) error {
	switch format {
	case report.Text:
		return f.writeText(w)
	case report.Markdown:
		return f.writeMarkdown(w)
	case report.CSV:
		return f.writeCSV(w)
	case report.JSON:
		return f.writeJSON(w)
	}
	return fmt.Errorf("no output format %q", format)
}

// size is the word for how much was run.
func (f Finding) size() string {
	if f.Quick {
		return "quick"
	}
	return "full"
}
