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
		if !strings.HasPrefix(m[1], "type ") && !strings.HasPrefix(m[1], "func (") && !strings.HasPrefix(m[1], "func problem") {
			continue // a call
		}
		checked++
		if !strings.Contains(string(source), m[1]) {
			t.Errorf("this is not in example_test.go:\n%s", m[1])
		}
	}
	if checked != 3 {
		t.Errorf("%d blocks of declarations, want 3", checked)
	}
}
