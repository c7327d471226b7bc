package sweep

import (
	"math"
	"slices"

	"transat/cmd/transat/internal/figure"
)

// Chart draws the efficiency against the number of processors, a curve for each policy and tree. A policy has its
// colour on all trees, and a tree the same dashes under all policies.
func Chart(points []Measurement, subtitle string) figure.Chart {
	chart := figure.Chart{
		Title:    "Efficiency of load balancers as the machine grows",
		Subtitle: subtitle,
		X:        figure.Axis{Label: "processors n", Log: true},
		Y:        figure.Axis{Label: "efficiency, %", From: 0, To: 100},
	}
	for _, n := range sizes(points) {
		chart.X.Ticks = append(chart.X.Ticks, float64(n))
	}
	all := trees(points)
	for _, c := range curves(points) {
		series := figure.Series{Name: c[0].Policy.String(), Policy: c[0].Policy.String()}
		if len(all) > 1 {
			series.Group, series.Dash = c[0].Tree, slices.Index(all, c[0].Tree)
		}
		for _, p := range c {
			if e := p.efficiency(); !math.IsNaN(e) {
				series.Points = append(series.Points, figure.Point{X: float64(p.N()), Y: 100 * e})
			}
		}
		chart.Series = append(chart.Series, series)
	}
	return chart
}
