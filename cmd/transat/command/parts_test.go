package command

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"transat/cmd/transat/command/internal/cli"
)

// Where many parts are missing, the first ones are named, in their order, and how many were looked at.
func TestMissingPartsAreNamedInOrder(t *testing.T) {
	t.Chdir(t.TempDir())
	if code, stdout, stderr := transatHere(t, t.Context(), "solve --proof-parts=many --cube-depth=4 80-344-3/1"); code != cli.Unsatisfiable {
		t.Fatalf("exit code %d, %s%s", code, stdout, stderr)
	}
	all, err := filepath.Glob("many/*.lrat")
	if err != nil || len(all) < 12 {
		t.Fatalf("parts %v, error %v", all, err)
	}
	for _, name := range all {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	code, stdout, _ := transatHere(t, t.Context(), "check --parts=many --threads=1 80-344-3/1")
	if code != cli.Failure {
		t.Errorf("exit code %d", code)
	}
	var named []string
	for _, found := range regexp.MustCompile(`(?m)^c many/(\d+)\.lrat is missing`).FindAllStringSubmatch(stdout, -1) {
		named = append(named, found[1])
	}
	if got := strings.Join(named, " "); got != "1 2 3 4 5 6 7 8 9 0" || !strings.Contains(stdout, "c 10 of 14 parts were looked at\n") {
		t.Errorf("named are %s in\n%s", got, stdout)
	}
}
