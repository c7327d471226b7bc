package experiment

import (
	"fmt"
	"slices"
	"strings"

	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/report"
)

// Columns returns the columns of tables of rows that depend on a single row. A new one is an entry of [compare.Columns].
func Columns(rows []Row) []report.Column[Row] {
	return reported(rows, slices.DeleteFunc(compare.Columns(), func(c compare.Column) bool { return c.OfSeveral }))
}

// Comparison returns the columns that follow Columns: spreads, and comparisons with the fastest.
func Comparison(rows []Row) []report.Column[Row] {
	return reported(rows, slices.DeleteFunc(compare.Columns(), func(c compare.Column) bool { return !c.OfSeveral }))
}

// reported are columns of tables of some rows.
func reported(rows []Row, columns []compare.Column) []report.Column[Row] {
	var all []report.Column[Row]
	for _, c := range columns {
		c = c.In(rows)
		gloss := c.Title
		if c.Key == "policy" { // it names the rows
			gloss = ""
		}
		all = append(all, report.Column[Row]{
			Key: c.Key, Heading: c.Heading, Gloss: gloss, Left: c.Left, Rank: c.Rank, Value: c.Value, Text: c.Text,
		})
	}
	return all
}

// column returns the column with that key, without a gloss: it is in the main table.
func column(key string) report.Column[Row] {
	all := reported(nil, compare.Columns())
	c := all[slices.IndexFunc(all, func(c report.Column[Row]) bool { return c.Key == key })]
	c.Gloss = ""
	return c
}

// headed returns a column of numbers under a heading, and in a format, of a table's own.
func headed(key, heading string, format func(float64) string) report.Column[Row] {
	c := column(key)
	c.Heading, c.Text = heading, func(r Row) string { return format(c.Value(r).(float64)) }
	return c
}

// Starts says where the first elements lie, and of which policies that is not true because they place
// them themselves: "start at root (physical: at a frontier)".
func Starts(rows []Row) string {
	var usual string
	var others []string
	for _, r := range rows {
		switch start, _ := r.Placement(); start {
		case sim.StartFrontier:
			others = append(others, r.Policy.String())
		case sim.StartSpread:
			usual = "start spread over all"
			if r.Deal.Name != "" {
				usual += ", dealt out by " + r.Deal.String()
			}
		default:
			usual = "start at " + string(start)
		}
	}
	switch {
	case usual == "":
		return "start at a frontier"
	case len(others) > 0:
		usual += " (" + strings.Join(others, ", ") + ": at a frontier)"
	}
	return usual
}

// Distances tells the distance of neighbours on the machine, for topologies other than its own network.
// It returns nothing if there are none in the table.
func Distances(rows []Row) []string {
	var parts []string
	for _, r := range rows {
		part := fmt.Sprintf("%s %d (mean %.1f)", r.Topology.Kind(), r.Dilation, r.DilationMean)
		if r.Dilation > 1 && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{"dilation, links of the machine between two neighbours: " + strings.Join(parts, ", ")}
}
