// Package foreign makes text that comes from elsewhere fit for a terminal, a log or a comment line: names of files and of other computers,
// what scripts print, words of files that are read.
//
// Such a text may hold a line break, and so a line "s SATISFIABLE" of its own; codes that a terminal obeys; marks that turn the
// direction of what follows; or bytes that are no text. Text quotes all of these, and leaves everything else as it is.
package foreign

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns s as a part of one line. What a terminal shows as a letter, a digit, a sign or a space stays; everything else
// is written as in a Go string: \n, \x1b, \u202e. Text of a text that has been through it is the same.
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

// Lines is Text for what may have several lines, such as the comment at the head of a script.
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
