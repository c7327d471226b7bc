package experiment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
)

// Columns returns the columns of result tables. The keys, their order and their units are what
// scripts read: add new ones at the end.
func Columns() []report.Column[Row] {
	columns := slices.Concat(setupColumns(), []report.Column[Row]{
		{
			Key: "time_s", Heading: "time s", Value: func(r Row) any { return r.Time },
			Text: func(r Row) string { return withStd(r) },
		},
		data("time_std_s", func(r Row) any { return r.TimeStd }),
	}, balanceColumns(count), []report.Column[Row]{
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
		data("machine", func(r Row) any { return r.Machine.Name }),
		data("start", func(r Row) any { start, _ := r.placement(); return string(start) }),
		data("grain", func(r Row) any { return r.Grain }),
		data("seed", func(r Row) any { return r.Seed }),
		data("dilation", func(r Row) any { return r.Dilation }),
		data("dilation_mean", func(r Row) any { return r.DilationMean }),
	})
	return report.LeastNeeded(columns, "load", "info", "bal", "topology", "send", "idle_s", "n")
}

// setupColumns say what has run.
func setupColumns() []report.Column[Row] {
	return []report.Column[Row]{
		text("policy", func(r Row) any { return r.Policy.String() }),
		text("topology", func(r Row) any { return r.Topology.Kind() }),
		text("load", func(r Row) any { return r.Estimate.String() }),
		{Key: "n", Heading: "n", Value: func(r Row) any { return r.Physical.Procs() }},
	}
}

// balanceColumns say how well the work was shared.
func balanceColumns(speedup func(float64) string) []report.Column[Row] {
	return []report.Column[Row]{
		number("idle_s", "idle s", duration, func(r Row) float64 { return r.Idle }),
		number("bal", "bal", count, func(r Row) float64 { return r.Phases }),
		number("info", "info", count, func(r Row) float64 { return r.Info }),
		number("send", "send", count, func(r Row) float64 { return r.Sent }),
		number("efficiency", "efficiency", percent, func(r Row) float64 { return r.Efficiency }),
		number("speedup", "speed-up", speedup, func(r Row) float64 { return r.Speedup }),
	}
}

// Legend says what the columns of result tables mean.
func Legend() []string {
	return []string{
		"time: simulated, until every processor knows that the search is over; idle: time without work",
		"bal: balancing phases or actions; info: control messages sent; send: subproblems sent",
		"idle, bal, info, send: means per processor; efficiency: sequential time / (n · time)",
	}
}

// Starts says where the first elements lie, and of which policies that is not true because they place
// them themselves: "start at root (physical: at a frontier)".
func Starts(rows []Row) string {
	var usual string
	var others []string
	for _, r := range rows {
		switch start, _ := r.placement(); start {
		case sim.StartFrontier:
			others = append(others, r.Policy.String())
		case sim.StartSpread:
			usual = "start spread over all"
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

// duration formats seconds: two decimals, and for very short ones two digits that say something.
func duration(s float64) string {
	if s == 0 {
		return "0"
	}
	if s < 0.1 {
		return strconv.FormatFloat(s, 'g', 2, 64)
	}
	return strconv.FormatFloat(s, 'f', 2, 64)
}

// withStd is a mean time, with its standard deviation if there are several.
func withStd(r Row) string {
	if len(r.Times) < 2 {
		return duration(r.Time)
	}
	return fmt.Sprintf("%s ± %s", duration(r.Time), duration(r.TimeStd))
}

// count formats a mean count: a whole number, but below ten the first decimal matters.
func count(x float64) string {
	if x != 0 && x < 9.95 {
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 0, 64)
}

func percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }
