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

func TestBareAndWidth(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "",
		"plain":                          "plain",
		"\x1b[1mbold\x1b[0m":             "bold",
		"a\x1b[38;2;1;2;3m é\x1b[0m b":   "a é b",
		"\x1b[48;5;17m\x1b[31m▀▀\x1b[0m": "▀▀",
		"cut off: \x1b[3":                "cut off: ",
	} {
		if got := terminal.Bare(text); got != want {
			t.Errorf("%q is %q without colours, want %q", text, got, want)
		}
		if got, want := terminal.Width(text), len([]rune(want)); got != want {
			t.Errorf("%q has %d columns, want %d", text, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, tc := range []struct {
		text    string
		columns int
		want    string
	}{
		{"columns", 7, "columns"},
		{"columns", 6, "colum…"},
		{"columns", 1, "…"},
		{"日本語", 6, "日本語"}, // two columns each
		{"日本語", 5, "日本…"},
		{"日本語", 4, "日…"},
	} {
		if got := terminal.Cut(tc.text, tc.columns); got != tc.want {
			t.Errorf("%q in %d columns is %q, want %q", tc.text, tc.columns, got, tc.want)
		}
	}
}

func TestHang(t *testing.T) {
	for _, tc := range []struct {
		name, line string
		columns    int
		want       []string
	}{
		{"fits", "  name   what it is", 20, []string{"  name   what it is"}},
		{"under the last column", "  name   what it is for", 20, []string{"  name   what it is", "         for"}},
		{"no columns", "  what it is for", 12, []string{"  what it is", "  for"}},
		{"the last column has no room", "  a   why it is so   pneumonia", 20, []string{"  a   why it is so", "      pneumonia"}},
		{"more than letters", "  —→   what it is for", 18, []string{"  —→   what it is", "       for"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, terminal.Hang(tc.line, tc.columns)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestShell(t *testing.T) {
	for _, tc := range []struct {
		name, line string
		want       []string
	}{
		{"fits", "  transat solve php-5-4", []string{"  transat solve php-5-4"}},
		{"is broken", "  transat solve php-5-4 --stats", []string{`  transat solve php-5-4 \`, "      --stats"}},
		{"quoted", "  transat solve 'a b c d e'", []string{`  transat solve \`, "      'a b c d e'"}},
		{"comment", "  transat solve php-5-4   # soon done", []string{"  # soon done", "  transat solve php-5-4"}},
		{"no comment", "  transat solve php#5-4 --stats", []string{`  transat solve php#5-4 \`, "      --stats"}},
		{"broken already", `  transat solve php-5-4 -j 2 \`, []string{`  transat solve php-5-4 \`, `      -j 2 \`}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, terminal.Shell(tc.line, 26)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
