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

// Width is the number of columns that a text takes. What switches bold text on and off takes none.
func Width(text string) int {
	return runewidth.StringWidth(strings.NewReplacer(Bold, "", Plain, "").Replace(text))
}

// What a terminal with colours takes for a switch.
const (
	Bold  = "\x1b[1m"
	Plain = "\x1b[0m"
)
