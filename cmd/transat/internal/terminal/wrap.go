package terminal

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// Wrap breaks a text into lines of at most that many columns, at spaces where there are any.
func Wrap(text string, columns int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && Width(line)+1+Width(word) > columns {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// Width is the number of columns that a text takes. What switches colours on and off takes none.
func Width(text string) int { return runewidth.StringWidth(Bare(text)) }

// Bare is a text without what switches colours on and off: an escape, and all up to an m.
func Bare(text string) string {
	var bare strings.Builder
	for {
		before, rest, found := strings.Cut(text, "\x1b[")
		bare.WriteString(before)
		if !found {
			return bare.String()
		}
		_, text, _ = strings.Cut(rest, "m")
	}
}

// Cut shortens a text without colours to that many columns, with an ellipsis in the last one.
func Cut(text string, columns int) string {
	if Width(text) <= columns {
		return text
	}
	letters := []rune(text)
	for len(letters) > 0 && Width(string(letters))+1 > columns {
		letters = letters[:len(letters)-1]
	}
	return string(letters) + "…"
}

// What a terminal with colours takes for a switch.
const (
	Bold   = "\x1b[1m"
	Faint  = "\x1b[2m"
	Red    = "\x1b[31m"
	Green  = "\x1b[32m"
	Yellow = "\x1b[33m"
	Plain  = "\x1b[0m"
)
