package atlas

import (
	"bytes"
	"strings"
	"testing"

	"transat/cmd/transat/internal/atlas"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/terminal"
)

// On a terminal of 80 columns the long tables have a line for each row.
func TestRowsOfTheMapAreOneLine(t *testing.T) {
	trees, loads := atlas.Kinds(atlas.Judge(atlas.Map()))
	for _, sheet := range []report.Sheet{
		groupSheet(trees, false), rivalSheet(atlas.Crowded(trees), false),
		caseSheet("cases", "The winners", trees), caseSheet("loads_cases", "The winners on dynamic loads", loads),
	} {
		var out bytes.Buffer
		style := report.Style{Format: report.Text, Screen: terminal.Screen{Columns: 80}}
		if err := report.WriteSheets(&out, nil, []report.Sheet{sheet}, style); err != nil {
			t.Fatal(err)
		}
		_, rows, _ := strings.Cut(out.String(), "─\n")
		rows, _, _ = strings.Cut(rows, " no room for")
		rows, _, _ = strings.Cut(rows, "\n\n")
		lines := strings.Split(strings.TrimSuffix(rows, "\n"), "\n")
		if len(lines) != sheet.Rows() {
			t.Errorf("%s: %d lines for %d rows", sheet.Title, len(lines), sheet.Rows())
		}
		for _, line := range lines {
			if n := len([]rune(line)); n > 80 {
				t.Errorf("%s: %d columns: %s", sheet.Title, n, line)
				break
			}
		}
	}
}
