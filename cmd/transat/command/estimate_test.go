package command

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/cli"
)

func TestEstimateInterruptedBeforeItBegins(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, stdout, stderr := transat(t, ctx, "estimate 200-860-3/1")
	if code != cli.Interrupted || stdout != "" || !strings.Contains(stderr, "interrupted") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// Given cubes are estimated beside two other splits, whether they are in the input or in a list of their own.
func TestEstimateOfGivenCubes(t *testing.T) {
	t.Chdir(t.TempDir())
	const list = "a 1 0\na -1 2 0\na -1 -2 0\n"
	icnf := "p inccnf\n1 2 0\n-1 3 0\n-2 -3 0\n1 -2 3 0\n" + list
	if err := errors.Join(os.WriteFile("list", []byte(list), 0o600), os.WriteFile("input.icnf", []byte(icnf), 0o600)); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"estimate --max-conflicts=100 input.icnf":                    "the given cubes (solve's choice): ",
		"estimate --max-conflicts=100 --cube-list=list example":      "the given cubes (solve's choice): ",
		"estimate --engine=cube --max-conflicts=100 example":         "splitter lookahead (solve's choice): ",
		"estimate --engine=dpll --max-nodes=1 --cube-list=l example": "--cube-list is for --engine=cube",
		"estimate --max-conflicts=100 --cube-list=none example":      "--cube-list: open none: ",
	} {
		_, stdout, stderr := transatHere(t, t.Context(), line)
		if !strings.Contains(stdout+stderr, want) {
			t.Errorf("%s: stdout %q, stderr %q, want %q", line, stdout, stderr, want)
		}
	}
}
