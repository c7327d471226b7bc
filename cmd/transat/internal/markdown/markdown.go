// Package markdown prints Markdown for people at a terminal: paragraphs, lists and tables as wide as
// the screen, code as it is, and little else. Pictures and HTML are left out.
package markdown

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"transat/cmd/transat/internal/terminal"
)

// page is a text that is being printed.
type page struct {
	source []byte
	colour bool
}

// Text returns a Markdown text in lines of at most that many columns, with the exception of code and
// of words that are longer. With colour, headings and code are bold.
func Text(markdown string, columns int, colour bool) string {
	p := page{[]byte(markdown), colour}
	parser := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser()
	root := parser.Parse(text.NewReader(p.source))
	return strings.Join(p.blocks(root, columns), "\n") + "\n"
}

// blocks are the lines of what lies in a node, with an empty line between two blocks.
func (p page) blocks(parent ast.Node, columns int) []string {
	var lines []string
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		block := p.block(n, columns)
		if len(lines) > 0 && len(block) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, block...)
	}
	return lines
}

func (p page) block(n ast.Node, columns int) []string {
	switch n := n.(type) {
	case *ast.Heading:
		return p.heading(n, columns)
	case *ast.Paragraph, *ast.TextBlock:
		if all := p.inline(n); all != "" {
			return terminal.Wrap(all, columns)
		}
		return nil // a picture
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		return p.code(n)
	case *ast.List:
		return p.list(n, columns)
	case *ast.Blockquote:
		return indented(p.blocks(n, columns-2), "  ", "  ")
	case *tables.Table:
		return p.table(n, columns)
	}
	return nil
}

// heading underlines the title and the headings below it, unless bold letters mark them.
func (p page) heading(h *ast.Heading, columns int) []string {
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

func (p page) code(n ast.Node) []string {
	var lines []string
	for i := range n.Lines().Len() {
		at := n.Lines().At(i)
		lines = append(lines, strings.TrimRight("  "+string(at.Value(p.source)), " \n"))
	}
	return lines
}

func (p page) list(l *ast.List, columns int) []string {
	var lines []string
	number := l.Start
	for item := l.FirstChild(); item != nil; item = item.NextSibling() {
		mark := "- "
		if l.IsOrdered() {
			mark = fmt.Sprintf("%d. ", number)
			number++
		}
		rest := strings.Repeat(" ", len(mark))
		if !l.IsTight && len(lines) > 0 {
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
func (p page) inline(parent ast.Node) string {
	var b strings.Builder
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Value(p.source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.CodeSpan:
			b.WriteString(p.span(p.inline(n)))
		case *ast.AutoLink:
			b.Write(n.URL(p.source))
		case *ast.Link:
			b.WriteString(p.inline(n))
			if to := string(n.Destination); strings.HasPrefix(to, "http") {
				b.WriteString(" (" + to + ")")
			}
		case *ast.Emphasis:
			b.WriteString(p.inline(n))
		}
	}
	return b.String()
}

// span is code in a line of text.
func (p page) span(code string) string {
	if !p.colour {
		return "`" + code + "`"
	}
	return p.bold(code)
}

// bold makes every word bold by itself, so that a line may end between two of them.
func (p page) bold(words string) string {
	all := strings.Fields(words)
	for i, word := range all {
		all[i] = terminal.Bold + word + terminal.Plain
	}
	return strings.Join(all, " ")
}
