package manual

import (
	"fmt"
	"strings"

	"transat/cmd/transat/internal/terminal"
)

// This file prints Markdown for people at a terminal: paragraphs, lists and tables as wide as
// the screen, code as it is, and little else. Pictures and HTML are left out.

// Text returns a Markdown text in lines of at most that many columns, with the exception of code and
// of words that are longer. With colour, headings and code are bold.
func Text(markdown string, columns int, colour bool) string {
	p := page{colour}
	all, _ := parse(strings.Split(markdown, "\n"))
	return strings.Join(p.blocks(all, columns), "\n") + "\n"
}

// page is a text that is being printed.
type page struct{ colour bool }

// blocks are the lines of blocks, with an empty line between two.
func (p page) blocks(all []block, columns int) []string {
	var lines []string
	for _, b := range all {
		block := p.block(b, columns)
		if len(lines) > 0 && len(block) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, block...)
	}
	return lines
}

func (p page) block(b block, columns int) []string {
	switch b.kind {
	case heading:
		return p.heading(b, columns)
	case paragraph:
		if all := p.inline(spans(b.text)); all != "" {
			return terminal.Wrap(all, columns)
		}
		return nil // a picture
	case code:
		return indentedCode(b, columns)
	case list:
		return p.list(b, columns)
	case table:
		return p.table(b, columns)
	}
	return nil
}

// heading underlines the title and the headings below it, unless bold letters mark them.
func (p page) heading(h block, columns int) []string {
	title := p.inline(spans(h.text))
	if p.colour {
		return terminal.Wrap(p.bold(title), columns)
	}
	line := map[int]string{1: "=", 2: "-", 3: "~"}[h.number]
	lines := terminal.Wrap(title, columns)
	if line == "" {
		return lines
	}
	return append(lines, strings.Repeat(line, min(terminal.Width(title), columns)))
}

// indentedCode are the lines of code as they are, but for command lines that are wider than the screen.
func indentedCode(c block, columns int) []string {
	var lines []string
	for line := range strings.Lines(c.text) {
		line = strings.TrimRight("  "+line, " \n")
		if _, session := strings.CutPrefix(line, "  $ "); c.info == "sh" || session {
			lines = append(lines, terminal.Shell(line, columns)...)
		} else {
			lines = append(lines, line)
		}
	}
	return lines
}

func (p page) list(l block, columns int) []string {
	var lines []string
	for i, item := range l.parts {
		mark := "- "
		if l.number >= 0 {
			mark = fmt.Sprintf("%d. ", l.number+i)
		}
		rest := strings.Repeat(" ", len(mark))
		if l.loose && len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, indented(p.blocks(item.parts, columns-len(mark)), mark, rest)...)
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

// inline is a text in one line, without pictures.
func (p page) inline(all []span) string {
	var b strings.Builder
	for _, s := range all {
		switch s.kind {
		case words:
			b.WriteString(strings.ReplaceAll(s.text, "\n", " "))
		case literal:
			b.WriteString(p.code(s.text))
		case emphasis, strong:
			b.WriteString(p.inline(s.parts))
		case link:
			text := p.inline(s.parts)
			b.WriteString(text)
			if strings.HasPrefix(s.to, "http") && s.to != text {
				b.WriteString(" (" + s.to + ")")
			}
		}
	}
	return b.String()
}

// code is code in a line of text.
func (p page) code(code string) string {
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
