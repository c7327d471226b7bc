package command

import (
	"strings"
	"testing"

	"transat/balance"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/terminal"
)

// On a terminal no title of a list is cut in the middle of a word; elsewhere an entry has its title on one line.
func TestTitlesFitTheTerminal(t *testing.T) {
	long := cli.Entry{Name: "name", Title: strings.TrimSpace(strings.Repeat("word ", 30))}
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

// A policy that says nothing of itself is listed and shown without blank lines or spaces at the ends of lines.
func TestPoliciesThatSayNothing(t *testing.T) {
	spec := balance.Spec{
		Name: "bare", Kinds: []string{"mesh"}, Estimate: "count",
		New: func(balance.Topology, balance.Values) balance.Maker {
			return func(int) balance.Policy { return struct{ balance.Base }{} }
		},
	}
	run := func(args ...string) string {
		var out, errs strings.Builder
		if code := Main(args, strings.NewReader(""), &out, &errs, Policies(balance.Builtin().With(spec))); code != 0 {
			t.Fatalf("%v: exit %d, %s", args, code, errs.String())
		}
		return out.String()
	}
	if got, want := run("policy", "show", "bare"), "bare\n\n  topologies: mesh; load estimate: count\n"; got != want {
		t.Errorf("shown as %q, want %q", got, want)
	}
	for line := range strings.Lines(run("list", "policies", "--long")) {
		if line = strings.TrimSuffix(line, "\n"); line == "" || strings.HasSuffix(line, " ") {
			t.Errorf("line %q", line)
		}
	}
	if csv := run("list", "policies", "--format=csv"); !strings.Contains(csv, "policy,bare,,,") || strings.Contains(csv, ",; ") {
		t.Errorf("as CSV:\n%s", csv)
	}
}
