package calibrate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"transat/balance"
	"transat/balance/sim"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// Sheets shows the two times of a machine.
func (t Times) Sheets(cost sim.CostModel) []report.Sheet {
	type unknown struct {
		name, unit       string
		computed, preset float64
	}
	microseconds := func(t balance.Ticks) float64 { return float64(t) / float64(balance.Microsecond) }
	times := []unknown{
		{"WorkTime", "µs", 1e6 * t.WorkTime, microseconds(cost.WorkTime)},
		{"NodeTime", "µs", 1e6 * t.NodeTime, microseconds(cost.NodeTime)},
	}
	inPlace := "" // there is no such column where the samples are the paper's
	if slices.ContainsFunc(t.Sizes, func(s Size) bool { return s.Used != s.Sample }) {
		inPlace = "in place of"
	}
	return []report.Sheet{
		report.NewSheet("samples", "Sequential time: what a processor needs for the mean tree of a sample", []report.Column[Size]{
			{Key: "sample", Heading: "sample", Left: true, Value: func(s Size) any { return s.Used }},
			{Key: "paper_sample", Heading: inPlace, Left: true, Value: func(s Size) any { return s.Sample }},
			{Key: "formulas", Heading: "formulas", Value: func(s Size) any { return s.Formulas }},
			report.Number("work", "clause visits", 0, func(s Size) float64 { return s.Work }),
			report.Number("nodes", "nodes", 0, func(s Size) float64 { return s.Nodes }),
			report.Number("sequential_s", "time s", 0, func(s Size) float64 {
				return (s.Work*float64(cost.WorkTime) + s.Nodes*float64(cost.NodeTime)) / float64(balance.Second)
			}),
			report.Number("paper_sequential_s", "paper", 0, func(s Size) float64 { return reproduce.Sequential(s.Sample) }),
		}, t.Sizes, "paper: n · time · efficiency, in every row of its tables"),
		report.NewSheet("times", "The two times that make them equal, and those of "+cost.Name, []report.Column[unknown]{
			{Key: "parameter", Heading: "parameter", Left: true, Value: func(u unknown) any { return u.name }},
			{Key: "unit", Heading: "unit", Left: true, Value: func(u unknown) any { return u.unit }},
			report.Number("computed", "computed", 2, func(u unknown) float64 { return u.computed }),
			report.Number("preset", "preset", 2, func(u unknown) float64 { return u.preset }),
		}, times),
	}
}

// Sheets shows a report: the costs that were computed, the parameters that were searched for, and the rows.
// After a search these are the rows of what it found.
func (r *Report) Sheets() []report.Sheet {
	sheets := []report.Sheet{r.parameterSheet(), r.rowSheet()}
	if r.Fit.Lost {
		sheets = slices.Concat(losses(r.Fit.Targets).sheets(r.Fit.Name, r.Cost, r.Nodes), sheets)
	}
	return sheets
}

// setting is a line of the sheet of parameters.
type setting struct {
	Parameter
	preset, found, down, up float64
}

func (r *Report) parameterSheet() report.Sheet {
	var rows []setting
	for i, p := range r.Fit.Parameters {
		row := setting{p, r.Preset.Values[i], math.NaN(), math.NaN(), math.NaN()}
		if r.Repeated != nil {
			row.found, row.down, row.up = r.Repeated.Found.Values[i], r.Repeated.Down[i], r.Repeated.Up[i]
		}
		rows = append(rows, row)
	}
	columns := []report.Column[setting]{
		{Key: "parameter", Heading: "parameter", Left: true, Value: func(s setting) any { return s.Name }},
		{Key: "unit", Heading: "unit", Left: true, Value: func(s setting) any { return s.Unit }},
		{Key: "preset", Heading: "preset", Value: func(s setting) any { return s.preset }},
	}
	var notes []string
	if again := r.Repeated; again != nil {
		columns = append(columns,
			report.Column[setting]{Key: "start", Heading: "start", Value: func(s setting) any { return s.Start }},
			report.Column[setting]{Key: "found", Heading: "found", Value: func(s setting) any { return s.found }},
			report.Number("objective_down", "a step down", 3, func(s setting) float64 { return s.down }),
			report.Number("objective_up", "a step up", 3, func(s setting) float64 { return s.up }),
		)
		ended := "no step is better"
		if !again.Complete {
			ended = "the search was ended before no step was better"
		}
		notes = []string{
			fmt.Sprintf("objective in the search: start %.3f, found %.3f after %d evaluations; %s", again.Start, again.Least, again.Evaluations, ended),
			"a step down or up: the same, if that parameter alone is 8 % lower or 9 % higher than what was found",
			fmt.Sprintf("objective with all runs: preset %.3f, found %.3f", r.Preset.Objective, again.Found.Objective),
		}
	}
	title := fmt.Sprintf("%s: parameters of %s and %s", r.Fit.Title, r.Fit.Machine, r.Fit.Policy)
	return report.NewSheet(r.Fit.Name+"_parameters", title, columns, rows, notes...)
}

// compared is a target and what comes out.
type compared struct {
	Target
	ours     reproduce.Row // all NaN if there is nothing
	done     bool
	searched bool // ours is what a search found, not what the preset gives
}

