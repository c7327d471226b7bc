package manual

import (
	"fmt"
	"strings"

	"github.com/russross/blackfriday/v2"

	"transat/cmd/transat/internal/terminal"
)

// This file prints Markdown for people at a terminal: paragraphs, lists and tables as wide as
// the screen, code as it is, and little else. Pictures and HTML are left out.

// extensions are what the texts use beside plain Markdown.
const extensions = blackfriday.Tables | blackfriday.FencedCode | blackfriday.NoIntraEmphasis | blackfriday.SpaceHeadings

// page is a text that is being printed.
type page struct {
	colour bool
	starts numbers
}

// Text returns a Markdown text in lines of at most that many columns, with the exception of code and
// of words that are longer. With colour, headings and code are bold.
func Text(markdown string, columns int, colour bool) string {
	root := blackfriday.New(blackfriday.WithExtensions(extensions)).Parse([]byte(markdown))
	p := &page{colour, firsts(markdown)}
	return strings.Join(p.blocks(root, columns), "\n") + "\n"
}

// blocks are the lines of what lies in a node, with an empty line between two blocks.
func (p *page) blocks(parent *blackfriday.Node, columns int) []string {
	var lines []string
	for n := parent.FirstChild; n != nil; n = n.Next {
		block := p.block(n, columns)
		if len(lines) > 0 && len(block) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, block...)
	}
	return lines
}

func (p *page) block(n *blackfriday.Node, columns int) []string {
	switch n.Type {
	case blackfriday.Heading:
		return p.heading(n, columns)
	case blackfriday.Paragraph:
		if all := p.inline(n); all != "" {
			return terminal.Wrap(all, columns)
		}
		return nil // a picture
	case blackfriday.CodeBlock:
		return code(n)
	case blackfriday.List:
		return p.list(n, columns)
	case blackfriday.BlockQuote:
		return indented(p.blocks(n, columns-2), "  ", "  ")
	case blackfriday.Table:
		return p.table(n, columns)
	}
	return nil
}

// heading underlines the title and the headings below it, unless bold letters mark them.
func (p *page) heading(h *blackfriday.Node, columns int) []string {
	title := p.inline(h)
	if p.colour {
		return terminal.Wrap(p.bold(title), columns)
	}
	line := map[int]string{1: "=", 2: "-"}[h.Level]
	lines := terminal.Wrap(title, columns)
	if line == "" {
		return lines
	}
	return append(lines, strings.Repeat(line, min(terminal.Width(title), columns)))
}

func code(n *blackfriday.Node) []string {
	var lines []string
	for line := range strings.Lines(string(n.Literal)) {
		lines = append(lines, strings.TrimRight("  "+line, " \n"))
	}
	return lines
}

func (p *page) list(l *blackfriday.Node, columns int) []string {
	var lines []string
	number := 0
	if ordered(l) {
		number = p.starts.of(l) - 1
	}
	for item := l.FirstChild; item != nil; item = item.Next {
		mark := "- "
		if ordered(l) {
			number++
			mark = fmt.Sprintf("%d. ", number)
		}
		rest := strings.Repeat(" ", len(mark))
		if !l.Tight && len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, indented(p.blocks(item, columns-len(mark)), mark, rest)...)
	}
	return lines
}

// indented puts first before the first line, and rest before all others that are not empty.
func indented(lines []string, first, rest string) []string {
	for i, line := range lines {
		switch {
		case i == 0:
			lines[i] = first + line
		case line != "":
			lines[i] = rest + line
		}
	}
	return lines
}

// inline is the text in a node, in one line.
func (p *page) inline(parent *blackfriday.Node) string {
	var b strings.Builder
	for n := parent.FirstChild; n != nil; n = n.Next {
		switch n.Type {
		case blackfriday.Text:
			b.WriteString(strings.ReplaceAll(string(n.Literal), "\n", " "))
		case blackfriday.Softbreak, blackfriday.Hardbreak:
			b.WriteByte(' ')
		case blackfriday.Code:
			b.WriteString(p.span(strings.ReplaceAll(string(n.Literal), "\n", " ")))
		case blackfriday.Link:
			text, to := p.inline(n), string(n.LinkData.Destination)
			b.WriteString(text)
			if strings.HasPrefix(to, "http") && to != text {
				b.WriteString(" (" + to + ")")
			}
		case blackfriday.Emph, blackfriday.Strong:
			b.WriteString(p.inline(n))
		}
	}
	return b.String()
}

// span is code in a line of text.
func (p *page) span(code string) string {
	if !p.colour {
		return "`" + code + "`"
	}
	return p.bold(code)
}

// bold makes every word bold by itself, so that a line may end between two of them.
func (p *page) bold(words string) string {
	all := strings.Fields(words)
	for i, word := range all {
		all[i] = terminal.Bold + word + terminal.Plain
	}
	return strings.Join(all, " ")
}
