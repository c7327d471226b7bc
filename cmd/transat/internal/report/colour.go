package report

import (
	"strings"
	"unicode/utf8"

	"transat/cmd/transat/internal/terminal"
)

// Colours are few: headings are bold, rules faint, and verdicts green, yellow and red. The words and marks say
// the same without them.

// in puts a text, but not the spaces round it, into a colour.
func (s Style) in(colour, text string) string {
	word := strings.TrimSpace(text)
	if !s.Colour || word == "" {
		return text
	}
	before, after, _ := strings.Cut(text, word)
	return before + colour + word + terminal.Plain + after
}

func (s Style) strong(text string) string { return s.in(terminal.Bold, text) }
func (s Style) faint(text string) string  { return s.in(terminal.Faint, text) }

// mark is the sign of a verdict.
func (s Style) mark(c ClaimLine) string {
	switch c.Verdict {
	case Good:
		return s.in(terminal.Green, c.Mark)
	case Mixed:
		return s.in(terminal.Yellow, c.Mark)
	case Bad:
		return s.in(terminal.Red, c.Mark)
	}
	return c.Mark
}

// letters is how many columns a text takes, colours aside. Unlike terminal.Width it does not depend on the
// user's language, as what goes to files must not.
func letters(text string) int { return utf8.RuneCountInString(terminal.Bare(text)) }
