package plb

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"transat/balance"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// How the rows of Tables 2, 3 and 4 are shown: as the paper has them, with the paper's numbers beside ours;
// with medians and quartiles, since means over few trees mislead; and with the use of the processors' time.

type gridColumn = report.Column[gridRow]

// procsColumn and the like say which row it is.
func procsColumn() gridColumn {
	return gridColumn{Key: "n", Heading: "n", Value: func(r gridRow) any { return r.row.Procs() }}
}

func topologyColumn() gridColumn {
	return gridColumn{Key: "topology", Heading: "topology", Left: true, Value: func(r gridRow) any { return r.row.Topology }}
}

func estimateColumn() gridColumn {
	return gridColumn{
		Key: "load", Heading: "load", Left: true, Value: func(r gridRow) any { return r.row.Estimate },
		Text: func(r gridRow) string { return estimateLetter(r.row.Estimate) },
	}
}

// estimateLetter is the paper's name of a load estimate.
func estimateLetter(estimate string) string {
	if estimate == "count" {
		return "(b)"
	}
	return "(a)"
}

// besideColumns are numbers of ours and the paper's. The deviations are not in the table, which is broad
// enough.
func besideColumns(measures ...gridMeasure) []gridColumn {
	var columns []gridColumn
	for _, m := range measures {
		beside := reproduce.Beside(m.key, m.heading, m.decimals, func(r gridRow) float64 { return m.mean(r.ours) },
			func(r gridRow) float64 { return m.mean(r.row) })
		beside[2].Heading = ""
		columns = append(columns, beside...)
	}
	return columns
}

// stdColumns has the standard deviation of the time.
func stdColumns() []gridColumn {
	return besideColumns(gridMeasure{
		key: "time_std_s", heading: "std", decimals: 1, mean: func(r reproduce.TableRow) float64 { return r.TimeStd },
	})
}

// meansSheet is the table as the paper has it, with the paper's numbers beside ours: the given columns, and
// the efficiency.
func meansSheet(key, title string, columns []gridColumn, rows []gridRow) report.Sheet {
	efficiency := efficiencyMeasure()
	columns = append(slices.Clip(columns),
		report.Number(efficiency.key, efficiency.heading, 1, func(r gridRow) float64 { return r.ours.Efficiency }),
		report.Number("paper_"+efficiency.key, "paper", 1, func(r gridRow) float64 { return r.row.Efficiency }),
		report.Formatted("efficiency_points", "points", signed, gridRow.points),
		gridColumn{Key: "fit", Heading: "fit", Left: true, Value: func(r gridRow) any { return r.fit() }},
		gridColumn{Key: "formulas", Value: func(r gridRow) any { return len(r.runs) }},
		gridColumn{Key: "machine", Value: func(r gridRow) any { return r.machine }},
	)
	notes := []string{"idle, bal, info, send: means per processor; efficiency: mean sequential time / (n · mean time)"}
	if len(compared(rows)) > 0 {
		return report.NewSheet(key, title, columns, rows, append(notes,
			"paper: the number to its left in the paper's table; points: our efficiency less the paper's",
			"fit: whether the cost model and the policy were fitted to the row, or the row was held out")...).
			LeastNeeded("efficiency_points", "fit", "paper_time_std_s", "time_std_s", "paper_info", "info", "paper_bal", "bal")
	}
	for i, c := range columns {
		if strings.HasPrefix(c.Key, "paper_") || c.Key == "efficiency_points" || c.Key == "fit" {
			columns[i].Heading = "" // there is nothing in it
		}
	}
	return report.NewSheet(key, title, columns, rows, notes...)
}

// lossSheet says how many times the paper's each number of ours is, in the rows that the paper has: first the two
// parts of the time that was lost, which an efficiency of 99 % hides.
func lossSheet(key, title string, labels []gridColumn, measures []gridMeasure, rows []gridRow) report.Sheet {
	other := otherLossMeasure()
	columns := append(slices.Clone(labels),
		report.Number(other.key, other.heading, 1, func(r gridRow) float64 { return other.mean(r.ours) }),
		report.Number("paper_"+other.key, "paper", 1, func(r gridRow) float64 { return other.mean(r.row) }))
	for _, m := range append([]gridMeasure{other}, measures...) {
		heading := m.heading
		if m.key == other.key {
			heading = "lost"
		}
		columns = append(columns,
			report.Number(m.key+"_factor", strings.TrimSuffix(heading, " s")+" ×", 2,
				func(r gridRow) float64 { return m.mean(r.ours) / m.mean(r.row) }))
	}
	columns = append(columns,
		report.Number("allowed_factor", "allowed", 1, gridRow.band),
		gridColumn{Key: "fit", Heading: "fit", Left: true, Value: func(r gridRow) any { return r.fit() }})
	return report.NewSheet(key, title, columns, compared(rows),
		"lost otherwise: time − idle − sequential time / n; the paper's from its time, idle time and efficiency",
		"allowed: the factor, either way, within which a claim below holds: "+fmt.Sprintf("%v for rows used by the fit, %v for rows held out",
			usedBand, heldOutBand))
}

