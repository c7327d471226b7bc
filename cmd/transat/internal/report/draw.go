package report

import (
	"io"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"
)

// What the formats for people share.

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
func fit(columns []Column[int], width int, draw func([]Column[int]) (string, error)) (body string, left []string, err error) {
	for {
		if body, err = draw(columns); err != nil || width == 0 || widest(body) <= width {
			return body, left, err
		}
		least := -1
		for i, c := range columns {
			if c.Rank > 0 && (least < 0 || c.Rank >= columns[least].Rank) {
				least = i
			}
		}
		if least < 0 {
			return body, left, nil
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

// render draws columns as a table.
func render(columns []Column[int], rows []int, r tw.Renderer, escape *strings.Replacer) (string, error) {
	var head []string
	var align []tw.Align
	for _, c := range columns {
		head = append(head, c.Heading)
		if c.Left {
			align = append(align, tw.AlignLeft)
		} else {
			align = append(align, tw.AlignRight)
		}
	}
	var body strings.Builder
	table := tablewriter.NewTable(&body,
		tablewriter.WithRenderer(r),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: align}),
	)
	table.Header(head)
	for _, row := range rows {
		cells := make([]string, len(columns))
		for i, c := range columns {
			cells[i] = escape.Replace(c.cell(row))
		}
		if err := table.Append(cells); err != nil {
			return "", err
		}
	}
	if err := table.Render(); err != nil {
		return "", err
	}
	var trimmed strings.Builder
	for line := range strings.Lines(body.String()) {
		trimmed.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return trimmed.String(), nil
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
