package terminal

import (
	"slices"
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

// Hang breaks an indented line so that its rest stands under its last column that leaves room for its words: columns have two or more
// spaces between them.
func Hang(line string, columns int) []string {
	if Width(line) <= columns {
		return []string{line}
	}
	indent := len(line) - len(strings.TrimLeft(line, " "))
	for end := len(line); end > indent; {
		gap := strings.LastIndex(line[indent:end], "  ")
		if gap < 0 {
			break
		}
		end = indent + gap
		if at := end + len("  "); Width(line[:at])+longestWord(line[at:]) <= columns {
			indent = at
			break
		}
	}
	lines := Wrap(line[indent:], columns-Width(line[:indent]))
	for i := range lines {
		if i == 0 {
			lines[i] = line[:indent] + lines[i]
		} else {
			lines[i] = strings.Repeat(" ", Width(line[:indent])) + lines[i]
		}
	}
	return lines
}

func longestWord(text string) int {
	most := 0
	for word := range strings.FieldsSeq(text) {
		most = max(most, Width(word))
	}
	return most
}

// Fit says how wide each column of a table is in that much room, without what lies between them. If they do not fit as wide as they
// are, the widest give way, to an equal width, but none to less than its least. They may still be wider than the room.
func Fit(wide, least []int, room int) []int {
	wide = slices.Clone(wide)
	sum := 0
	for _, w := range wide {
		sum += w
	}
	for ; sum > room; sum-- {
		widest := -1
		for i := range wide {
			if wide[i] > least[i] && (widest < 0 || wide[i] > wide[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		wide[widest]--
	}
	return wide
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
