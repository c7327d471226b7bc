package report

import (
	"strings"
	"unicode/utf8"
)

// Colours are few: headings are bold, rules faint, and verdicts green, yellow and red. The words and marks say
// the same without them.
const (
	bold    = "\x1b[1m"
	dim     = "\x1b[2m"
	red     = "\x1b[31m"
	green   = "\x1b[32m"
	yellow  = "\x1b[33m"
	plainly = "\x1b[0m"
)

// in puts a text, but not the spaces round it, into a colour.
func (s Style) in(colour, text string) string {
	word := strings.TrimSpace(text)
	if !s.Colour || word == "" {
		return text
	}
	before, after, _ := strings.Cut(text, word)
	return before + colour + word + plainly + after
}

func (s Style) strong(text string) string { return s.in(bold, text) }
func (s Style) faint(text string) string  { return s.in(dim, text) }

// mark is the sign of a verdict.
func (s Style) mark(c Claim) string {
	switch c.Verdict {
	case Good:
		return s.in(green, c.Mark)
	case Mixed:
		return s.in(yellow, c.Mark)
	case Bad:
		return s.in(red, c.Mark)
	}
	return c.Mark
}

// letters is how many columns a text takes, colours aside.
func letters(text string) int {
	for _, colour := range []string{bold, dim, red, green, yellow, plainly} {
		text = strings.ReplaceAll(text, colour, "")
	}
	return utf8.RuneCountInString(text)
}