// tableSheets are the sheets of a table: the paper's, its losses, medians, and where the time went.
func tableSheets(key, title string, labels, columns []gridColumn, measures []gridMeasure, rows []gridRow) []report.Sheet {
	sheets := []report.Sheet{meansSheet(key, title, slices.Concat(labels, columns), rows)}
	if len(compared(rows)) > 0 {
		sheets = append(sheets, lossSheet("losses", "Losses and counts: ours over the paper's", labels, measures, rows))
	}
	return append(sheets, spreadSheet(labels, append([]gridMeasure{timeMeasure()}, measures...), rows), timeSheet(labels, rows))
}

// withPaper adds the source of the paper's numbers to a caption, if the picture has such numbers.
func withPaper(rows []gridRow, what, paper string) string {
	if len(compared(rows)) == 0 {
		return what
	}
	return what + "; " + paper
}

// upTo100 is an axis for percent.
func upTo100(label string) figure.Axis { return figure.Axis{Label: label, To: 100} }

// points is how much our efficiency is above the paper's.
func (r gridRow) points() float64 { return r.ours.Efficiency - r.row.Efficiency }

// signed formats a difference; NaN is empty.
func signed(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return fmt.Sprintf("%+.1f", x)
}

// fit says whether a row of the paper was used to fit the model.
func (r gridRow) fit() string {
	switch {
	case math.IsNaN(r.row.Efficiency):
		return ""
	case r.fitted:
		return "used"
	}
	return "held out"
}

// spreadSheet shows medians and quartiles over the formulas.
func spreadSheet(labels []gridColumn, measures []gridMeasure, rows []gridRow) report.Sheet {
	columns := slices.Clone(labels)
	for _, m := range append(slices.Clip(measures), efficiencyMeasure()) {
		quartile := func(r gridRow, share float64) float64 { return quantile(r.each(m), share) }
		columns = append(columns,
			gridColumn{
				Key: m.key + "_median", Heading: m.heading,
				Value: func(r gridRow) any { return quartile(r, 0.5) },
				Text: func(r gridRow) string {
					return fmt.Sprintf("%.*f (%.*f–%.*f)", m.decimals, quartile(r, 0.5), m.decimals, quartile(r, 0.25), m.decimals, quartile(r, 0.75))
				},
			},
			gridColumn{Key: m.key + "_lower_quartile", Value: func(r gridRow) any { return quartile(r, 0.25) }},
			gridColumn{Key: m.key + "_upper_quartile", Value: func(r gridRow) any { return quartile(r, 0.75) }},
		)
	}
	return report.NewSheet("spread", "The same: medians over the formulas, and quartiles", columns, rows).
		LeastNeeded("bal_median", "info_median", "send_median", "idle_s_median")
}

// quantile is a quantile of some numbers, interpolated between them, so that the median of two is their mean.
func quantile(values []float64, share float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	at := share * float64(len(sorted)-1)
	below := int(at)
	above := min(below+1, len(sorted)-1)
	return sorted[below] + (at-float64(below))*(sorted[above]-sorted[below])
}

// timeSheet shows how the processors spent their time.
func timeSheet(labels []gridColumn, rows []gridRow) report.Sheet {
	columns := slices.Clone(labels)
	part := func(key, heading string, of func(gridRun) balance.Ticks) {
		columns = append(columns, report.Number(key+"_percent", heading, 2, func(r gridRow) float64 { return 100 * r.share(of) }))
	}
	part("busy", "nodes", func(r gridRun) balance.Ticks { return r.Busy })
	part("take", "taking", func(r gridRun) balance.Ticks { return r.Take })
	part("install", "installing", func(r gridRun) balance.Ticks { return r.Install })
	part("message", "messages", func(r gridRun) balance.Ticks { return r.Message })
	part("route", "routing", func(r gridRun) balance.Ticks { return r.Route })
	part("idle", "idle", func(r gridRun) balance.Ticks { return r.Idle })
	for _, p := range []struct {
		key, heading string
		of           func(idlePhases) float64
	}{
		{"idle_start", "at the start", func(p idlePhases) float64 { return p.start }},
		{"idle_middle", "between", func(p idlePhases) float64 { return p.middle }},
		{"idle_end", "at the end", func(p idlePhases) float64 { return p.end }},
	} {
		columns = append(columns, report.Number(p.key+"_s", p.heading, 1, func(r gridRow) float64 { return r.idleIn(p.of) }))
	}
	return report.NewSheet("where", "How the processors spent their time, in percent, and when they were idle, in seconds", columns,
		rows,
		"taking: elements from the list, and their children on it; installing: received elements",
		"at the start, at the end: in the first and the last tenth of a run").
		LeastNeeded("idle_middle_s", "route_percent", "message_percent", "install_percent")
}

// share is a part of the time of all processors in all runs.
func (r gridRow) share(of func(gridRun) balance.Ticks) float64 {
	part, all := 0.0, 0.0
	for _, seeds := range r.runs {
		for _, run := range seeds {
			part += float64(of(run))
			all += float64(run.Procs) * float64(run.Time)
		}
	}
	return part / all
}

// idleIn is the mean idle time in a phase of the runs.
func (r gridRow) idleIn(of func(idlePhases) float64) float64 {
	return stat.Mean(r.each(gridMeasure{of: func(run gridRun) float64 { return of(run.idle) }}), nil)
}
