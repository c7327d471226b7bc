package doc

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"transat/cmd/transat/internal/report"
)

// The files that adding.md shows and the lines that it adds to tables are laid over the sources, and nothing else: the tests of the
// packages pass then, and know what was added.

// root is the folder of the module.
var root = filepath.Join("..", "..", "..")

// added returns sources with the files that adding.md shows in a folder, and with the lines that it adds to tables there.
func added(t *testing.T, folder string, want int) overlay {
	t.Helper()
	if os.Getenv("TRANSAT_TEST_MORE") == "" {
		t.Skip("it compiles packages and their tests anew, so only with TRANSAT_TEST_MORE")
	}
	document, err := files.ReadFile("adding.md")
	if err != nil {
		t.Fatal(err)
	}
	o := overlay{folder: t.TempDir(), Replace: map[string]string{}}
	shown := regexp.MustCompile("(?s)`("+folder+"/[a-z_/]+\\.go)`:\n\n```go\n(.*?)```\n").FindAllStringSubmatch(string(document), -1)
	for _, file := range shown {
		o.write(t, file[1], file[2])
	}
	row := regexp.MustCompile("Add `([^`]+)` as the last line of the table in `(" + folder + "/[^`]+)`")
	lines := row.FindAllStringSubmatch(string(document), -1)
	for _, line := range lines {
		o.addLine(t, line[2], line[1])
	}
	if len(shown) != want || len(lines) != want {
		t.Fatalf("the document has %d files and %d lines for tables in %s, want %d of each", len(shown), len(lines), folder, want)
	}
	return o
}

func TestAddingAPolicyAndATopology(t *testing.T) {
	o := added(t, "balance", 2)
	o.goTest(t, "-short", "./balance", "./balance/topology")
	o.passes(t, "TestPoliciesConform/ask-next", "./balance/conformance")
	o.passes(t, "TestSameSeedSameEvents/ask-next", "./balance/sim")
}

// What a rule picks is recorded with -update, and no other test needs to know of it.
func TestAddingARule(t *testing.T) {
	o := added(t, "solver", 1)
	o.goTest(t, "-skip=^TestPicks", "./solver/internal/rules")
	o.passes(t, "TestWorkersShareALargerTree/negative", "./solver/dpll")
}

// All formats and the page have a column of the table of columns.
func TestAddingAColumn(t *testing.T) {
	o := added(t, "no such folder", 0)
	document, err := files.ReadFile("adding.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```go\n(mean\\(\"hops\".*?)\n```\n.*?below `([a-z_]+)` in `(balance/compare/columns.go)`")
	line := shown.FindStringSubmatch(string(document))
	if line == nil {
		t.Fatal("adding.md shows no line for the table of columns")
	}
	columns, err := os.ReadFile(filepath.Join(root, line[3]))
	if err != nil {
		t.Fatal(err)
	}
	above := regexp.MustCompile(`(?m)^\t+data\("` + line[2] + `".*$`).FindString(string(columns))
	if above == "" {
		t.Fatalf("%s has no line of %s", line[3], line[2])
	}
	o.write(t, line[3], strings.Replace(string(columns), above, above+"\n"+line[1], 1))
	told := o.goTest(t, "-run=^TestEveryFormatHasTheColumns$", "-v", "./cmd/transat/internal/experiment")
	for _, format := range append(report.Formats(), "page") {
		if !strings.Contains(told, format+" has hops") {
			t.Errorf("%s has no hops:\n%s", format, told)
		}
	}
}

// overlay has files in place of those of the module, as go help build says of -overlay.
type overlay struct {
	folder  string
	Replace map[string]string
}

// write puts a text in place of a file of the module.
func (o overlay) write(t *testing.T, name, text string) {
	t.Helper()
	place, err := filepath.Abs(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	o.Replace[place] = filepath.Join(o.folder, fmt.Sprintf("%d.go", len(o.Replace)))
	if err := os.WriteFile(o.Replace[place], []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// addLine adds the last line to the table in a file, which a function returns.
func (o overlay) addLine(t *testing.T, name, line string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	head, tail, found := strings.Cut(string(text), "\n\treturn []")
	table, rest, ended := strings.Cut(tail, "\n\t}\n}\n")
	if !found || !ended {
		t.Fatalf("%s has no table", name)
	}
	o.write(t, name, head+"\n\treturn []"+table+"\n\t\t"+line+"\n\t}\n}\n"+rest)
}

// goTest returns what go test says with the overlay.
func (o overlay) goTest(t *testing.T, arguments ...string) string {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(o.folder, "overlay.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	test := exec.CommandContext(t.Context(), "go", append([]string{"test", "-vet=off", "-ldflags=-s", "-overlay=" + file}, arguments...)...)
	test.Dir = root
	told, err := test.CombinedOutput()
	if err != nil {
		t.Fatalf("go test %s: %v\n%s", strings.Join(arguments, " "), err, told)
	}
	return string(told)
}

// passes fails unless a test runs, and passes.
func (o overlay) passes(t *testing.T, test, where string) {
	t.Helper()
	if told := o.goTest(t, "-v", "-run="+test, where); !strings.Contains(told, "--- PASS: "+test) {
		t.Errorf("%s does not run:\n%s", test, told)
	}
}
