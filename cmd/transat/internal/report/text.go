package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"transat/balance/foreign"
	"transat/cmd/transat/internal/terminal"
)

// Text is for people at a terminal: no box round tables, one line under the headings.
const Text Format = "table"

type text struct{}

func (text) forPrograms() bool { return false }

// lineWidth is the number of columns up to which the texts of sections are written where there is no
// terminal, or a wide one.
const lineWidth = 96

func (text) table(w io.Writer, t Table[int], s Style) error {
	out := bufio.NewWriter(w)
	for _, line := range t.Caption {
		broken(out, "", line, s)
	}
	if len(t.Caption) > 0 {
		out.WriteString("\n")
	}
	left := drawText(out, t, s)
	if t.Outcome != "" {
		out.WriteString("\n")
		paragraph(out, "", "", t.Outcome, s.textWidth())
	}
	notes := t.notes(s.textWidth(), left)
	if len(notes) > 0 {
		out.WriteString("\n")
	}
	for _, line := range notes {
		broken(out, "", line, s)
	}
	return out.Flush()
}

// drawText draws the table itself, and lists the columns that did not fit, whose headings it returns.
func drawText(out *bufio.Writer, t Table[int], s Style) []string {
	const margin = 1 // at both ends, beside what render leaves
	l := fit(t.shown(), t.Rows, strings.NewReplacer("\n", " "), s.room())
	for i, columns := range l.blocks {
		if i > 0 {
			out.WriteString("\n")
		}
		lines, rule := render(columns, "")
		for at, line := range lines {
			switch {
			case at < rule:
				line = s.strong(strings.TrimRight(line[margin:], " "))
			case at == rule:
				line = s.faint(strings.Repeat("─", max(0, len(line)-2*margin)))
			default:
				line = strings.TrimRight(line[margin:], " ")
			}
			out.WriteString(line + "\n")
		}
	}
	left := l.left
	if len(left) > 0 {
		broken(out, " ", "no room for: "+strings.Join(left, ", ")+" (--wide shows all)", s)
	}
	return l.left
}

// textWidth is the width of sentences.
func (s Style) textWidth() int {
	if s.Columns > 0 {
		return min(lineWidth, s.Columns)
	}
	return lineWidth
}

// broken writes a line, in several if the terminal is narrower.
func broken(out *bufio.Writer, indent, line string, s Style) {
	if s.Columns == 0 {
		out.WriteString(indent + foreign.Text(line) + "\n")
		return
	}
	paragraph(out, indent, indent, line, s.Columns)
}

func (f text) sheets(w io.Writer, caption []string, all []Sheet, s Style) error {
	return oneByOne(f, w, caption, all, s)
}

func (f text) sections(w io.Writer, r Sections, s Style) error {
	out := bufio.NewWriter(w)
	if r.Summary != nil {
		if err := f.table(out, r.Summary.Table(), s); err != nil {
			return err
		}
	}
	for i, section := range r.All {
		if i > 0 || r.Summary != nil {
			out.WriteString("\n\n")
		}
		if err := f.section(out, section, s); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (text) section(out *bufio.Writer, c Section, s Style) error {
	width := s.textWidth()
	title := c.Name + "  " + c.Title
	rule := strings.Repeat("═", letters(title))
	if s.Columns > 0 && letters(title) > width {
		title, rule = strings.Join(terminal.Wrap(title, width), "\n"), strings.Repeat("═", width)
	}
	out.WriteString(s.strong(title) + "\n" + s.faint(rule) + "\n")
	for _, line := range c.Lines {
		paragraph(out, "", "", line, width)
	}
	for _, sheet := range c.Sheets {
		out.WriteString("\n")
		broken(out, "", sheet.Title, s)
		out.WriteString("\n")
		drawText(out, sheet.Table(), s)
		for _, note := range sheet.Notes {
			paragraph(out, " ", " ", note, width)
		}
	}
	for i, v := range c.Claims {
		if headed(c.Claims, i) {
			out.WriteString("\n" + v.Heading + "\n")
		}
		const indent = "      "
		paragraph(out, fmt.Sprintf(" %s %s  ", s.mark(v), v.Section), indent, v.Text, width)
		if bound := v.bound(); bound != "" {
			paragraph(out, indent, indent, bound, width)
		}
		paragraph(out, indent, indent, v.conclusion(), width)
	}
	for i, file := range c.Files {
		if i == 0 {
			out.WriteString("\n")
		}
		out.WriteString(file + "\n")
	}
	return nil
}

// paragraph writes a text broken into lines of a width, the first of which begins with head and the others
// with indent.
func paragraph(out *bufio.Writer, head, indent, text string, width int) {
	line, empty := head, true
	for _, word := range strings.Fields(foreign.Text(text)) {
		switch {
		case empty:
			line += word
		case letters(line)+1+letters(word) > width:
			out.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent + word
		default:
			line += " " + word
		}
		empty = false
	}
	out.WriteString(strings.TrimRight(line, " ") + "\n")
}
