package experiment

import (
	"fmt"
	"slices"
	"strings"

	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
)

// Columns returns the columns of result tables. The keys, their order and their units are what
// scripts read: add new ones at the end.
func Columns() []report.Column[Row] {
	columns := slices.Concat(sharedColumns("time_s"), []report.Column[Row]{
		data("time_std_s", func(r Row) any { return r.TimeStd }),
	}, balanceColumns(), []report.Column[Row]{
		data("formulas", func(r Row) any { return r.Formulas }),
		data("nodes", func(r Row) any { return r.Nodes }),
		data("sequential_s", func(r Row) any { return r.Sequential }),
		data("bound_s", func(r Row) any { return r.Bound }),
		data("busy_s", func(r Row) any { return r.Busy }),
		data("take_s", func(r Row) any { return r.Take }),
		data("install_s", func(r Row) any { return r.Install }),
		data("message_s", func(r Row) any { return r.Message }),
		data("route_s", func(r Row) any { return r.Route }),
		data("placing_s", func(r Row) any { return r.Placing }),
		data("grid", func(r Row) any { return topology.FormatSides(r.Physical.Sides()) }),
		data("machine", func(r Row) any { return r.Cost.Name }),
		data("start", place),
		data("grain", func(r Row) any { return r.Grain }),
		data("seed", func(r Row) any { return r.Seed }),
		data("dilation", func(r Row) any { return r.Dilation }),
		data("dilation_mean", func(r Row) any { return r.DilationMean }),
	})
	return report.LeastNeeded(columns, "load", "info", "bal", "topology", "send", "idle_s", "n")
}

// setupColumns say what has run.
func setupColumns() []report.Column[Row] { return sharedColumns("n") }

// sharedColumns are the columns that every table of policies has, up to that of a key.
func sharedColumns(last string) []report.Column[Row] {
	all := compare.Columns()
	end := 1 + slices.IndexFunc(all, func(c compare.Column) bool { return c.Key == last })
	return reported(all[:end])
}

// balanceColumns are those of them that say how well the work was shared.
func balanceColumns() []report.Column[Row] {
	all := compare.Columns()
	begin := slices.IndexFunc(all, func(c compare.Column) bool { return c.Key == "idle_s" })
	return reported(all[begin:])
}

func reported(columns []compare.Column) []report.Column[Row] {
	var all []report.Column[Row]
	for _, c := range columns {
		all = append(all, report.Column[Row]{Key: c.Key, Heading: c.Heading, Left: c.Left, Value: c.Value, Text: c.Text})
	}
	return all
}

// Legend says what the columns of result tables mean.
func Legend() []string {
	return []string{
		"time: simulated, until every processor knows that the search is over; idle: time without work",
		"bal: balancing phases or actions; info: control messages sent; send: subproblems sent",
		"idle, bal, info, send: means per processor; efficiency: sequential time / (n · time)",
	}
}

// place says where the first elements of a row lie: root, spread, spread by count or frontier.
func place(r Row) any {
	start, _ := r.Placement()
	if start == sim.StartSpread && r.Deal.Name != "" {
		return string(start) + " by " + r.Deal.String()
	}
	return string(start)
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

// Distances says how far apart neighbours lie on the machine, in the topologies that are not its own.
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

// text is a column of words, data one that only CSV and JSON have.
func text(key string, value func(Row) any) report.Column[Row] {
	return report.Column[Row]{Key: key, Heading: key, Left: true, Value: value}
}

func data(key string, value func(Row) any) report.Column[Row] {
	return report.Column[Row]{Key: key, Value: value}
}

func number(key, heading string, format func(float64) string, value func(Row) float64) report.Column[Row] {
	return report.Column[Row]{
		Key: key, Heading: heading,
		Value: func(r Row) any { return value(r) },
		Text:  func(r Row) string { return format(value(r)) },
	}
}
