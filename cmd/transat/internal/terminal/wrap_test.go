package terminal_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/cmd/transat/internal/terminal"
)

func TestWrapKeepsTheWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zé]{1,12}`), 1, 30).Draw(t, "words")
		width := rapid.IntRange(12, 40).Draw(t, "width")
		var got []string
		for _, line := range terminal.Wrap(strings.Join(words, " "), width) {
			if n := terminal.Width(line); n > width {
				t.Errorf("%q has %d columns, want at most %d", line, n, width)
			}
			got = append(got, strings.Fields(line)...)
		}
		if diff := cmp.Diff(words, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	})
}
