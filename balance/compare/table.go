package compare

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Table is what a comparison came to.
type Table struct {
	Rows []Row
}

// Write writes the table as text.
func (t Table) Write(w io.Writer) error {
	columns := slices.DeleteFunc(Columns(), func(c Column) bool { return c.In(t.Rows).Heading == "" || c.OfSeveral })
	widths := make([]int, len(columns))
	lines := [][]string{make([]string, len(columns))}
	for i, c := range columns {
		lines[0][i] = c.Heading
	}
	for _, r := range t.Rows {
		var line []string
		for _, c := range columns {
			line = append(line, c.text(r))
		}
		lines = append(lines, line)
	}
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, line := range lines {
		var cells []string
		for i, cell := range line {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if columns[i].Left {
				cells = append(cells, cell+pad)
			} else {
				cells = append(cells, pad+cell)
			}
		}
		b.WriteString(strings.TrimRight(strings.Join(cells, "  "), " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// FormatSeconds formats a time: two decimals, and for very short ones two digits that say something.
func FormatSeconds(s float64) string {
	if s == 0 {
		return "0"
	}
	if s < short {
		return strconv.FormatFloat(s, 'g', 2, 64)
	}
	return strconv.FormatFloat(s, 'f', 2, 64)
}

// short is the time from which on two decimals say enough.
const short = 0.1

// formatShort is FormatSeconds beside a time that is short: those below a second have a decimal more.
func formatShort(s float64) string {
	if s >= short && s < 1 {
		return strconv.FormatFloat(s, 'f', 3, 64)
	}
	return FormatSeconds(s)
}

// fiveDecimals formats a ratio; what is no number is empty.
func fiveDecimals(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return fmt.Sprintf("%.5f", x)
}

// FormatCount formats a mean count: a whole number, but below ten the first decimal matters.
func FormatCount(x float64) string {
	if x != 0 && x < 9.95 {
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 0, 64)
}

// FormatPercent formats a share.
func FormatPercent(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }

// more formats a share that there is more, or less: "+8.1 %", "−12 %", "+1200 %". What is no number is empty.
func more(x float64) string {
	switch {
	case math.IsNaN(x):
		return ""
	case x == 0:
		return "0"
	case math.Abs(x) >= 0.0995:
		return strings.Replace(fmt.Sprintf("%+.0f %%", 100*x), "-", "−", 1)
	}
	return strings.Replace(fmt.Sprintf("%+.1f %%", 100*x), "-", "−", 1)
}
