package physical

import (
	"context"
	"fmt"
	"math"

	"transat/balance/partition"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// H against μ: the more communication costs, the fewer processors are used, until all is done by one.
// Each H is the least of several annealings from different starts.
//
// The expectation: k equal squares of the mesh cost P²/k + μ √(P/N) · 2(√k−1) · side, which is least for
// a k that falls as μ^(-2/3).

func muItem() reproduce.Item {
	return reproduce.Item{
		Name:   "physical/mu",
		Title:  "the energy and the processors in use against the weight of communication, μ",
		Source: source,
		Run:    mu,
	}
}

// muProcs is the number of processors, P.
const muProcs = 16

func mu(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	side := reproduce.Size(s, 12, 24)
	mus := reproduce.Size(s,
		[]float64{0.1, 1, 2, 5, 10, 20, 35, 60},
		[]float64{0.03, 0.1, 0.3, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 100})
	mesh, graph := meshOf(fmt.Sprintf("tri:%dx%d", side, side))
	var runs []run
	methods := []string{"physical", "anneal"}
	for _, mu := range mus {
		for _, m := range methods {
			runs = append(runs, newPhysicalRun(mesh, graph, muProcs, mu, m, reproduce.Size(s, 1, 5)))
		}
	}
	runs, err := runAll(ctx, s, runs)
	var rows []muRow
	for _, group := range reproduce.Whole(runs, len(methods), err) {
		rows = append(rows, newMuRow(group, side))
	}
	if err != nil {
		return reproduce.Interrupted(err, nil, muTable(rows))
	}
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("a square of %d × %d squares, each two triangles: N = %d; P = %d processors", side, side, graph.Vertices(), muProcs),
			fmt.Sprintf("the least H of %d annealings from a spectral start and %[1]d from a random one", runs[0].tries),
		},
		Tables:  []report.Sheet{muTable(rows)},
		Claims:  muClaims(rows),
		Figures: []reproduce.Figure{{Key: "used", Picture: usedChart(rows, side)}, {Key: "h", Picture: energyChart(rows, side)}},
	}, nil
}

// muRow is the best partition for a value of μ.
type muRow struct {
	mu      float64
	method  string // that found it
	quality partition.Quality
	squares float64 // the least H of 1, 2, 4 or 16 equal rectangles, which can be had exactly
}

func newMuRow(runs []run, side int) muRow {
	row := muRow{mu: runs[0].problem.Mu, method: runs[0].method, quality: runs[0].quality, squares: math.Inf(1)}
	for _, r := range runs[1:] {
		if r.quality.Energy.H() < row.quality.Energy.H() {
			row.method, row.quality = r.method, r.quality
		}
	}
	seams := map[float64]float64{1: 0, 2: 1, 4: 2, 16: 6} // their length in sides of the mesh
	for k, length := range seams {
		row.squares = min(row.squares, rectangles(row.mu, side, k, length))
	}
	return row
}

// rectangles is H of k equal parts whose seams have a length in sides of the mesh.
func rectangles(mu float64, side int, k, length float64) float64 {
	n := 2 * float64(side) * float64(side)
	return muProcs*muProcs/k + mu*math.Sqrt(muProcs/n)*length*float64(side)
}

// squaresInUse is the number of equal squares, whole or not, with the least H.
func squaresInUse(mu float64, side int) float64 {
	best, least := 1.0, math.Inf(1)
	for k := 1.0; k <= muProcs; k += 0.01 {
		if h := rectangles(mu, side, k, 2*(math.Sqrt(k)-1)); h < least {
			best, least = k, h
		}
	}
	return best
}

