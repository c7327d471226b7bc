package markdown_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/markdown"
	"transat/cmd/transat/internal/terminal"
)

const source = `# Words and *more*

A paragraph of several words, with ` + "`code` and [a link](https://example.org)" + `
that goes on.

![a picture](picture.svg)

## List

- one
  two
- three four five six seven eight nine ten

1. first
2. second

<!-- left out -->
| name | what |
| ---: | --- |
| a | short |
| ` + "`bcd`" + ` | a text that is longer than the rest of the line |

` + "```sh\ntransat compare   # a line of code that is never broken, whatever its length is\n```\n"

const narrow = "Words and more\n" +
	"==============\n" +
	"\n" +
	"A paragraph of several words, with\n" +
	"`code` and a link\n" +
	"(https://example.org) that goes on.\n" +
	"\n" +
	"List\n" +
	"----\n" +
	"\n" +
	"- one two\n" +
	"- three four five six seven eight\n" +
	"  nine ten\n" +
	"\n" +
	"1. first\n" +
	"2. second\n" +
	"\n" +
	" name  what\n" +
	"───────────────────────────────────\n" +
	"    a  short\n" +
	"`bcd`  a text that is longer than\n" +
	"       the rest of the line\n" +
	"\n" +
	"  transat compare   # a line of code that is never broken, whatever its length is\n"

func TestTextFitsTheScreen(t *testing.T) {
	if diff := cmp.Diff(narrow, markdown.Text(source, 35, false)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Colour changes nothing but the marks of headings and code.
func TestColourIsBoldText(t *testing.T) {
	got := markdown.Text(source, 35, true)
	for _, want := range []string{
		terminal.Bold + "Words" + terminal.Plain + " " + terminal.Bold + "and" + terminal.Plain,
		terminal.Bold + "code" + terminal.Plain + " and a link",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	for line := range strings.Lines(got) {
		if terminal.Width(strings.TrimSuffix(line, "\n")) > 35 && !strings.HasPrefix(line, "  ") {
			t.Errorf("too long: %q", line)
		}
	}
}
