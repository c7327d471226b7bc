package manual

import (
	"fmt"
	"strings"
)

// This file writes Markdown for troff, with the macros of man pages.

// roff is a page that is being written.
type roff struct {
	strings.Builder
	depth int // of lists
}

// blocks writes blocks. before is the kind of the block before them.
func (r *roff) blocks(all []block, before kind) {
	for i, b := range all {
		switch b.kind {
		case heading:
			r.section(b.number, inlineRoff(spans(b.text)))
		case paragraph:
			switch {
			case before == list && r.depth > 0:
				r.WriteString(".IP\n") // .PP ends a list
			case before == heading, before != empty && r.depth > 0:
				r.WriteString("\n")
			case r.depth == 0:
				r.WriteString("\n.PP\n")
			}
			r.WriteString(inlineRoff(spans(b.text)))
			if i == len(all)-1 || all[i+1].kind != list {
				r.WriteString("\n")
			}
		case code:
			r.code(b.text)
		case table:
			r.table(b)
		case list:
			r.list(b)
		case comment:
			continue
		}
		before = b.kind
	}
}

// section begins a section, or one within.
func (r *roff) section(level int, title string) {
	macro := map[int]string{1: "\n\n.SH ", 2: "\n.SH "}[level]
	if macro == "" {
		macro = "\n.SS "
	}
	r.WriteString(macro + title)
}

func (r *roff) code(text string) { r.WriteString("\n.EX\n" + escapeRoff(text) + ".EE\n") }

func (r *roff) list(l block) {
	begin, end := "\n.RS\n", ".RE\n"
	if r.depth == 0 {
		begin, end = "\n", ""
	}
	r.depth++
	r.WriteString(begin)
	for i, item := range l.parts {
		if l.number < 0 {
			r.WriteString(".IP \\(bu 2\n")
		} else {
			fmt.Fprintf(r, ".IP \"%3d.\" 5\n", l.number+i)
		}
		r.blocks(item.parts, empty)
	}
	r.WriteString(end)
	r.depth--
}

// table writes a table for the program tbl, which man calls.
func (r *roff) table(t block) {
	const long = 30 // of a cell that needs a block of its own, in which lines are broken
	columns := strings.Repeat("l ", len(t.align))
	r.WriteString("\n.TS\nallbox;\n" + columns + "\n" + columns + ".\n")
	for at, cells := range t.cells {
		for i, cell := range cells {
			text := inlineRoff(spans(cell))
			switch {
			case at == 0:
				text = `\fB` + text + `\fP`
			case len(cell) > long:
				text = "T{\n" + text + "\nT}"
			}
			if i > 0 {
				r.WriteString("\t")
			}
			r.WriteString(text)
		}
		r.WriteString("\n")
	}
	r.WriteString(".TE\n")
}

func inlineRoff(all []span) string {
	var b strings.Builder
	for _, s := range all {
		switch s.kind {
		case words:
			b.WriteString(escapeRoff(s.text))
		case literal:
			b.WriteString(`\fB` + escapeRoff(s.text) + `\fR`)
		case emphasis:
			b.WriteString(`\fI` + inlineRoff(s.parts) + `\fP`)
		case strong:
			b.WriteString(`\fB` + inlineRoff(s.parts) + `\fP`)
		case link:
			if text := inlineRoff(s.parts); text != s.to {
				b.WriteString(text)
			}
			b.WriteString("\n\\[la]" + s.to + "\\[ra]")
		}
	}
	return b.String()
}

// escapeRoff keeps troff from taking a line for a macro, or a letter for a command.
func escapeRoff(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(text, `\`, `\\`)) {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			b.WriteString(`\&`)
		}
		b.WriteString(line)
	}
	return b.String()
}
