// Package terminaltest has a terminal for tests: a pseudo-terminal ([Open]), and the screen that it would show ([Screen]).
//
//	t := terminaltest.Open(t, 80)
//	fmt.Fprint(t.File, "50 %\rc done\n")
//	t.Lines() // "c done"
//
// It knows what the program writes to a terminal beside text: \r, \n, and switches for colours.
package terminaltest

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// Screen returns the lines on a terminal of that many columns after a text has been written to it, without spaces at their ends. A
// line that is too long goes on in the next one.
func Screen(columns int, text string) []string {
	lines := [][]rune{nil}
	row, column := 0, 0
	next := func() {
		row, column = row+1, 0
		if row == len(lines) {
			lines = append(lines, nil)
		}
	}
	escape := false
	for _, r := range text {
		switch {
		case escape:
			escape = r != 'm'
		case r == '\x1b':
			escape = true
		case r == '\r':
			column = 0
		case r == '\n':
			next()
		default:
			wide := runewidth.RuneWidth(r)
			if column+wide > columns {
				next()
			}
			for len(lines[row]) <= column {
				lines[row] = append(lines[row], ' ')
			}
			lines[row][column] = r
			column += wide
		}
	}
	var shown []string
	for _, line := range lines {
		shown = append(shown, strings.TrimRight(string(line), " "))
	}
	for len(shown) > 0 && shown[len(shown)-1] == "" {
		shown = shown[:len(shown)-1]
	}
	return shown
}
