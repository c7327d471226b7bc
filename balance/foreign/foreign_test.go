package foreign_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"transat/balance/foreign"
)

func TestText(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"ASCII", `a "name" with 'signs', and C:\new\x`, `a "name" with 'signs', and C:\new\x`},
		{"letters", "Größe, 語, עברית, naïve 😀", "Größe, 語, עברית, naïve 😀"},
		{"spaces of typesetting", "1\u00a0000\u202f000", "1\u00a0000\u202f000"},
		{"line break", "x\ns SATISFIABLE\nc ", `x\ns SATISFIABLE\nc `},
		{"other line breaks", "a\rb\vc\u2028d\u0085", `a\rb\vc\u2028d\u0085`},
		{"codes for terminals", "\x1b[31mred\x1b]0;title\a\u009b2J", `\x1b[31mred\x1b]0;title\a\u009b2J`},
		{"turned around", "\u202efdp.exe\u2066", `\u202efdp.exe\u2066`},
		{"what no one sees", "a\u200bb\ufeffc\u00add", `a\u200bb\ufeffc\u00add`},
		{"no text", "a\xff\xc3", `a\xff\xc3`},
		{"the sign for no text", "a\ufffd", "a\ufffd"},
		{"private", "\ue000\U000f0000\x7f\x00", `\ue000\U000f0000\x7f\x00`},
		{"tab", "a\tb", `a\tb`},
	} {
		if got := foreign.Text(tc.text); got != tc.want {
			t.Errorf("%s: got %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestTextIsOneLineOfGraphicLetters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.String().Draw(t, "text")
		got := foreign.Text(text)
		if !utf8.ValidString(got) || strings.ContainsFunc(got, func(r rune) bool { return !unicode.IsGraphic(r) }) {
			t.Fatalf("%q stays %q", text, got)
		}
		if foreign.Text(got) != got {
			t.Fatalf("%q is quoted twice", got)
		}
		if lines := foreign.Lines(text); strings.Count(lines, "\n") != strings.Count(text, "\n") {
			t.Fatalf("%q has become %q", text, lines)
		}
	})
}
