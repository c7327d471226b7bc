package experiment

import (
	"fmt"
	"slices"

	"transat/balance/compare"
	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
)

// CoresColumns returns the columns of tables of runs on cores. What a simulation has as well has the same key
// there.
func CoresColumns() []report.Column[Row] {
	columns := slices.Concat(setupColumns(), []report.Column[Row]{
		{Key: "threads", Heading: "threads", Value: func(r Row) any { return r.Threads }},
		number("time_s", "time s", compare.FormatSeconds, func(r Row) float64 { return r.Time }),
		number("time_least_s", "least", compare.FormatSeconds, func(r Row) float64 { return r.Least }),
		number("time_most_s", "most", compare.FormatSeconds, func(r Row) float64 { return r.Most }),
		data("time_std_s", func(r Row) any { return r.TimeStd }),
	}, coresBalanceColumns(), []report.Column[Row]{
		data("nodes", func(r Row) any { return r.Nodes }),
		data("found", func(r Row) any { return r.Found }),
		data("sequential_s", func(r Row) any { return r.Sequential }),
		data("busy_s", func(r Row) any { return r.Busy }),
		data("balance_s", func(r Row) any { return r.Balance }),
		data("install_s", func(r Row) any { return r.Install }),
		data("wait_s", func(r Row) any { return r.Wait }),
		data("grid", func(r Row) any { return topology.FormatSides(r.Physical.Sides()) }),
		data("machine", func(r Row) any { return r.Cost.Name }),
		data("grain", func(r Row) any { return r.Grain }),
		data("seed", func(r Row) any { return r.Seed }),
		data("rounds", func(r Row) any { return r.Seeds }),
	}, againstColumns())
	return report.LeastNeeded(columns, "threads", "time_most_s", "time_least_s", "load", "info", "bal", "topology", "send", "idle_s", "n")
}

// coresBalanceColumns are balanceColumns, with the digits that speed-ups on a few threads have.
func coresBalanceColumns() []report.Column[Row] {
	columns := balanceColumns()
	for i := range columns {
		if columns[i].Key == "speedup" {
			columns[i].Text = func(r Row) string { return hundredths(r.Speedup) }
		}
	}
	return columns
}

// CoresLegend says what the columns of CoresColumns mean.
func CoresLegend(rows []Row) []string {
	times := "time: until the last processor has stopped; idle: without work"
	if runs := rows[0].Seeds; runs > 1 {
		times = fmt.Sprintf("time, least, most: median and range of %d runs, until the last processor has stopped; idle: without work", runs)
	}
	return []string{
		times,
		"bal: balancing phases or actions; info: control messages sent; send: subproblems sent",
		"idle, bal, info, send: means per processor; efficiency: sequential time / (threads · time)",
	}
}

// CoresLostTable tells where the time of each row went, in percent. What the threads did, or did not do, adds
// up to their time; a processor that is idle or waits for a thread has none. A node takes longer the more
// processors share caches and memory, which no policy can help: nodeTime is that of one alone, in seconds.
func CoresLostTable(rows []Row, nodeTime float64) report.Table[Row] {
	ofThreads := func(key, heading string, time func(Row) float64) report.Column[Row] {
		return number(key, heading, tenths, func(r Row) float64 {
			return 100 * time(r) * float64(r.Physical.Procs()) / (float64(r.Threads) * whole(r))
		})
	}
	ofProcs := func(key, heading string, time func(Row) float64) report.Column[Row] {
		return number(key, heading, tenths, func(r Row) float64 { return 100 * time(r) / whole(r) })
	}
	t := report.Table[Row]{
		Caption: []string{"Where the time of the threads went, and how long processors were without one, in percent"},
		Columns: []report.Column[Row]{
			text("policy", func(r Row) any { return r.Policy.String() }),
			ofThreads("busy_percent", "searching", func(r Row) float64 { return r.Busy }),
			ofThreads("balance_percent", "balancing", func(r Row) float64 { return r.Balance }),
			ofThreads("install_percent", "starting", func(r Row) float64 { return r.Install }),
			ofThreads("unused_percent", "unused", unused),
			ofProcs("idle_percent", "idle", func(r Row) float64 { return r.Idle }),
			ofProcs("wait_percent", "waiting", func(r Row) float64 { return r.Wait }),
			number("node_us", "µs/node", compare.FormatSeconds, func(r Row) float64 { return 1e6 * r.Busy * float64(r.Physical.Procs()) / r.Nodes }),
		},
		Rows: rows,
		Notes: []string{
			"starting: making solvers, beginning and packing elements; idle: without work; waiting: for a thread",
			fmt.Sprintf("µs/node: of searching; %s with one processor", compare.FormatSeconds(1e6*nodeTime)),
		},
	}
	t.Columns = report.LeastNeeded(t.Columns, "wait_percent", "node_us")
	return t
}

// whole is the time of a processor in a run on cores, the mean of the runs.
func whole(r Row) float64 { return r.Busy + r.Balance + r.Install + r.Idle + r.Wait }

// unused is the time in which a thread has no processor, a processor's share of it.
func unused(r Row) float64 {
	used := r.Busy + r.Balance + r.Install
	return max(0, whole(r)*float64(r.Threads)/float64(r.Physical.Procs())-used)
}

// CoresTimeTable tells where the time of a processor went. Its parts add up to the mean time of the runs.
func CoresTimeTable(r Row) report.Table[Part] {
	return partTable(r, whole(r), coresParts())
}

func coresParts() []part {
	return []part{
		{"busy", "searching", "searching", func(r Row) float64 { return r.Busy }},
		{"balance", "balancing", "policy and mail", func(r Row) float64 { return r.Balance }},
		{"install", "starting", "making solvers, beginning and packing elements", func(r Row) float64 { return r.Install }},
		{"idle", "idle", "idle", func(r Row) float64 { return r.Idle }},
		{"wait", "waiting", "waiting for a thread", func(r Row) float64 { return r.Wait }},
	}
}

// hundredths formats speed-ups on a few threads.
func hundredths(x float64) string { return fmt.Sprintf("%.2f", x) }
