package experiment

import (
	"fmt"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/report"
)

// LostTime is a line of the table of one row.
type LostTime struct {
	Name string
	Time float64 // seconds, mean per processor
	All  float64 // seconds of the whole run
}

// LostTable tells where the time of each row went, in percent.
func LostTable(rows []Row) report.Table[Row] {
	t := report.Table[Row]{
		Caption: []string{"Where the processors' time went, in percent"},
		Columns: []report.Column[Row]{column("policy")},
		Rows:    rows,
		Notes:   []string{"taking: from one's own list; installing: what was received; routing: others' messages; placing: the first elements"},
	}
	for _, p := range sim.Parts() {
		share := func(r Row) float64 { return 100 * r.Spent(p) / r.Offered() }
		t.Columns = append(t.Columns, report.Formatted(p.Key+"_percent", p.Heading, tenths, share))
	}
	t.Columns = report.LeastNeeded(t.Columns, "placing_percent", "routing_percent", "message_percent")
	return t
}

// tenths formats percents: the first decimal, and 0 only for nothing.
func tenths(x float64) string {
	switch {
	case x == 0:
		return "0"
	case x < 0.05:
		return "<0.1"
	}
	return fmt.Sprintf("%.1f", x)
}

// TimeTable tells where the time of a row went. Its parts add up to the time of the run.
func TimeTable(r Row) report.Table[LostTime] { return partTable(r, r.Offered(), sim.Parts()) }

// partTable has the parts of a row's time, which add up to all of it.
func partTable(r Row, all float64, parts []balance.TimePart) report.Table[LostTime] {
	var rows []LostTime
	for _, p := range parts {
		rows = append(rows, LostTime{p.Title, r.Spent(p), all})
	}
	return report.Table[LostTime]{
		Caption: []string{fmt.Sprintf("Where the time of a processor went under %s", r.Policy)},
		Columns: []report.Column[LostTime]{
			{Key: "part", Heading: "part", Left: true, Value: func(p LostTime) any { return p.Name }},
			report.Formatted("time_s", "time s", compare.FormatSeconds, func(p LostTime) float64 { return p.Time }),
			report.Formatted("share", "share", compare.FormatPercent, func(p LostTime) float64 { return p.Time / p.All }),
		},
		Rows: append(rows, LostTime{"all", all, all}),
	}
}
