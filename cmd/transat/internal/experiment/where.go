package experiment

import (
	"fmt"

	"transat/cmd/transat/internal/report"
)

// Part is one thing that processors spend time on.
type Part struct {
	Name string
	Time float64 // seconds, mean per processor
	All  float64 // seconds of the whole run
}

// TimeTable tells where the time of a row went. Its parts add up to the time of the run.
func TimeTable(r Row) report.Table[Part] {
	part := func(name string, t float64) Part { return Part{name, t, r.Time} }
	return report.Table[Part]{
		Caption: []string{fmt.Sprintf("Where the time of a processor went under %s", r.Policy)},
		Columns: []report.Column[Part]{
			{Key: "part", Heading: "part", Left: true, Value: func(p Part) any { return p.Name }},
			{
				Key: "time_s", Heading: "time s", Value: func(p Part) any { return p.Time },
				Text: func(p Part) string { return duration(p.Time) },
			},
			{
				Key: "share", Heading: "share", Value: func(p Part) any { return p.Time / p.All },
				Text: func(p Part) string { return percent(p.Time / p.All) },
			},
		},
		Rows: []Part{
			part("expanding nodes", r.Busy),
			part("taking elements from the list", r.Take),
			part("installing received elements", r.Install),
			part("sending and receiving messages", r.Message),
			part("passing messages on", r.Route),
			part("finding the first element", r.Placing),
			part("idle", r.Idle),
			part("all", r.Time),
		},
	}
}
