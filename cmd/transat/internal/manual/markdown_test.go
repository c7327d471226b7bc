package manual_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"transat/cmd/transat/doc"
	"transat/cmd/transat/internal/course"
	"transat/cmd/transat/internal/manual"
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

### Numbers

1. first
2. second

<!-- left out -->
| name | what |
| ---: | --- |
| a | short |
| ` + "`bcd`" + ` | a text that is longer than the rest of the line |

` + "```sh\ntransat compare php-5-4 --grid=8x8   # command lines are broken so that they can be copied\n```\n" + `
` + "```\na picture, or other code, is never broken, whatever its length is\n```\n"

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
	"Numbers\n" +
	"~~~~~~~\n" +
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
	"  # command lines are broken so that they can be copied\n" +
	"  transat compare php-5-4 \\\n" +
	"      --grid=8x8\n" +
	"\n" +
	"  a picture, or other code, is never broken, whatever its length is\n"

func TestTextFitsTheScreen(t *testing.T) {
	if diff := cmp.Diff(narrow, manual.Text(source, 35, false)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Colour changes nothing but the marks of headings and code.
func TestColourIsBoldText(t *testing.T) {
	got := manual.Text(source, 35, true)
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

func TestOrderedListsBeginWithTheirNumbers(t *testing.T) {
	const lists = "2. two\n3. three\n\n    more\n\nA text with\n2. no list\n\n- a\n\n  1. inner\n\nCode\n\n```\n7. code\n```\n\n4. four\n"
	const want = "2. two\n\n3. three\n\n   more\n\nA text with 2. no list\n\n- a\n\n  1. inner\n\nCode\n\n  7. code\n\n4. four\n"
	if diff := cmp.Diff(want, manual.Text(lists, 80, false)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	html := string(manual.HTML(lists))
	for _, want := range []string{"<ol start=\"2\">", "<ol>\n<li>inner", "<ol start=\"4\">\n<li>four"} {
		if strings.Count(html, want) != 1 {
			t.Errorf("want %q once in\n%s", want, html)
		}
	}
}

// Our parser is a small one. The texts of the program mean what they mean to one that follows CommonMark, such as those of web sites.
func TestTextsAreCommonMark(t *testing.T) {
	texts := map[string]string{}
	for _, topic := range doc.Topics() {
		texts[topic.Name] = topic.Text
	}
	readme, err := os.ReadFile("../../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	texts["README.md"] = string(readme)
	for _, l := range append(course.Tours(), course.Exercises()...) {
		texts[l.Name] = l.Markdown(true)
	}
	reference := goldmark.New(goldmark.WithRendererOptions(html.WithUnsafe()), goldmark.WithExtensions(
		extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))))
	for name, text := range texts {
		var want strings.Builder
		if err := reference.Convert([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(elements(want.String()), elements(string(manual.HTML(text)))); diff != "" {
			t.Errorf("%s: -CommonMark +here:\n%s", name, diff)
		}
	}
}

// elements are the lines of an HTML text, without those and the spaces that mean nothing.
func elements(html string) []string {
	html = strings.ReplaceAll(html, "\n", " ")
	html = regexp.MustCompile(`\s*(</?(p|ul|ol|li|table|thead|tbody|tr|t[hd]|pre|h[1-6]|img)\b[^>]*>)\s*`).ReplaceAllString(html, "\n$1\n")
	html = strings.NewReplacer("&quot;", `"`, "&#39;", "'", " />", ">", "%7E", "~").Replace(html)
	var lines []string
	for line := range strings.Lines(html) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
