package experiment_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/report"
)

// The main table in every format, and as the page has it. With -v, this shows them.
func TestEveryFormatHasTheColumns(t *testing.T) {
	p := plan(t, "php-5-4", "plb", "steal")
	outcome := run(t, p)
	table := experiment.ResultTable("php-5-4", p, outcome, outcome.Rows(p))
	for _, format := range report.Formats() {
		var text strings.Builder
		if err := table.Write(&text, report.Plain(report.Format(format))); err != nil {
			t.Fatal(err)
		}
		showColumn(t, format, text.String())
	}
	page, err := json.Marshal(table.Cells())
	if err != nil {
		t.Fatal(err)
	}
	showColumn(t, "page", string(page))
}

// showColumn logs which columns of numbers a text has, of those that a test may add.
func showColumn(t *testing.T, format, text string) {
	t.Helper()
	if !strings.Contains(text, "send") {
		t.Errorf("%s has no column send:\n%s", format, text)
	}
	if strings.Contains(text, "hops") {
		t.Logf("%s has hops", format)
	}
}

// TestAddingAColumnAsTheDocumentSays adds the line that adding.md shows to the table of columns, and nothing else: all formats
// and the page have the column then. The go command overlays the table with the line over its source.
func TestAddingAColumnAsTheDocumentSays(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the simulator anew")
	}
	document, err := os.ReadFile(filepath.Join("..", "..", "doc", "adding.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```go\n(mean\\(\"hops\".*?)\n```\n.*?below `([a-z_]+)` in `(balance/compare/columns.go)`")
	added := shown.FindStringSubmatch(string(document))
	if added == nil {
		t.Fatal("adding.md shows no line for the table of columns")
	}
	source, err := filepath.Abs(filepath.Join("..", "..", "..", "..", added[3]))
	if err != nil {
		t.Fatal(err)
	}
	columns, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	above := regexp.MustCompile(`(?m)^\t+data\("` + added[2] + `".*$`).FindString(string(columns))
	if above == "" {
		t.Fatalf("%s has no line of %s", added[3], added[2])
	}
	mine := filepath.Join(t.TempDir(), "columns.go")
	if err := os.WriteFile(mine, []byte(strings.Replace(string(columns), above, above+"\n"+added[1], 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {source: mine}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	test := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-overlay="+file, "-run=^TestEveryFormatHasTheColumns$", "-v", ".")
	told, err := test.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, told)
	}
	for _, format := range append(report.Formats(), "page") {
		if !strings.Contains(string(told), format+" has hops") {
			t.Errorf("%s has no hops:\n%s", format, told)
		}
	}
}
