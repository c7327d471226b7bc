package cli

import (
	"bytes"
	"testing"

	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/terminal"
)

// A screen that is narrow gets whole words, and lines that programs or shells read stay what they are.
func TestTellFitsTheScreen(t *testing.T) {
	tell := func(a *App) error { return a.Tell("  %s   %s", "name", "what it is for") }
	command := func(a *App) error { return a.TellCommand("  transat solve %s --stats", "php-5-4") }
	comment := func(a *App) error { return a.Tell("c a comment of a solver is one line") }
	all := func(a *App) error { return a.TellAll("one\n  two and three and four\n") }
	for _, tc := range []struct {
		name    string
		columns int
		tell    func(*App) error
		want    string
	}{
		{"a line in a file", 0, tell, "  name   what it is for\n"},
		{"a line", 20, tell, "  name   what it is\n         for\n"},
		{"a command in a file", 0, command, "  transat solve php-5-4 --stats\n"},
		{"a command", 26, command, "  transat solve php-5-4 \\\n      --stats\n"},
		{"a comment", 20, comment, "c a comment of a solver is one line\n"},
		{"lines", 20, all, "one\n  two and three and\n  four\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var out bytes.Buffer
			a := &App{Out: &output.Checked{W: &out}, Screen: terminal.Screen{Columns: tc.columns}}
			if err := tc.tell(a); err != nil || out.String() != tc.want {
				t.Errorf("got %q, %v; want %q", out.String(), err, tc.want)
			}
		})
	}
}