func muTable(rows []muRow) report.Sheet {
	columns := []report.Column[muRow]{
		{Key: "mu", Heading: "μ", Value: func(r muRow) any { return r.mu }},
		{Key: "used", Heading: "in use", Value: func(r muRow) any { return r.quality.Used }},
		{Key: "cut", Heading: "cut", Value: func(r muRow) any { return r.quality.Cut }},
		report.Number("imbalance", "max/mean", 2, func(r muRow) float64 { return r.quality.Imbalance }),
		report.Number("h", "H", 2, func(r muRow) float64 { return r.quality.Energy.H() }),
		report.Number("work", "work", 2, func(r muRow) float64 { return r.quality.Energy.Work }),
		report.Number("communication", "communication", 2, func(r muRow) float64 { return r.quality.Energy.Communication }),
		report.Number("rectangles", "1, 2, 4, 16 rectangles", 2, func(r muRow) float64 { return r.squares }),
		{Key: "method", Heading: "found by", Left: true, Value: func(r muRow) any { return r.method }},
	}
	return report.NewSheet("mu", "The state of least energy found, for each μ", columns, rows,
		"1, 2, 4, 16 rectangles: the least H of the mesh cut into that many equal ones, for comparison").LeastNeeded("rectangles", "method")
}

func muClaims(rows []muRow) []reproduce.Claim {
	falls, worst := true, 0.0
	for i, r := range rows {
		falls = falls && (i == 0 || r.quality.Used <= rows[i-1].quality.Used)
		worst = max(worst, r.quality.Energy.H()/r.squares-1)
	}
	first, last := rows[0].quality.Used, rows[len(rows)-1].quality.Used
	alone := math.NaN()
	for i := len(rows) - 1; i >= 0 && rows[i].quality.Used == 1; i-- {
		alone = rows[i].mu
	}
	return []reproduce.Claim{
		{
			Kind: reproduce.Stated, Section: "§11.1.2", Text: "as μ is increased, the number of processors in use decreases",
			Bound:   reproduce.Theirs("never more with a larger μ, and fewer at the end"),
			Verdict: reproduce.Judge(falls && last < first),
			Note:    fmt.Sprintf("from %d to %d", first, last),
		},
		{
			Kind: reproduce.Stated, Section: "§11.1.2", Text: "eventually the entire calculation is done on a single processor",
			Bound:   reproduce.Theirs("one in use at the largest μ"),
			Verdict: reproduce.Judge(last == 1),
			Note:    fmt.Sprintf("from μ = %v on; H is at most %.1f %% above that of rectangles", alone, 100*worst),
		},
	}
}

func usedChart(rows []muRow, side int) figure.Chart {
	found, squares := figure.Series{Name: "found"}, figure.Series{Name: "equal squares", Colour: 1, Show: figure.Lines}
	for _, r := range rows {
		found.Points = append(found.Points, figure.Point{X: r.mu, Y: float64(r.quality.Used)})
	}
	low, high := rows[0].mu, rows[len(rows)-1].mu
	for x := low; x <= high; x *= 1.05 {
		squares.Points = append(squares.Points, figure.Point{X: x, Y: squaresInUse(x, side)})
	}
	return figure.Chart{
		Title:    "The more communication costs, the fewer processors are used",
		Subtitle: fmt.Sprintf("%d triangles, %d processors; the state of least energy found", 2*side*side, muProcs),
		X:        figure.Axis{Label: "weight of communication μ", Log: true},
		Y:        figure.Axis{Label: "processors in use", Log: true, Ticks: []float64{1, 2, 4, 8, 16}},
		Series:   []figure.Series{found, squares},
	}
}

func energyChart(rows []muRow, side int) figure.Chart {
	series := []figure.Series{
		{Name: "H"},
		{Name: "work", Colour: 1},
		{Name: "communication", Colour: 2},
		{Name: "H of 16 squares", Colour: 3, Show: figure.Lines},
		{Name: "H of one", Colour: 4, Show: figure.Lines},
	}
	for _, r := range rows {
		e := r.quality.Energy
		communication := e.Communication
		if communication == 0 {
			communication = math.NaN() // it has no place on a logarithmic axis
		}
		for i, y := range []float64{
			e.H(), e.Work, communication, rectangles(r.mu, side, 16, 6), rectangles(r.mu, side, 1, 0),
		} {
			series[i].Points = append(series[i].Points, figure.Point{X: r.mu, Y: y})
		}
	}
	return figure.Chart{
		Title:    "The energy, and what it is made of",
		Subtitle: fmt.Sprintf("%d triangles, %d processors; the state of least energy found", 2*side*side, muProcs),
		X:        figure.Axis{Label: "weight of communication μ", Log: true},
		Y:        figure.Axis{Label: "energy", Log: true},
		Series:   series,
	}
}
