package report

import (
	"io"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
)

// The common parts of the formats for people.

// oneByOne writes sheets as tables, one after the other.
func oneByOne(f writer, w io.Writer, caption []string, all []Sheet, s Style) error {
	for i, sheet := range all {
		t := sheet.Table()
		if i == 0 {
			t.Caption = caption
		} else if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
		if sheet.Title != "" {
			t.Caption = append(slices.Clip(t.Caption), sheet.Title)
		}
		if err := f.table(w, t, s); err != nil {
			return err
		}
	}
	return nil
}

// fit draws as many of the columns as there is room for, and returns the headings of the others. With no
// width there is room for all. Columns of the highest rank go first; those without a rank stay.
func fit(columns []Column[int], width int, draw func([]Column[int]) string) (body string, left []string) {
	for {
		if body = draw(columns); width == 0 || widest(body) <= width {
			return body, left
		}
		least := -1
		for i, c := range columns {
			if c.Rank > 0 && (least < 0 || c.Rank >= columns[least].Rank) {
				least = i
			}
		}
		if least < 0 {
			return body, left
		}
		left = append(left, columns[least].Heading)
		columns = slices.Delete(slices.Clone(columns), least, least+1)
	}
}

// widest is the length of the longest line.
func widest(body string) int {
	most := 0
	for line := range strings.Lines(body) {
		most = max(most, letters(strings.TrimRight(line, " \n")))
	}
	return most
}

// render draws columns as lines: their headings, a line of spaces in place of a rule, and the rows. Between two columns, and at both
// ends unless it is empty, there is an edge.
func render(columns []Column[int], rows []int, edge string, escape *strings.Replacer) []string {
	var body strings.Builder
	table := tablewriter.NewWriter(&body)
	table.SetAutoWrapText(false)
	table.SetColumnSeparator(edge)
	table.SetBorders(tablewriter.Border{Left: edge != "", Right: edge != ""})
	var align []int
	var cells []string
	for _, c := range columns {
		cells = append(cells, escape.Replace(c.Heading))
		if c.Left {
			align = append(align, tablewriter.ALIGN_LEFT)
		} else {
			align = append(align, tablewriter.ALIGN_RIGHT)
		}
	}
	table.SetColumnAlignment(align)
	table.Append(cells)
	table.Append(make([]string, len(columns)))
	for _, row := range rows {
		cells := make([]string, len(columns))
		for i, c := range columns {
			cells[i] = strings.TrimSpace(escape.Replace(c.cell(row)))
		}
		table.Append(cells)
	}
	table.Render()
	return strings.Split(strings.TrimSuffix(body.String(), "\n"), "\n")
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
