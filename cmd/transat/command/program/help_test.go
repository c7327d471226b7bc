package program_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"transat/cmd/transat/doc"
)

// The declarations in the help topic are those of the examples, which run.
func TestTheHelpHasThisCode(t *testing.T) {
	topic, err := doc.Find("search")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, m := range regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(topic.Text, -1) {
		if !regexp.MustCompile(`^(type |func \(|func problem|Mode: |sum, )`).MatchString(m[1]) {
			continue // a call
		}
		checked++
		if !strings.Contains(flush(string(source)), flush(m[1])) {
			t.Errorf("this is not in example_test.go:\n%s", m[1])
		}
	}
	if checked != 5 {
		t.Errorf("%d blocks of declarations, want 5", checked)
	}
}

// flush is code without the tabs before its lines.
func flush(code string) string { return regexp.MustCompile(`(?m)^\t+`).ReplaceAllString(code, "") }
