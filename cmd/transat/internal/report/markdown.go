package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"transat/balance/foreign"
)

// Markdown is that of GitHub, with captions and notes as lists.
const Markdown Format = "markdown"

type markdown struct{}

func (markdown) forPrograms() bool { return false }

func (markdown) table(w io.Writer, t Table[int], _ Style) error {
	out := bufio.NewWriter(w)
	list(out, t.Caption)
	if len(t.Caption) > 0 {
		out.WriteString("\n")
	}
	columns := t.shown()
	lines, rule := render(fit(columns, t.Rows, strings.NewReplacer("\n", " ", "|", `\|`), 0).blocks[0], "|")
	for i, line := range lines {
		if i == rule {
			line = alignments(line, columns)
		}
		out.WriteString(line + "\n")
	}
	if t.Outcome != "" {
		out.WriteString("\n" + foreign.Text(t.Outcome) + "\n")
	}
	notes := t.notes(lineWidth, nil)
	if len(notes) > 0 {
		out.WriteString("\n")
	}
	list(out, notes)
	return out.Flush()
}

// alignments makes the line below the headings of one that is empty but for the edges.
func alignments(empty string, columns []Column[int]) string {
	cells := strings.Split(strings.ReplaceAll(empty, " ", "-"), "|")
	for i, c := range columns {
		dashes := cells[i+1][1:] // behind the first edge
		if c.Left {
			cells[i+1] = ":" + dashes
		} else {
			cells[i+1] = dashes + ":"
		}
	}
	return strings.Join(cells, "|")
}

func list(out *bufio.Writer, lines []string) {
	for _, line := range lines {
		out.WriteString("- " + foreign.Text(line) + "\n")
	}
}

func (f markdown) sheets(w io.Writer, caption []string, all []Sheet, s Style) error {
	return oneByOne(f, w, caption, all, s)
}

func (f markdown) sections(w io.Writer, r Sections, s Style) error {
	out := bufio.NewWriter(w)
	if r.Summary != nil {
		out.WriteString("## Summary\n\n")
		if err := f.table(out, r.Summary.Table(), s); err != nil {
			return err
		}
	}
	for i, section := range r.All {
		if i > 0 || r.Summary != nil {
			out.WriteString("\n")
		}
		if err := f.section(out, section, s); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (f markdown) section(out *bufio.Writer, c Section, s Style) error {
	fmt.Fprintf(out, "## %s: %s\n\n", c.Name, c.Title)
	list(out, c.Lines)
	for _, sheet := range c.Sheets {
		fmt.Fprintf(out, "\n### %s\n\n", sheet.Title)
		if err := f.table(out, sheet.Table(), s); err != nil {
			return err
		}
	}
	for i, v := range c.Claims {
		if headed(c.Claims, i) {
			fmt.Fprintf(out, "\n### %s\n\n", v.Heading)
		}
		fmt.Fprintf(out, "- %s, %s", v.Section, v.Text)
		if bound := v.bound(); bound != "" {
			fmt.Fprintf(out, "; %s", bound)
		}
		fmt.Fprintf(out, ": **%s**", v.Said)
		if v.Note != "" {
			out.WriteString(": " + v.Note)
		}
		out.WriteString("\n")
	}
	for _, file := range c.Files {
		fmt.Fprintf(out, "\n[%s](%s)\n", file, file)
	}
	return nil
}
