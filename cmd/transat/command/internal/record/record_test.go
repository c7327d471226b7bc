package record

import (
	"strings"
	"testing"

	"transat/cmd/transat/internal/profiler"
)

// The user is told of nodes that came more than once.
func TestRepeatedNodesAreTold(t *testing.T) {
	for n, want := range map[int64]string{1: "a node came twice, and counts once", 2: "2 messages were about nodes that had come before"} {
		if lines := story(&profiler.Trace{Repetition: n}); len(lines) != 1 || !strings.Contains(lines[0], want) {
			t.Errorf("%d: %q, want %q", n, lines, want)
		}
	}
}
