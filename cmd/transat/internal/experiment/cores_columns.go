package experiment

import (
	"fmt"
	"slices"
	"strings"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/cores"
	"transat/cmd/transat/internal/report"
)

// CoresColumns returns the columns of tables of runs on cores. Columns that simulations have as well have the same keys.
func CoresColumns() []report.Column[Row] {
	all := map[string]report.Column[Row]{}
	for _, c := range reported(nil, compare.Columns()) {
		all[c.Key] = c
	}
	for _, p := range cores.Parts() {
		if p.Key != "idle" { // which has a heading
			all[p.Key+"_s"] = reported(nil, []compare.Column{compare.PartColumn(p)})[0]
		}
	}
	own := func(c report.Column[Row], gloss string) { c.Gloss = gloss; all[c.Key] = c }
	own(report.Column[Row]{Key: "threads", Heading: "threads", Value: func(r Row) any { return r.Threads }}, "that processors share")
	own(headed("time_s", "time s", compare.FormatSeconds), "until the last processor has stopped, the median of the runs")
	own(headed("time_least_s", "least", compare.FormatSeconds), "")
	own(headed("time_most_s", "most", compare.FormatSeconds), "")
	own(column("efficiency"), "the share of the threads that does useful work")
	own(headed("speedup", "speed-up", hundredths), all["speedup"].Gloss) // with the digits that speed-ups on a few threads have
	own(report.Column[Row]{Key: "rounds", Value: func(r Row) any { return r.Seeds }}, "")
	var columns []report.Column[Row]
	for _, key := range strings.Fields(`policy topology load n threads time_s time_least_s time_most_s time_std_s
		idle_s bal info send efficiency speedup nodes found sequential_s busy_s balance_s install_s wait_s
		grid machine grain seed rounds reference ratio ratio_low ratio_high faster slower`) {
		columns = append(columns, all[key])
	}
	return report.LeastNeeded(columns, "threads", "time_most_s", "time_least_s", "load", "info", "bal", "topology", "send", "idle_s", "n")
}

// CoresLostTable tells where the time of each row went, in percent. What the threads did, or did not do, adds
// up to their time; a processor that is idle or waits for a thread has none. A node takes longer the more
// processors share caches and memory, which no policy can help: nodeTime is that of one alone, in seconds.
func CoresLostTable(rows []Row, nodeTime float64) report.Table[Row] {
	t := report.Table[Row]{
		Caption: []string{"Where the time of the threads went, and how long processors were without one, in percent"},
		Columns: []report.Column[Row]{column("policy")},
		Rows:    rows,
		Notes: []string{
			"starting: making solvers, beginning and packing elements; idle: without work; waiting: for a thread",
			fmt.Sprintf("µs/node: of searching; %s with one processor", compare.FormatSeconds(1e6*nodeTime)),
		},
	}
	add := func(key, heading string, percent func(Row) float64) {
		t.Columns = append(t.Columns, report.Formatted(key, heading, tenths, percent))
	}
	ofThreads := func(r Row, time float64) float64 {
		return 100 * time * float64(r.Physical.Procs()) / (float64(r.Threads) * whole(r))
	}
	for _, p := range coresParts(false) {
		add(p.Key+"_percent", p.Heading, func(r Row) float64 { return ofThreads(r, r.Spent(p)) })
	}
	add("unused_percent", "unused", func(r Row) float64 { return ofThreads(r, unused(r)) })
	for _, p := range coresParts(true) {
		add(p.Key+"_percent", p.Heading, func(r Row) float64 { return 100 * r.Spent(p) / whole(r) })
	}
	t.Columns = append(t.Columns, report.Formatted("node_us", "µs/node", compare.FormatSeconds, func(r Row) float64 {
		return 1e6 * r.Spent(cores.Parts()[0]) * float64(r.Physical.Procs()) / r.Nodes
	}))
	t.Columns = report.LeastNeeded(t.Columns, "wait_percent", "node_us")
	return t
}

// sum is the time of some parts, in seconds.
func sum(r Row, parts []balance.TimePart) float64 {
	all := 0.0
	for _, p := range parts {
		all += r.Spent(p)
	}
	return all
}

// whole is the time of a processor in a run on cores, the mean of the runs.
func whole(r Row) float64 { return sum(r, cores.Parts()) }

// unused is the time in which a thread has no processor, a processor's share of it.
func unused(r Row) float64 {
	return max(0, whole(r)*float64(r.Threads)/float64(r.Physical.Procs())-sum(r, coresParts(false)))
}

// CoresTimeTable tells where the time of a processor went. Its parts add up to the mean time of the runs.
func CoresTimeTable(r Row) report.Table[LostTime] { return partTable(r, whole(r), cores.Parts()) }

// coresParts are the parts of the time of a run on cores in which a processor has a thread, or those in which it has none.
func coresParts(idle bool) []balance.TimePart {
	return slices.DeleteFunc(cores.Parts(), func(p balance.TimePart) bool { return p.Idle != idle })
}

// hundredths formats speed-ups on a few threads.
func hundredths(x float64) string { return fmt.Sprintf("%.2f", x) }
