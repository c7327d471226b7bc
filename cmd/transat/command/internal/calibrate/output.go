package calibrate

import (
	"fmt"
	"math"
	"strings"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/machinefit"
	"transat/cmd/transat/internal/report"
)

// print prints the rows of a fit, and the machine.
func print(a *cli.App, x *flags, work experiment.Workload, fit *machinefit.Fit) error {
	type row = machinefit.Prediction
	percent := func(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }
	points := func(x float64) string { return fmt.Sprintf("%+.1f", x) }
	hundredths := func(x float64) string { return fmt.Sprintf("%.2f", x) }
	seconds := func(x float64) string { return fmt.Sprintf("%.3g", x) }
	told := "a machine fitted to the run"
	if x.machine != "" {
		told = fit.Machine.Cost.Name
	}
	table := report.Table[row]{
		Caption: []string{
			fmt.Sprintf("%s, a tree of %s nodes: what %s foretells", work.Name, cli.Grouped(work.Nodes), told),
		},
		Columns: []report.Column[row]{
			{Key: "policy", Heading: "policy", Left: true, Value: func(r row) any { return r.Policy }},
			{Key: "n", Heading: "n", Value: func(r row) any { return r.Procs }},
			report.Formatted("time_s", "time s", seconds, func(r row) float64 { return r.Time }),
			report.Formatted("foretold_s", "foretold", seconds, func(r row) float64 { return r.ForetoldTime }),
			report.Formatted("node_longer", "node", hundredths, func(r row) float64 { return r.Longer() }),
			report.Formatted("efficiency", "efficiency", percent, func(r row) float64 { return r.Efficiency() }),
			{
				Key: "efficiency_least", Heading: "rounds", Rank: 2,
				Value: func(r row) any { least, _ := r.Between(); return least }, Text: func(r row) string { return span(r.Between()) },
			},
			{Key: "efficiency_most", Value: func(r row) any { _, most := r.Between(); return most }},
			report.Formatted("foretold_efficiency", "foretold", percent, func(r row) float64 { return r.Foretold }),
			{
				Key: "foretold_least", Heading: "rounds", Rank: 2,
				Value: func(r row) any { return r.Low }, Text: func(r row) string { return span(r.Low, r.High) },
			},
			{Key: "foretold_most", Value: func(r row) any { return r.High }},
			report.Formatted("points", "points", points, row.Off),
			report.Formatted("even_points", "even", points, row.Even),
			{Key: "spread_points", Value: func(r row) any { return r.Spread() }},
			{Key: "verdict", Heading: "verdict", Left: true, Value: func(r row) any { return string(r.Nearness()) }},
		},
		Rows: fit.Rows,
		Notes: []string{
			"foretold: by simulation; points: foretold less measured efficiency",
			"rounds: the efficiencies of the measured rounds, and of nine simulated ones or more, in percent",
			fmt.Sprintf("verdict: within %d points; or open, since measured and simulated rounds overlap, which more and longer rounds "+
				"would settle; or off", machinefit.Near),
			"node: how many times longer a node took than with one processor; even: points if that had been as in the other rows",
		},
	}
	even := fit.Worst(row.Even)
	table.Outcome = outcome(fit) + fmt.Sprintf("; if nodes took equally long, the largest difference would be %.1f (%s, n %d)",
		math.Abs(even.Even()), even.Policy, even.Procs)
	if least, most, disturbed := fit.Disturbed(); disturbed {
		table.Notes = append(table.Notes, fmt.Sprintf(
			"a node took %.2f times as long under %s and %.2f times under %s: other programs were at work, so measure again when they are not",
			least.Longer(), least.Policy, most.Longer(), most.Policy))
	}
	table.Notes = append(table.Notes, cli.MachineDetails(fit.Machine)...)
	if len(fit.LeftOut) > 0 {
		table.Notes = append(table.Notes, "left out, since they tell nothing about messages: "+namesOf(fit.LeftOut))
	}
	return table.Write(a.Out, x.style)
}

// span is a range of efficiencies in percent.
func span(low, high float64) string { return fmt.Sprintf("%.1f–%.1f", 100*low, 100*high) }

// outcome says how many rows are foretold, and how well.
func outcome(fit *machinefit.Fit) string {
	worst := fit.Worst(machinefit.Prediction.Off)
	text := fmt.Sprintf("The largest difference is %.1f points (%s, n %d)", math.Abs(worst.Off()), worst.Policy, worst.Procs)
	within, open, off := fit.With(machinefit.Within), fit.With(machinefit.Open), fit.With(machinefit.Off)
	if len(open)+len(off) == 0 {
		return text + fmt.Sprintf(": all is foretold within %d", machinefit.Near)
	}
	text += fmt.Sprintf("; foretold within %d points: %d of %s", machinefit.Near, len(within), cli.Counted(len(fit.Rows), "row"))
	if len(open) > 0 {
		text += "; open, since rounds lie too far apart to tell: " + named(open)
	}
	if len(off) > 0 {
		text += "; off, so take care with what this machine foretells: " + named(off)
	}
	return text
}

// named are the policies of rows.
func named(rows []machinefit.Prediction) string {
	var all []machinefit.Measurement
	for _, r := range rows {
		all = append(all, r.Measurement)
	}
	return namesOf(all)
}

func namesOf(rows []machinefit.Measurement) string {
	var names []string
	for _, r := range rows {
		names = append(names, fmt.Sprintf("%s (n %d)", r.Policy, r.Procs))
	}
	return strings.Join(names, ", ")
}
