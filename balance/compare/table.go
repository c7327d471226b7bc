package compare

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Table is what a comparison came to.
type Table struct {
	Rows []Row
}

// Column is a column of a table.
type Column struct {
	Key     string // the name in data
	Heading string
	Left    bool             // align to the left: text
	Value   func(Row) any    // as in data
	Text    func(Row) string // as in tables; nil for the Value as it is
}

// text is a cell as tables show it.
func (c Column) text(r Row) string {
	if c.Text != nil {
		return c.Text(r)
	}
	return fmt.Sprint(c.Value(r))
}

// Columns returns the columns that every table of policies has.
func Columns() []Column {
	return []Column{
		{Key: "policy", Heading: "policy", Left: true, Value: func(r Row) any { return r.Policy.String() }},
		{Key: "topology", Heading: "topology", Left: true, Value: func(r Row) any { return r.Topology.Kind() }},
		{Key: "load", Heading: "load", Left: true, Value: func(r Row) any { return r.Estimate.String() }},
		{Key: "n", Heading: "n", Value: func(r Row) any { return r.Physical.Procs() }},
		{Key: "time_s", Heading: "time s", Value: func(r Row) any { return r.Time }, Text: timeText},
		number("idle_s", "idle s", FormatSeconds, func(r Row) float64 { return r.Idle }),
		number("bal", "bal", FormatCount, func(r Row) float64 { return r.Phases }),
		number("info", "info", FormatCount, func(r Row) float64 { return r.Info }),
		number("send", "send", FormatCount, func(r Row) float64 { return r.Sent }),
		number("efficiency", "efficiency", FormatPercent, func(r Row) float64 { return r.Efficiency }),
		number("speedup", "speed-up", FormatCount, func(r Row) float64 { return r.Speedup }),
	}
}

func number(key, heading string, format func(float64) string, value func(Row) float64) Column {
	return Column{
		Key: key, Heading: heading,
		Value: func(r Row) any { return value(r) },
		Text:  func(r Row) string { return format(value(r)) },
	}
}

// timeText is a mean time, with its standard deviation if there are several.
func timeText(r Row) string {
	if len(r.Times) < 2 {
		return FormatSeconds(r.Time)
	}
	return fmt.Sprintf("%s ± %s", FormatSeconds(r.Time), FormatSeconds(r.TimeStd))
}

// Write writes the table as text, in Columns.
func (t Table) Write(w io.Writer) error {
	columns := Columns()
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
	if s < 0.1 {
		return strconv.FormatFloat(s, 'g', 2, 64)
	}
	return strconv.FormatFloat(s, 'f', 2, 64)
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
