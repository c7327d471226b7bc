package physical

import (
	"fmt"

	"transat/cmd/transat/internal/report"
)

// Why the work in H is a sum of squares and not its maximum: two processors share N elements, and
// something pulls with a small force ε at one of them. The least of max(N_1, N_2)/(N/2) + ε N_1/(N/2)
// stays where it is until ε is 1 and then jumps; the least of (N_1² + N_2²)/(N/2)² + ε N_1/(N/2) gives
// way little by little. The table shows it; no claim is made of it, since it follows from the formulas.

// smoothElements is N.
const smoothElements = 1000

// smoothRow is the least of both for a force.
type smoothRow struct {
	force            float64 // ε
	maximum, squares int     // N_1
}

func smoothRows() []smoothRow {
	var rows []smoothRow
	const half = smoothElements / 2
	for _, force := range []float64{0, 0.25, 0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2} {
		row := smoothRow{force: force}
		least := func(cost func(n1, n2 float64) float64) int {
			best := half
			for n := range smoothElements + 1 {
				if at, lowest := cost(float64(n), float64(smoothElements-n)), cost(float64(best), float64(smoothElements-best)); at < lowest {
					best = n
				}
			}
			return best
		}
		row.maximum = least(func(n1, n2 float64) float64 { return max(n1, n2)/half + force*n1/half })
		row.squares = least(func(n1, n2 float64) float64 { return (n1*n1+n2*n2)/(half*half) + force*n1/half })
		rows = append(rows, row)
	}
	return rows
}

func smoothTable(rows []smoothRow) report.Sheet {
	return report.NewSheet("smooth",
		fmt.Sprintf("Elements of %d that stay on a processor from which a force ε pulls them away", smoothElements),
		[]report.Column[smoothRow]{
			{Key: "force", Heading: "ε", Value: func(r smoothRow) any { return r.force }},
			{Key: "maximum", Heading: "least maximum", Value: func(r smoothRow) any { return r.maximum }},
			{Key: "squares", Heading: "least sum of squares", Value: func(r smoothRow) any { return r.squares }},
		}, rows)
}
