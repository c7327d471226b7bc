// Package foreign quotes text from elsewhere, such as names of files and of other computers, output of scripts, and
// words of files, for a terminal, a log or a comment: [Text] for one line, [Lines] for several.
//
// Such a text may hold a line break, and so a line "s SATISFIABLE" of its own; codes that control a terminal; marks
// that change the direction of text; or bytes that are no text. Text quotes all of these, and leaves everything else as
// it is.
package foreign

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns s as a part of one line. Letters, digits, signs and spaces that a terminal shows stay; everything else
// is written as in a Go string: \n, \x1b, \u202e. Text of a quoted text changes nothing.
func Text(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case unicode.IsGraphic(r):
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRuneToGraphic(r), "'"))
		}
		i += size
	}
	return b.String()
}

// Lines is Text for a text of several lines, such as the comment at the head of a script.
func Lines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = Text(line)
	}
	return strings.Join(lines, "\n")
}

// plain reports whether there is nothing to quote. Most texts are ASCII.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsGraphic(r) }) < 0
		}
	}
	return true
}
