package terminal

import (
	"image/color"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestKeysOf(t *testing.T) {
	for _, tc := range []struct {
		name, sent string
		want       []Key
	}{
		{"letters", "qä?", []Key{"q", "ä", "?"}},
		{"arrows", "\x1b[A\x1b[B\x1bOC\x1b[D", []Key{KeyUp, KeyDown, KeyRight, KeyLeft}},
		{"ends", "\x1b[H\x1b[4~", []Key{KeyHome, KeyEnd}},
		{"control", "\r\n\t\x7f\x03\x04", []Key{KeyEnter, KeyEnter, KeyTab, KeyBack, KeyCtrlC, KeyCtrlD}},
		{"escape alone", "\x1b", []Key{KeyEscape}},
		{"escape, then a letter", "\x1bq", []Key{KeyEscape, "q"}},
		{"unknown sequences", "\x1b[15~a\x1b[1;5Cb", []Key{"a", "b"}},
		{"a sequence cut short", "\x1b[1;", nil},
		{"no text", "\xff\x01", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, keysOf([]byte(tc.sent))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Only lines that differ are written, and what is left of the old ones goes.
func TestChanged(t *testing.T) {
	all := changed(nil, []string{"a", "b"})
	for _, want := range []string{"\x1b[1;1Ha", "\x1b[2;1Hb", "\x1b[3;1H" + restOfAll} {
		if !strings.Contains(all, want) {
			t.Errorf("%q lacks %q", all, want)
		}
	}
	if got, want := changed([]string{"a", "b"}, []string{"a", "c"}), beginFrame+"\x1b[2;1Hc"+restOfLine+endFrame; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := changed([]string{"a", "b"}, []string{"a"}), beginFrame+"\x1b[2;1H"+restOfAll+endFrame; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNoConsoleWithoutATerminal(t *testing.T) {
	if _, err := OpenConsole(strings.NewReader(""), io.Discard); err != ErrNoConsole {
		t.Errorf("error %v", err)
	}
}

func TestPaintOf(t *testing.T) {
	for _, tc := range []struct {
		env  map[string]string
		want Paint
	}{
		{map[string]string{"TERM": "xterm-256color"}, Paints256},
		{map[string]string{"TERM": "xterm-256color", "COLORTERM": "truecolor"}, TruePaint},
		{map[string]string{"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, NoPaint},
		{map[string]string{"TERM": "xterm-direct"}, TruePaint},
		{map[string]string{"TERM": "linux"}, FewPaints},
		{map[string]string{"TERM": "vt100"}, NoPaint},
		{map[string]string{"TERM": "dumb", "COLORTERM": "24bit"}, NoPaint},
	} {
		if got := PaintOf(func(name string) string { return tc.env[name] }); got != tc.want {
			t.Errorf("%v: %d, want %d", tc.env, got, tc.want)
		}
	}
}

func TestNearest256(t *testing.T) {
	for _, tc := range []struct {
		c    color.RGBA
		want int
	}{
		{color.RGBA{0, 0, 0, 0xFF}, 16},
		{color.RGBA{255, 255, 255, 0xFF}, 231},
		{color.RGBA{215, 95, 0, 0xFF}, 166},
		{color.RGBA{0x80, 0x80, 0x80, 0xFF}, 244},
	} {
		if got := nearest256(tc.c); got != tc.want {
			t.Errorf("%v: %d, want %d", tc.c, got, tc.want)
		}
	}
}
