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

// near is how many points of efficiency a good machine is off at most.
const near = 3

// print prints the rows of a fit, and the machine.
func print(a *cli.App, x *flags, work experiment.Workload, fit *machinefit.Fit) error {
	type row = machinefit.Prediction
	percent := func(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }
	points := func(x float64) string { return fmt.Sprintf("%+.1f", x) }
	hundredths := func(x float64) string { return fmt.Sprintf("%.2f", x) }
	tenths := func(x float64) string { return fmt.Sprintf("%.1f", x) }
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
			report.Formatted("foretold_efficiency", "foretold", percent, func(r row) float64 { return r.Foretold }),
			report.Formatted("points", "points", points, row.Off),
			report.Formatted("even_points", "even", points, row.Even),
			report.Formatted("spread_points", "spread", tenths, row.Spread),
		},
		Rows: fit.Rows,
		Notes: []string{
			"foretold: by simulation; points: foretold less measured efficiency",
			"node: how many times longer a node took than with one processor; even: points if that had been as in the other rows",
			"spread: how many points simulated rounds lie apart; a median of few measured ones may be off by half of that",
		},
	}
	worst, even := fit.Worst(row.Off), fit.Worst(row.Even)
	table.Outcome = fmt.Sprintf("The largest difference is %.1f points (%s, n %d)", math.Abs(worst.Off()), worst.Policy, worst.Procs)
	if math.Abs(worst.Off()) > near {
		table.Outcome += fmt.Sprintf(", more than %d, so take care with what this machine foretells", near)
	}
	table.Outcome += fmt.Sprintf("; if nodes took equally long, it would be %.1f (%s, n %d)", math.Abs(even.Even()), even.Policy, even.Procs)
	if least, most, disturbed := fit.Disturbed(); disturbed {
		table.Notes = append(table.Notes, fmt.Sprintf(
			"a node took %.2f times as long under %s and %.2f times under %s: other programs were at work, so measure again when they are not",
			least.Longer(), least.Policy, most.Longer(), most.Policy))
	}
	table.Notes = append(table.Notes, cli.MachineDetails(fit.Machine)...)
	if len(fit.LeftOut) > 0 {
		var names []string
		for _, r := range fit.LeftOut {
			names = append(names, fmt.Sprintf("%s (n %d)", r.Policy, r.Procs))
		}
		table.Notes = append(table.Notes, "left out, since they tell nothing about messages: "+strings.Join(names, ", "))
	}
	return table.Write(a.Out, x.style)
}
