package command

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/cmd/transat/internal/output"
)

const readme = "../../../README.md"

// TestReadmeTables holds the tables of the README that list what the program knows to its registries.
// With -update it writes them.
func TestReadmeTables(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	got := string(text)
	for _, s := range sections() {
		begin, end := fmt.Sprintf("<!-- %s -->\n", s.name), fmt.Sprintf("<!-- end of %s -->\n", s.name)
		before, rest, found := strings.Cut(got, begin)
		if !found {
			continue
		}
		_, after, found := strings.Cut(rest, end)
		if !found {
			t.Fatalf("README.md has no line %s", end)
		}
		got = before + begin + readmeTable(s.entries(balance.Builtin())) + end + after
	}
	for _, name := range []string{"policies", "topologies", "experiments"} {
		if !strings.Contains(got, fmt.Sprintf("<!-- %s -->\n", name)) {
			t.Errorf("README.md has no table of %s", name)
		}
	}
	if *update {
		err := output.WriteFile(readme, func(w io.Writer) error {
			_, err := io.WriteString(w, got)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(text), got); diff != "" {
		t.Errorf("README.md differs from the registries (go test ./cmd/transat/command -run Readme -update mends it):\n%s", diff)
	}
}

// readmeTable is a table with a line for each entry, and with sources if all have one.
func readmeTable(entries []entry) string {
	sources := !slices.ContainsFunc(entries, func(e entry) bool { return e.source == "" })
	var b strings.Builder
	line := func(cells ...string) {
		if !sources {
			cells = cells[:2]
		}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	line("name", "what it is", "source")
	line("---", "---", "---")
	for _, e := range entries {
		line("`"+e.name+"`", strings.ReplaceAll(e.title, "|", `\|`), strings.ReplaceAll(e.source, "|", `\|`))
	}
	return b.String()
}
