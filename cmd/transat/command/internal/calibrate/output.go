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
	type row = machinefit.Row
	percent := func(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }
	seconds := func(x float64) string { return fmt.Sprintf("%.3g", x) }
	table := report.Table[row]{
		Caption: []string{
			fmt.Sprintf("%s, a tree of %s nodes: what a machine fitted to the run foretells", work.Name, cli.Grouped(work.Nodes)),
		},
		Columns: []report.Column[row]{
			{Key: "policy", Heading: "policy", Left: true, Value: func(r row) any { return r.Policy }},
			{Key: "n", Heading: "n", Value: func(r row) any { return r.Procs }},
			report.Formatted("time_s", "time s", seconds, func(r row) float64 { return r.Time }),
			report.Formatted("foretold_s", "foretold", seconds, func(r row) float64 { return r.ForetoldTime }),
			report.Formatted("efficiency", "efficiency", percent, func(r row) float64 { return r.Efficiency() }),
			report.Formatted("foretold_efficiency", "foretold", percent, func(r row) float64 { return r.Foretold }),
			report.Formatted("points", "points", func(x float64) string { return fmt.Sprintf("%+.1f", x) }, row.Off),
		},
		Rows:  fit.Rows,
		Notes: []string{"points: foretold less measured efficiency"},
	}
	worst := fit.Worst()
	table.Outcome = fmt.Sprintf("The largest difference is %.1f points (%s, n %d)", math.Abs(worst.Off()), worst.Policy, worst.Procs)
	if math.Abs(worst.Off()) > near {
		table.Outcome += fmt.Sprintf(": more than %d, so take care with what this machine foretells", near)
	}
	for _, entry := range cli.MachineDetails(fit.Machine) {
		table.Notes = append(table.Notes, entry)
	}
	if len(fit.LeftOut) > 0 {
		var names []string
		for _, r := range fit.LeftOut {
			names = append(names, fmt.Sprintf("%s (n %d)", r.Policy, r.Procs))
		}
		table.Notes = append(table.Notes, "left out, since they tell nothing about messages: "+strings.Join(names, ", "))
	}
	return table.Write(a.Out, x.style)
}
