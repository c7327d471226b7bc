package command

import (
	"os"
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/terminal/terminaltest"
	"transat/dimacs"
	"transat/instances/families"
)

// On a terminal of 80 columns no line runs over the bar, and nothing of it stays. The local search shows the bar before auto says which
// engine comes next.
func TestSolveOnATerminal(t *testing.T) {
	t.Chdir(t.TempDir())
	file, err := os.Create("php.cnf")
	if err != nil {
		t.Fatal(err)
	}
	if err := dimacs.Write(file, families.Pigeons(18, 17, families.Pairwise)); err != nil {
		t.Fatal(err)
	}
	file.Close()
	terminal := terminaltest.Open(t, 80)
	code := run(t.Context(), strings.Fields("solve -j 2 --local-search=1000 --time-limit=1s php.cnf"), os.Stdin, terminal.File, terminal.File)
	if code != cli.OK {
		t.Errorf("exit code %d", code)
	}
	written := terminal.Written()
	if !strings.Contains(written, "solving php.cnf") {
		t.Errorf("there was no bar: %q", written)
	}
	lines := terminaltest.Screen(80, written)
	for i, line := range lines {
		said := i > 0 || line == "c php.cnf: 306 variables, 2,619 clauses"
		if strings.ContainsAny(line, "░█") || strings.Contains(line, "solving") || !said {
			t.Errorf("the terminal shows %q", line)
		}
	}
	if shown := strings.Join(lines, "\n"); !strings.Contains(shown, "\nc stopped: ") || !strings.Contains(shown, "\ns UNKNOWN") {
		t.Errorf("the terminal shows %s", shown)
	}
}
