package manual

import (
	"strings"

	"transat/cmd/transat/internal/terminal"
)

// gap is what lies between two columns of a table.
const gap = "  "

// table prints a table without a box, and breaks the texts of its cells where it is too wide.
func (p page) table(t block, columns int) []string {
	rows := make([][]string, len(t.cells))
	for i, cells := range t.cells {
		for _, cell := range cells {
			rows[i] = append(rows[i], p.inline(spans(cell)))
		}
	}
	wide := widths(rows, columns)
	var lines []string
	for i, cells := range rows {
		lines = append(lines, row(cells, wide, t.align)...)
		if i == 0 {
			lines = append(lines, strings.Repeat("─", sum(wide)+len(gap)*(len(wide)-1)))
		}
	}
	return lines
}

// widths says how wide every column is. If they do not fit, the widest give way, to an equal width,
// but none to less than its longest word.
func widths(rows [][]string, columns int) []int {
	wide := make([]int, len(rows[0]))
	least := make([]int, len(wide))
	for _, cells := range rows {
		for i, cell := range cells {
			wide[i] = max(wide[i], terminal.Width(cell))
			for word := range strings.FieldsSeq(cell) {
				least[i] = max(least[i], terminal.Width(word))
			}
		}
	}
	return terminal.Fit(wide, least, columns-len(gap)*(len(wide)-1))
}

// row is one row of a table, of as many lines as its longest cell needs.
func row(cells []string, wide []int, align []string) []string {
	parts := make([][]string, len(cells))
	height := 0
	for i, cell := range cells {
		parts[i] = terminal.Wrap(cell, wide[i])
		height = max(height, len(parts[i]))
	}
	lines := make([]string, height)
	for at := range lines {
		var b strings.Builder
		for i := range cells {
			part := ""
			if at < len(parts[i]) {
				part = parts[i][at]
			}
			pad := strings.Repeat(" ", max(0, wide[i]-terminal.Width(part)))
			if i > 0 {
				b.WriteString(gap)
			}
			if i < len(align) && align[i] == "right" {
				b.WriteString(pad + part)
			} else {
				b.WriteString(part + pad)
			}
		}
		lines[at] = strings.TrimRight(b.String(), " ")
	}
	return lines
}

func sum(wide []int) int {
	total := 0
	for _, w := range wide {
		total += w
	}
	return total
}
