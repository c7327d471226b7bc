package reproduce

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"transat/cmd/transat/internal/report"
)

// lineWidth is the number of columns up to which texts are written; tables take what they need.
const lineWidth = 96

// writeText prints the findings for a terminal.
func (f Findings) writeText(w io.Writer) error {
	out := bufio.NewWriter(w)
	for i, finding := range f {
		if i > 0 {
			out.WriteString("\n\n")
		}
		if err := finding.writeText(out); err != nil {
			return err
		}
	}
	if len(f) > 1 {
		out.WriteString("\n\n")
		if err := f.writeSummary(out, report.Text); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (f Finding) writeText(out *bufio.Writer) error {
	title := f.Item.Name + "  " + f.Item.Title
	out.WriteString(title + "\n" + strings.Repeat("═", len([]rune(title))) + "\n")
	paragraph(out, "", f.Item.Source)
	for _, line := range f.Result.Setup {
		paragraph(out, "", line)
	}
	paragraph(out, "", fmt.Sprintf("%s size, seed %d", f.size(), f.Seed))
	for _, t := range f.Result.Tables {
		p := t.Table()
		p.Caption, p.Notes = []string{t.Title}, nil
		out.WriteString("\n")
		if err := p.Write(out, report.Text); err != nil {
			return err
		}
		for _, note := range t.Notes {
			paragraph(out, " ", note)
		}
	}
	out.WriteString("\nWhat the paper says, and whether it came out\n")
	for _, c := range f.Result.Claims {
		head := fmt.Sprintf(" %s %s  ", mark(c.Verdict), c.Section)
		indent := strings.Repeat(" ", 6)
		paragraphs(out, head, indent, c.Text)
		paragraphs(out, indent, indent, verdictLine(c))
	}
	for i, file := range f.all() {
		if i == 0 {
			out.WriteString("\n")
		}
		out.WriteString(file + "\n")
	}
	return nil
}

// mark is the sign of a verdict.
func mark(v Verdict) string {
	return [...]string{DoesNotHold: "✗", HoldsPartly: "◐", Holds: "✓"}[v]
}

// verdictLine is the verdict with its reason.
func verdictLine(c Claim) string {
	if c.Note == "" {
		return c.String()
	}
	return c.String() + ": " + c.Note
}

// paragraph writes a text whose lines all begin with indent.
func paragraph(out *bufio.Writer, indent, text string) { paragraphs(out, indent, indent, text) }

// paragraphs writes a text broken into lines, the first of which begins with head and the others with
// indent.
func paragraphs(out *bufio.Writer, head, indent, text string) {
	line, empty := head, true
	for _, word := range strings.Fields(text) {
		switch {
		case empty:
			line += word
		case len([]rune(line))+1+len([]rune(word)) > lineWidth:
			out.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent + word
		default:
			line += " " + word
		}
		empty = false
	}
	out.WriteString(strings.TrimRight(line, " ") + "\n")
}

// writeMarkdown prints the findings as a section each.
func (f Findings) writeMarkdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	for i, finding := range f {
		if i > 0 {
			out.WriteString("\n")
		}
		if err := finding.writeMarkdown(out); err != nil {
			return err
		}
	}
	if len(f) > 1 {
		out.WriteString("\n## Summary\n\n")
		if err := f.writeSummary(out, report.Markdown); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (f Finding) writeMarkdown(out *bufio.Writer) error {
	fmt.Fprintf(out, "## %s: %s\n\n- %s\n", f.Item.Name, f.Item.Title, f.Item.Source)
	for _, line := range f.Result.Setup {
		fmt.Fprintf(out, "- %s\n", line)
	}
	fmt.Fprintf(out, "- %s size, seed %d\n", f.size(), f.Seed)
	for _, t := range f.Result.Tables {
		fmt.Fprintf(out, "\n### %s\n\n", t.Title)
		if err := t.Table().Write(out, report.Markdown); err != nil {
			return err
		}
	}
	out.WriteString("\n### What the paper says, and whether it came out\n\n")
	for _, c := range f.Result.Claims {
		fmt.Fprintf(out, "- %s, %s: **%v**", c.Section, c.Text, c)
		if c.Note != "" {
			out.WriteString(": " + c.Note)
		}
		out.WriteString("\n")
	}
	for _, file := range f.all() {
		fmt.Fprintf(out, "\n[%s](%s)\n", file, file)
	}
	return nil
}
