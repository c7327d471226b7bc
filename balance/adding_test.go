package balance_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestAddingAsTheDocumentSays follows adding.md for a policy and a topology: the tests pass with the files that it shows and
// the lines that it adds to tables, and nothing else. The go command overlays both over the sources.
func TestAddingAsTheDocumentSays(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the policies, the machines and their tests anew")
	}
	document, err := os.ReadFile(filepath.Join("..", "cmd", "transat", "doc", "adding.md"))
	if err != nil {
		t.Fatal(err)
	}
	o := overlay{folder: t.TempDir(), Replace: map[string]string{}}
	files := regexp.MustCompile("(?s)`(balance/[a-z_/]+\\.go)`:\n\n```go\n(.*?)```\n").FindAllStringSubmatch(string(document), -1)
	for _, file := range files {
		o.write(t, file[1], file[2])
	}
	lines := regexp.MustCompile("Add `([^`]+)` as the last line of the table in `(balance/[^`]+)`").FindAllStringSubmatch(string(document), -1)
	for _, line := range lines {
		o.addLine(t, line[2], line[1])
	}
	if len(files) != 2 || len(lines) != 2 {
		t.Fatalf("the document has %d files and %d lines for tables, want 2 of each", len(files), len(lines))
	}
	o.goTest(t, "-short", ".", "./topology")
	for test, where := range map[string]string{"TestPoliciesConform/ask-next": "./conformance", "TestSameSeedSameEvents/ask-next": "./sim"} {
		if told := o.goTest(t, "-v", "-run="+test, where); !strings.Contains(told, "--- PASS: "+test) {
			t.Errorf("%s does not run:\n%s", test, told)
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
	place, err := filepath.Abs(filepath.Join("..", name))
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
	text, err := os.ReadFile(filepath.Join("..", name))
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
	told, err := exec.CommandContext(t.Context(), "go",
		append([]string{"test", "-vet=off", "-ldflags=-s", "-overlay=" + file}, arguments...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("go test %s: %v\n%s", strings.Join(arguments, " "), err, told)
	}
	return string(told)
}
