package command

import (
	"os"
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/cli"
)

// The README's first table has the columns that compare prints, and around it the same words: all lines but those with numbers of the
// formula and of the runs.
func TestREADMEShowsTheTableOfCompare(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n```\n350-1505-3/03: ")
	shown, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("the README does not show the table")
	}
	code, out, stderr := transat(t, t.Context(), "compare --grid=4x4 php-5-4")
	if code != cli.OK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	words := func(line string) string { return strings.Join(strings.Fields(line), " ") }
	lines := map[string]bool{}
	for line := range strings.Lines(shown) {
		lines[words(line)] = true
	}
	compared := 0
	out, _, _ = strings.Cut(out, "\ndilation")
	for line := range strings.Lines(out) {
		line = words(line)
		for _, begin := range []string{"times are", "policy ", "topology:", "time:", "bal:", "send:", "efficiency:"} {
			if strings.HasPrefix(line, begin) {
				if compared++; !lines[line] {
					t.Errorf("the README lacks %q", line)
				}
			}
		}
	}
	if compared != 7 {
		t.Errorf("%d lines of compare were looked for, want 7:\n%s", compared, out)
	}
	for _, policy := range []string{"adaptive", "steal", "plb", "lade", "liquid-c5", "none"} {
		if !strings.Contains(out, "\n "+policy+" ") || !strings.Contains(shown, "\n "+policy+" ") {
			t.Errorf("%s is not in both tables", policy)
		}
	}
}