func (r *Report) rowSheet() report.Sheet {
	trial, what := r.Preset, "with the preset"
	if r.Repeated != nil {
		trial, what = r.Repeated.Found, "with what was found"
	}
	none := math.NaN()
	var rows []compared
	for i, t := range r.Fit.Targets {
		row := compared{Target: t, searched: r.Repeated != nil, ours: reproduce.Row{Time: none, Idle: none, Phases: none, Info: none, Send: none, Efficiency: none}}
		if trial.Ours[i] != nil {
			row.ours, row.done = *trial.Ours[i], true
		}
		rows = append(rows, row)
	}
	bars := fmt.Sprintf("bars: lost, idle, bal and send within a factor of %v; lost: the time that is neither idle nor spent on nodes", lossBar)
	if !r.Fit.byLosses() {
		bars = fmt.Sprintf("bars: efficiency within %s points, idle within a factor of %v, all else within a factor of %v", r.Fit.points(), idleBar, countBar)
	}
	notes := []string{
		bars,
		fmt.Sprintf("within their bars: %s; objective: %.3f, the mean square of the deviations of the used rows, in bars", within(rows), trial.Objective),
	}
	if slices.ContainsFunc(rows, func(c compared) bool { return c.role() == "used" && !c.Used }) {
		notes = append(notes, "used: rows with which costs of the preset were set, also those that a search does not use, and that are not in the objective")
	}
	return report.NewSheet(r.Fit.Name+"_rows", r.Fit.Title+", "+what, report.LeastNeeded(r.Fit.columns(), "load", "missed", "info", "paper_info", "bal", "paper_bal", "send", "paper_send", "time_s", "paper_time_s"), rows, notes...)
}

// columns are those of the sheet of rows: the numbers that the paper has of any of them.
func (f Fit) columns() []report.Column[compared] {
	columns := []report.Column[compared]{
		{Key: "paper_table", Heading: "table", Value: func(c compared) any { return c.Table }},
		{Key: "n", Heading: "n", Value: func(c compared) any { return c.Procs() }},
		{Key: "topology", Heading: "topology", Left: true, Value: func(c compared) any { return c.Topology }},
		{Key: "load", Heading: "load", Left: true, Value: func(c compared) any { return c.Estimate }},
	}
	for _, number := range []struct {
		key, heading string
		decimals     int
		of           func(reproduce.Row) float64
	}{
		{"time_s", "time s", 1, func(r reproduce.Row) float64 { return r.Time }},
		{"lost_s", "lost s", 1, lost},
		{"idle_s", "idle s", 1, func(r reproduce.Row) float64 { return r.Idle }},
		{"bal", "bal", 0, func(r reproduce.Row) float64 { return r.Phases }},
		{"info", "info", 0, func(r reproduce.Row) float64 { return r.Info }},
		{"send", "send", 0, func(r reproduce.Row) float64 { return r.Send }},
		{"efficiency_percent", "eff. %", 1, func(r reproduce.Row) float64 { return r.Efficiency }},
	} {
		if f.has(number.of) && (number.key != "lost_s" || f.byLosses()) {
			columns = append(columns, beside(number.key, number.heading, number.decimals, number.of)...)
		}
	}
	return append(columns,
		report.Column[compared]{Key: "fit", Heading: "fit", Left: true, Value: func(c compared) any { return c.role() }},
		report.Column[compared]{Key: "missed", Heading: "beyond the bars", Left: true, Value: func(c compared) any { return c.missed() }},
	)
}

// byLosses reports whether the targets are judged by losses.
func (f Fit) byLosses() bool { return f.Targets[0].ByLosses }

// has reports whether any target has a number.
func (f Fit) has(number func(reproduce.Row) float64) bool {
	for _, t := range f.Targets {
		if !math.IsNaN(number(t.Row)) {
			return true
		}
	}
	return false
}

// points names the bars of efficiency, by table.
func (f Fit) points() string {
	var all []string
	last := 0
	for _, t := range f.Targets {
		if t.Table != last {
			all, last = append(all, fmt.Sprintf("%.1f (Table %d)", t.Points, t.Table)), t.Table
		}
	}
	return strings.Join(all, " or ")
}

// beside returns two columns: our number and the paper's.
func beside(key, heading string, decimals int, number func(reproduce.Row) float64) []report.Column[compared] {
	return []report.Column[compared]{
		report.Number(key, heading, decimals, func(c compared) float64 { return number(c.ours) }),
		report.Number("paper_"+key, "paper", decimals, func(c compared) float64 { return number(c.Row) }),
	}
}

// role says whether the fit knew a row.
func (c compared) role() string {
	if c.Used || c.Seen && !c.searched {
		return "used"
	}
	return "held out"
}

// missed lists the numbers beyond their bars.
func (c compared) missed() string {
	if !c.done {
		return "no result"
	}
	var all []string
	for _, d := range c.Missed(c.ours) {
		all = append(all, d.Name+" "+d.Text)
	}
	return strings.Join(all, ", ")
}

// within counts the numbers that are within their bars, by what the fit knew of them.
func within(rows []compared) string {
	var parts []string
	for _, role := range []string{"used", "held out"} {
		met, all := 0, 0
		for _, row := range rows {
			if row.role() == role && row.done {
				numbers := len(row.Deviations(row.ours))
				all += numbers
				met += numbers - len(row.Missed(row.ours))
			}
		}
		if all > 0 {
			parts = append(parts, fmt.Sprintf("%s: %d of %d numbers", role, met, all))
		}
	}
	return strings.Join(parts, ", ")
}
