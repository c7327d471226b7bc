package report

import (
	"bufio"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// writeText prints the table for a terminal: no box, one line under the headings.
func (t Table[R]) writeText(w io.Writer) error {
	rendition := tw.Rendition{
		Borders: tw.BorderNone,
		Symbols: tw.NewSymbols(tw.StyleLight),
		Settings: tw.Settings{
			Separators: tw.Separators{BetweenColumns: tw.Off},
			Lines:      tw.Lines{ShowHeaderLine: tw.On},
		},
	}
	return t.writeWith(w, renderer.NewBlueprint(rendition), look{escape: strings.NewReplacer("\n", " ")})
}

// writeMarkdown prints the table in GitHub's Markdown, with captions and notes as lists.
func (t Table[R]) writeMarkdown(w io.Writer) error {
	escape := strings.NewReplacer("\n", " ", "|", `\|`)
	return t.writeWith(w, renderer.NewMarkdown(), look{bullet: "- ", escape: escape})
}

// look is what a format does besides drawing the table.
type look struct {
	bullet string            // what every line of caption and notes begins with
	escape *strings.Replacer // for the text of cells
}

// writeWith prints captions, the table and notes.
func (t Table[R]) writeWith(w io.Writer, r tw.Renderer, l look) error {
	out := bufio.NewWriter(w)
	for _, line := range t.Caption {
		out.WriteString(l.bullet + line + "\n")
	}
	if len(t.Caption) > 0 {
		out.WriteString("\n")
	}
	var body strings.Builder
	if err := t.render(&body, r, l.escape); err != nil {
		return err
	}
	for line := range strings.Lines(body.String()) {
		out.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	if len(t.Notes) > 0 {
		out.WriteString("\n")
	}
	for _, line := range t.Notes {
		out.WriteString(l.bullet + line + "\n")
	}
	return out.Flush()
}

// render prints the table itself.
func (t Table[R]) render(w io.Writer, r tw.Renderer, escape *strings.Replacer) error {
	shown := t.shown()
	var head []string
	var align []tw.Align
	for _, c := range shown {
		head = append(head, c.Heading)
		if c.Left {
			align = append(align, tw.AlignLeft)
		} else {
			align = append(align, tw.AlignRight)
		}
	}
	table := tablewriter.NewTable(w,
		tablewriter.WithRenderer(r),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: align}),
	)
	table.Header(head)
	for _, row := range t.Rows {
		cells := make([]string, len(shown))
		for i, c := range shown {
			cells[i] = escape.Replace(c.cell(row))
		}
		if err := table.Append(cells); err != nil {
			return err
		}
	}
	return table.Render()
}

// shown are the columns that tables have.
func (t Table[R]) shown() []Column[R] {
	var shown []Column[R]
	for _, c := range t.Columns {
		if c.Heading != "" {
			shown = append(shown, c)
		}
	}
	return shown
}
