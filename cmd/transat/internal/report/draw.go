package report

import (
	"io"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"

	"transat/cmd/transat/internal/terminal"
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

// drawn is a column of a table with its texts, broken into lines of its width.
type drawn struct {
	Column[int]
	cells []string // its heading first
	width int
}

// layout is how a table fits into its room.
type layout struct {
	blocks [][]drawn // below each other; each begins with the columns that name its rows
	left   []string  // the headings of columns that there is no room for
}

// fit lays out columns in a room, which is as wide as it takes if it is 0. First headings are broken between words; then columns of
// the highest rank are left out; then cells are broken; and last, what does not fit goes below.
func fit(columns []Column[int], rows []int, escape *strings.Replacer, room int) layout {
	all := make([]drawn, len(columns))
	for i, c := range columns {
		all[i] = drawn{Column: c, cells: []string{escape.Replace(c.Heading)}}
		for _, row := range rows {
			all[i].cells = append(all[i].cells, strings.TrimSpace(escape.Replace(c.cell(row))))
		}
	}
	if room == 0 || narrowed(all, room, drawn.natural, drawn.natural) {
		return layout{blocks: [][]drawn{all}}
	}
	var l layout
	for !narrowed(all, room, drawn.natural, drawn.withoutHeading) {
		least := -1
		for i, c := range all {
			if c.Rank > 0 && (least < 0 || c.Rank >= all[least].Rank) {
				least = i
			}
		}
		if least < 0 {
			l.blocks = below(all, room, naming(all))
			return l
		}
		l.left = append(l.left, all[least].Heading)
		all = slices.Delete(all, least, least+1)
	}
	l.blocks = [][]drawn{all}
	return l
}

// naming is how many columns name the rows: the first, and those of text that follow it.
func naming(all []drawn) int {
	n := 1
	for n < len(all) && all[0].Left && all[n].Left {
		n++
	}
	return n
}

// below puts columns that do not fit beside the others below them, behind the columns that name the rows, or the first of these if they
// leave no room.
func below(all []drawn, room, names int) [][]drawn {
	for n := len(all); n > names; n-- {
		block := slices.Clone(all[:n])
		if narrowed(block, room, drawn.withoutHeading, drawn.longestWord) || names == 1 && n == 2 { // or as far as it goes
			if n == len(all) {
				return [][]drawn{block}
			}
			return append([][]drawn{block}, below(slices.Concat(all[:names], all[n:]), room, names)...)
		}
	}
	if names > 1 {
		return below(all, room, 1)
	}
	narrowed(all, room, drawn.withoutHeading, drawn.longestWord)
	return [][]drawn{all}
}

// edges is what lies beside each column of a table without a box, the rule included.
const edges = 2

// narrowed gives columns their width, from the most that each wants to the least that it needs, and reports whether they fit.
func narrowed(all []drawn, room int, most, least func(drawn) int) bool {
	var wide, narrow []int
	for _, c := range all {
		wide, narrow = append(wide, most(c)), append(narrow, least(c))
	}
	sum := 0
	for i, w := range terminal.Fit(wide, narrow, room-edges*len(all)) {
		all[i].width = w
		sum += w + edges
	}
	return sum <= room
}

// natural is how wide a column is as it is.
func (d drawn) natural() int { return max(d.withoutHeading(), letters(d.cells[0])) }

// withoutHeading is the width of a column whose heading is broken between words.
func (d drawn) withoutHeading() int {
	width := longestWord(d.cells[0])
	for _, cell := range d.cells[1:] {
		width = max(width, letters(cell))
	}
	return width
}

// longestWord is the width of a column whose cells are broken between words, too.
func (d drawn) longestWord() int {
	width := 0
	for _, cell := range d.cells {
		width = max(width, longestWord(cell))
	}
	return width
}

func longestWord(text string) int {
	width := 0
	for word := range strings.FieldsSeq(text) {
		width = max(width, letters(word))
	}
	return width
}

// broken is a cell in lines of the column's width.
func (d drawn) broken(cell string) string {
	if letters(cell) <= d.width || d.width == 0 {
		return cell
	}
	return strings.Join(terminal.Wrap(cell, d.width), "\n")
}

// render draws columns as lines: their headings, a line of spaces in place of a rule, and the rows. It returns at which line that is.
// Between two columns, and at both ends unless it is empty, there is an edge.
func render(columns []drawn, edge string) (lines []string, rule int) {
	var body strings.Builder
	table := tablewriter.NewWriter(&body)
	table.SetAutoWrapText(false)
	table.SetColumnSeparator(edge)
	table.SetBorders(tablewriter.Border{Left: edge != "", Right: edge != ""})
	var align []int
	for _, c := range columns {
		if c.Left {
			align = append(align, tablewriter.ALIGN_LEFT)
		} else {
			align = append(align, tablewriter.ALIGN_RIGHT)
		}
		rule = max(rule, 1+strings.Count(c.broken(c.cells[0]), "\n"))
	}
	table.SetColumnAlignment(align)
	for row := range columns[0].cells {
		cells := make([]string, len(columns))
		for i, c := range columns {
			cells[i] = c.broken(c.cells[row])
		}
		table.Append(cells)
		if row == 0 {
			table.Append(make([]string, len(columns)))
		}
	}
	table.Render()
	return strings.Split(strings.TrimSuffix(body.String(), "\n"), "\n"), rule
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
