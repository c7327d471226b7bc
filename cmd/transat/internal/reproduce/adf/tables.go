package adf

import (
	"fmt"
	"math"
	"slices"

	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// The tables and pictures of adf/convergence.

// factorColumns are the columns that all tables of factors begin with.
func factorColumns() []report.Column[factorRow] {
	return []report.Column[factorRow]{
		{Key: "policy", Heading: "policy", Left: true, Value: func(r factorRow) any { return r.policy }},
		{Key: "network", Heading: "network", Left: true, Value: func(r factorRow) any { return r.network() }},
		report.Number("exact", "exact γ", 6, func(r factorRow) float64 { return r.exact }),
	}
}

func table(rows []factorRow) report.Sheet {
	columns := append(factorColumns(),
		report.Number("gamma", "measured", 6, func(r factorRow) float64 { return r.measured }),
		report.Number("paper_gamma", "paper", 6, func(r factorRow) float64 { return r.paper }))
	columns = append(columns,
		reproduce.Beside("decade", "steps/decade", 1, func(r factorRow) float64 { return decade(r.measured) },
			func(r factorRow) float64 { return decade(r.paper) })...)
	columns = append(columns,
		report.Formatted("left", "left", func(x float64) string { return fmt.Sprintf("%.0e", x) }, func(r factorRow) float64 { return r.left }),
		report.Column[factorRow]{Key: "refused", Value: func(r factorRow) any { return r.refused }},
	)
	return report.NewSheet("networks", "Average diffusion on rings, tori, cliques and hypercubes", columns, rows,
		"no γ: the policy refuses the network, since it is bipartite and loads swing for ever",
		"steps/decade: until differences are ten times smaller, ln 10 / −ln γ",
		"left: share of the deviation that is left after 5·side² steps of plain averaging from random loads").LeastNeeded("left",
		"decade_deviation", "policy")
}

func factorTable(key, title string, rows []factorRow) report.Sheet {
	columns := append(factorColumns(),
		report.Number("gamma", "measured", 6, func(r factorRow) float64 { return r.measured }),
		report.Number("decade", "steps/decade", 1, func(r factorRow) float64 { return decade(r.measured) }),
		report.Column[factorRow]{Key: "refused", Value: func(r factorRow) any { return r.refused }},
	)
	defined := slices.DeleteFunc(slices.Clone(rows), func(r factorRow) bool { return r.refused != "" })
	return report.NewSheet(key, title, columns, defined)
}

// chart draws γ against the side of rings or tori, as 1 − γ, which tells more.
func chart(rows []factorRow, kind string) figure.Chart {
	side, formula := "processors N", "1 − cos(2π/N) (paper)"
	if kind == "torus" {
		side, formula = "side √N", "1 − ½(1 + cos(2π/√N)) (paper)"
	}
	chart := figure.Chart{
		Title:    fmt.Sprintf("Average diffusion on a %s: convergence factor γ", kind),
		Subtitle: "odd numbers of processors, on even ones it does not converge; Karagiorgos, Missirlis, §4",
		X:        figure.Axis{Label: side, Log: true},
		Y:        figure.Axis{Label: "1 − γ", Log: true},
	}
	measured := figure.Series{Name: "measured", Show: figure.Marks}
	exact := figure.Series{Name: "exact", Show: figure.Lines}
	paper := figure.Series{Name: formula, Colour: 1, Paper: true}
	for _, r := range rows {
		if r.kind != kind || r.refused != "" || math.IsNaN(r.paper) {
			continue
		}
		x := float64(r.sides[0])
		chart.X.Ticks = append(chart.X.Ticks, x)
		measured.Points = append(measured.Points, figure.Point{X: x, Y: 1 - r.measured})
		exact.Points = append(exact.Points, figure.Point{X: x, Y: 1 - r.exact})
		paper.Points = append(paper.Points, figure.Point{X: x, Y: 1 - r.paper})
	}
	chart.Series = []figure.Series{measured, exact, paper}
	return chart
}
