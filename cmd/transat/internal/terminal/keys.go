package terminal

import (
	"strings"
	"unicode/utf8"
)

// Key is a key that was pressed: a letter or sign as it is, such as "q", or one of the names below.
type Key string

// The keys that have names.
const (
	KeyEnter  Key = "enter"
	KeyEscape Key = "escape"
	KeyTab    Key = "tab"
	KeyBack   Key = "backspace"
	KeyUp     Key = "up"
	KeyDown   Key = "down"
	KeyLeft   Key = "left"
	KeyRight  Key = "right"
	KeyHome   Key = "home"
	KeyEnd    Key = "end"
	KeyCtrlC  Key = "ctrl-c"
	KeyCtrlD  Key = "ctrl-d"
)

// keysOf reads what a terminal sends. What it has no name for, such as function keys, is left out.
func keysOf(sent []byte) []Key {
	sequences := []struct {
		sent string
		key  Key
	}{
		{"\x1b[A", KeyUp},
		{"\x1b[B", KeyDown},
		{"\x1b[C", KeyRight},
		{"\x1b[D", KeyLeft},
		{"\x1b[H", KeyHome},
		{"\x1b[F", KeyEnd},
		{"\x1bOA", KeyUp},
		{"\x1bOB", KeyDown},
		{"\x1bOC", KeyRight},
		{"\x1bOD", KeyLeft},
		{"\x1bOH", KeyHome},
		{"\x1bOF", KeyEnd},
		{"\x1b[1~", KeyHome},
		{"\x1b[4~", KeyEnd},
		{"\x1b[7~", KeyHome},
		{"\x1b[8~", KeyEnd},
		{"\r", KeyEnter},
		{"\n", KeyEnter},
		{"\t", KeyTab},
		{"\x7f", KeyBack},
		{"\b", KeyBack},
		{"\x03", KeyCtrlC},
		{"\x04", KeyCtrlD},
	}
	var keys []Key
next:
	for text := string(sent); text != ""; {
		for _, s := range sequences {
			if rest, ok := strings.CutPrefix(text, s.sent); ok {
				keys, text = append(keys, s.key), rest
				continue next
			}
		}
		if text[0] == '\x1b' {
			length := escaped(text)
			if length == 1 {
				keys = append(keys, KeyEscape)
			}
			text = text[length:]
			continue
		}
		r, size := utf8.DecodeRuneInString(text)
		if r >= ' ' && r != utf8.RuneError {
			keys = append(keys, Key(text[:size]))
		}
		text = text[size:]
	}
	return keys
}

// escaped is the length of the sequence that a text begins with, 1 if it is the escape key alone.
func escaped(text string) int {
	if len(text) < 2 || text[1] != '[' && text[1] != 'O' {
		return 1
	}
	for i := 2; i < len(text); i++ {
		if text[i] >= '@' && text[i] <= '~' {
			return i + 1
		}
	}
	return len(text)
}
