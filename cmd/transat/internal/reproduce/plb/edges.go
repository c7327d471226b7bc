package plb

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// Equation 3 and Figure 1: the load that goes over a single link of a line, E[|D(n,i)|] ~ √(2(1−α)αn/π)·σ for
// i = αn. D(n,i) is the load of the first i processors beyond their share.

// edgeRow is a link between the i-th processor of a line and the next.
type edgeRow struct {
	setting
	before                int     // i, the processors on one side of the link
	migrated, uncertainty float64 // E[|D|]/σ: mean and standard error
}

// paper is what equation 3 gives.
func (r edgeRow) paper() float64 {
	n := float64(r.net.Procs())
	alpha := float64(r.before) / n
	return math.Sqrt(2 * (1 - alpha) * alpha * n / math.Pi)
}

// alpha is the share of the processors on one side.
func (r edgeRow) alpha() float64 { return float64(r.before) / float64(r.net.Procs()) }

// edges measures links of a line of edgeProcs processors, once for each distribution of loads among the cases.
func edges(ctx context.Context, s *reproduce.Session, cases []setting) ([]edgeRow, error) {
	var lines []setting
	for _, c := range cases {
		if c.label == "line" && c.net.Procs() == edgeProcs {
			lines = append(lines, c)
		}
	}
	rows, err := reproduce.Map(ctx, s, lines,
		func(c setting) reproduce.Job {
			return reproduce.Job{What: "links of a line, " + c.loads, Seconds: 2e-8 * float64(c.reps*c.net.Procs())}
		},
		func(ctx context.Context, c setting) ([]edgeRow, error) { return c.edges(ctx, s) })
	var all []edgeRow
	for _, some := range rows {
		all = append(all, some...)
	}
	return all, err
}

// edgeProcs is the size of the line.
const edgeProcs = 256

// edges measures the links that have 1/32, 1/16, 1/8 … of the line on one side.
func (c setting) edges(ctx context.Context, s *reproduce.Session) ([]edgeRow, error) {
	n := c.net.Procs()
	places := []int{n / 32, n / 16, n / 8, n / 4, n / 2, 3 * n / 4, 7 * n / 8}
	random := s.Rand(fingerprint("edges"), fingerprint(c.loads))
	loads, sums := make([]float64, n), make([]float64, n+1)
	over := make([][]float64, len(places))
	for range c.reps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c.draw(random, loads)
		for i, load := range loads {
			sums[i+1] = sums[i] + load
		}
		for k, i := range places {
			over[k] = append(over[k], math.Abs(sums[i]-float64(i)/float64(n)*sums[n]))
		}
	}
	var rows []edgeRow
	for k, i := range places {
		mean, deviation := stat.MeanStdDev(over[k], nil)
		rows = append(rows, edgeRow{c, i, mean, stat.StdErr(deviation, float64(c.reps))})
	}
	return rows, nil
}

func edgeTable(rows []edgeRow) report.Sheet {
	columns := []report.Column[edgeRow]{
		{Key: "loads", Heading: "loads", Left: true, Value: func(r edgeRow) any { return r.loads }},
		{Key: "n", Heading: "n", Value: func(r edgeRow) any { return r.net.Procs() }},
		{Key: "before", Heading: "i", Value: func(r edgeRow) any { return r.before }},
		report.Number("alpha", "i/n", 3, edgeRow.alpha),
	}
	columns = append(columns, reproduce.Beside("edge", "|D|/σ", 3, func(r edgeRow) float64 { return r.migrated }, edgeRow.paper)...)
	columns = append(columns, report.Number("edge_error", "std. error", 3, func(r edgeRow) float64 { return r.uncertainty }))
	return report.NewSheet("edges", "Figure 1, eq. 3: load that goes over the link after the i-th processor of a line", columns, rows,
		"paper: √(2(1−α)αn/π), α = i/n")
}

func edgeClaim(rows []edgeRow) reproduce.Claim {
	far, most := 0.0, edgeRow{}
	for _, r := range rows {
		if off := math.Abs(r.migrated - r.paper()); off > 3*r.uncertainty+0.005*r.paper() && off/r.paper() > far {
			far, most = off/r.paper(), r
		}
	}
	c := reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.1, eq. 3",
		Text:  "over the link after the αn-th processor goes E|D| ~ √(2(1−α)αn/π)·σ, for any distribution",
		Bound: reproduce.Ours("on every link measured, within three standard errors and 0.5 %"), Verdict: reproduce.Judge(far == 0),
		Note: fmt.Sprintf("%d links of a line of %d", len(rows), edgeProcs),
	}
	if far > 0 {
		c.Note += fmt.Sprintf("; with %s loads and i = %d it is %.3f, not %.3f", most.loads, most.before, most.migrated, most.paper())
	}
	return c
}
