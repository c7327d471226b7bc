package command

import (
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/app"
	"transat/cmd/transat/internal/terminal"
)

// On a terminal no title of a list is cut in the middle of a word; elsewhere an entry has its title on one line.
func TestTitlesFitTheTerminal(t *testing.T) {
	long := app.Entry{Name: "name", Title: strings.TrimSpace(strings.Repeat("word ", 30))}
	for _, tc := range []struct{ columns, lines int }{{0, 1}, {80, 3}} {
		var out strings.Builder
		printTitle(&out, long, 6, terminal.Screen{Columns: tc.columns})
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(lines) != tc.lines {
			t.Errorf("%d columns: %d lines, want %d:\n%s", tc.columns, len(lines), tc.lines, out.String())
		}
		for i, line := range lines {
			if tc.columns > 0 && terminal.Width(line) > tc.columns {
				t.Errorf("wider than %d columns: %q", tc.columns, line)
			}
			if i > 0 && !strings.HasPrefix(line, "          word") {
				t.Errorf("not below the title: %q", line)
			}
		}
	}
}
