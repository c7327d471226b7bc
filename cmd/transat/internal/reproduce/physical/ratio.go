package physical

import (
	"context"
	"fmt"
	"math"
	"strings"

	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// μ against c, how much calculation there is for each communication: "if [both terms] were proportional to the times taken for
// calculation and communication, then μ should be inversely proportional to c". Our text lacks §11.1.1, which defines c; here
// it is the time to calculate an element over the time to send what a shared side needs, one way.
//
// A run takes the time of the processor with most elements, and, as the paper assumes, the sum of all communications:
//
//	T = max N_q + 2 · cut / c        in times of an element
//
// The first term of H is proportional to the first of T only if parts are equal: with k of them, (P/N)² Σ N_q² = P²/N · N/k.
// Then H is proportional to T if μ = a/c with a = 2 P^1.5 / √N. The question is how much longer a run takes with the partition
// of that μ than with the best of all partitions found.

func ratioItem() reproduce.Item {
	return reproduce.Item{
		Name:   "physical/ratio",
		Title:  "the best μ for programs with more and less calculation, c",
		Source: source,
		Run:    ratio,
	}
}

func ratio(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	side := reproduce.Size(s, 12, 24)
	mesh, graph := meshOf(fmt.Sprintf("tri:%dx%d", side, side))
	a := 2 * math.Pow(muProcs, 1.5) / math.Sqrt(float64(graph.Vertices()))
	var runs []run
	methods := []string{"physical", "anneal"}
	ratios := reproduce.Size(s, []float64{1. / 16, 0.25, 1, 4, 16}, halves(1./16, 64))
	for _, c := range ratios {
		for _, m := range methods {
			runs = append(runs, newPhysicalRun(mesh, graph, muProcs, a/c, m, reproduce.Size(s, 1, 3)))
		}
	}
	runs, err := runAll(ctx, s, runs)
	var found []run // the better of the methods
	for _, group := range reproduce.Whole(runs, len(methods), err) {
		best := group[0]
		for _, r := range group[1:] {
			if r.quality.Energy.H() < best.quality.Energy.H() {
				best = r
			}
		}
		found = append(found, best)
	}
	if err != nil {
		return reproduce.Interrupted(err, nil) // a row needs them all
	}
	rows := ratioRows(ratios, found)
	return &reproduce.Result{
		Setup: []string{
			fmt.Sprintf("a square of %d × %d squares, each two triangles: N = %d; P = %d processors", side, side, graph.Vertices(), muProcs),
			"c: the time to calculate an element over the time to send what a shared side needs, one way (our text lacks the definition)",
			"T: the time of a run, the most elements on a processor and the sum of all communications, in times of an element",
			fmt.Sprintf("a/c: the μ for which H is proportional to T with equal parts, a = 2 P^1.5 / √N = %.3g; the least H of %d tries each", a,
				len(methods)*runs[0].tries),
		},
		Tables:  []report.Sheet{ratioTable(rows)},
		Claims:  ratioClaims(rows),
		Figures: []reproduce.Figure{{Picture: ratioChart(rows, a)}},
	}, nil
}

// halves are powers of √2 in a range.
func halves(low, high float64) []float64 {
	var all []float64
	for x := low; x < 1.01*high; x *= math.Sqrt2 {
		all = append(all, x)
	}
	return all
}

// ratioRow is a c, with the times of the partitions of all μ.
type ratioRow struct {
	c, mu     float64 // μ = a/c
	used      int     // processors in the partition of that μ
	time      float64 // T with it
	best      float64 // the least T of all μ
	low, high float64 // the μ with a T within nearlyBest of the least
	apart     float64 // if processors communicate side by side: the time with μ over the least, less 1
}

// nearlyBest is how far T may be from the least to be as good.
const nearlyBest = 0.02

// lost is the share of the time that is lost with μ = a/c.
func (r ratioRow) lost() float64 { return r.time/r.best - 1 }

// ratioRows has a row for each c. The runs have μ = a/c, in the same order.
func ratioRows(ratios []float64, runs []run) []ratioRow {
	var rows []ratioRow
	for i, c := range ratios {
		r := ratioRow{
			c: c, mu: runs[i].problem.Mu, used: runs[i].quality.Used, time: runs[i].time(c), best: math.Inf(1),
			low: math.Inf(1), high: 0, apart: math.Inf(1),
		}
		least := math.Inf(1)
		for _, other := range runs {
			r.best = min(r.best, other.time(c))
			least = min(least, other.slowest(c))
		}
		r.apart = runs[i].slowest(c)/least - 1
		for _, other := range runs {
			if other.time(c) <= (1+nearlyBest)*r.best {
				r.low, r.high = min(r.low, other.problem.Mu), max(r.high, other.problem.Mu)
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// loads are the numbers of elements, and of cut sides, of each part.
func (r run) loads() (elements, surfaces []float64) {
	elements, surfaces = make([]float64, r.problem.Parts), make([]float64, r.problem.Parts)
	for v, q := range r.parts {
		elements[q]++
		for _, arc := range r.problem.Graph.Arcs(v) {
			if r.parts[arc.To] != q {
				surfaces[q]++
			}
		}
	}
	return elements, surfaces
}

// time is T: one processor after the other communicates.
func (r run) time(c float64) float64 {
	elements, _ := r.loads()
	most := 0.
	for _, n := range elements {
		most = max(most, n)
	}
	return most + 2*float64(r.quality.Cut)/c
}

// slowest is the time if processors communicate side by side: that of the slowest.
func (r run) slowest(c float64) float64 {
	elements, surfaces := r.loads()
	most := 0.
	for q, n := range elements {
		most = max(most, n+surfaces[q]/c)
	}
	return most
}

func ratioTable(rows []ratioRow) report.Sheet {
	three := func(x float64) string { return fmt.Sprintf("%.3g", x) }
	return report.NewSheet("ratio", "The time of a run, by c", []report.Column[ratioRow]{
		report.Formatted("c", "c", three, func(r ratioRow) float64 { return r.c }),
		report.Formatted("mu", "μ = a/c", three, func(r ratioRow) float64 { return r.mu }),
		{Key: "used", Heading: "in use", Value: func(r ratioRow) any { return r.used }},
		report.Number("time", "T", 1, func(r ratioRow) float64 { return r.time }),
		report.Number("best", "least T", 1, func(r ratioRow) float64 { return r.best }),
		report.Number("lost_percent", "lost %", 1, func(r ratioRow) float64 { return 100 * r.lost() }),
		report.Formatted("low", "best μ from", three, func(r ratioRow) float64 { return r.low }),
		report.Formatted("high", "to", three, func(r ratioRow) float64 { return r.high }),
		report.Number("apart_percent", "side by side: lost %", 1, func(r ratioRow) float64 { return 100 * r.apart }),
	}, rows, fmt.Sprintf("best μ: the values with a T within %.0f %% of the least", 100*nearlyBest),
		"side by side: T with the sides of the slowest processor alone, not with the sum of all")
}

// littleTime is what may be lost with μ = a/c.
const littleTime = 0.05

func ratioClaims(rows []ratioRow) []reproduce.Claim {
	worst, apart := rows[0], rows[0]
	var where, sideBySide []string
	falls := true
	for i, r := range rows {
		if r.lost() > worst.lost() {
			worst = r
		}
		if r.apart > apart.apart {
			apart = r
		}
		if r.lost() <= littleTime {
			where = append(where, fmt.Sprintf("%.3g", r.c))
		}
		if r.apart <= littleTime {
			sideBySide = append(sideBySide, fmt.Sprintf("%.3g", r.c))
		}
		falls = falls && (i == 0 || r.low <= rows[i-1].low && r.high <= rows[i-1].high)
	}
	first, last := rows[0], rows[len(rows)-1]
	partly := func(c reproduce.Claim, where []string) reproduce.Claim {
		c.Verdict = reproduce.Judge(len(where) == len(rows))
		if c.Verdict == reproduce.DoesNotHold && len(where) > 0 {
			c.Verdict, c.Range = reproduce.HoldsPartly, "c = "+strings.Join(where, ", ")
		}
		return c
	}
	return []reproduce.Claim{
		partly(reproduce.Claim{
			Kind: reproduce.Stated, Section: "§11.1.2", Text: "μ should be inversely proportional to c",
			Bound: reproduce.Ours(fmt.Sprintf("for each c, a run with μ = a/c takes at most %.0f %% longer than with the best μ", 100*littleTime)),
			Note: fmt.Sprintf("one a for all c, from c = %.3g to %.3g; the most is %.1f %%, for c = %.3g, where the best are from μ = %.3g to %.3g "+
				"and a/c is %.3g", first.c, last.c, 100*worst.lost(), worst.c, worst.low, worst.high, worst.mu),
		}, where),
		{
			Kind: reproduce.Stated, Section: "§11.1.2",
			Text:    "for programs with much calculation compared to communication μ should be small, and vice versa",
			Bound:   reproduce.Theirs("as c grows, neither end of the range of the best μ rises, and both fall in the end"),
			Verdict: reproduce.Judge(falls && last.low < first.low && last.high < first.high),
			Note: fmt.Sprintf("μ from %.3g to %.3g for c = %.3g, from %.3g to %.3g for c = %.3g", first.low, first.high, first.c, last.low,
				last.high, last.c),
		},
		partly(reproduce.Claim{
			Kind: reproduce.Check, Section: "§11.1.2",
			Text:  "the same μ is good if processors communicate side by side, which H neglects",
			Bound: reproduce.Ours(fmt.Sprintf("at most %.0f %% longer than with the best μ", 100*littleTime)),
			Note: fmt.Sprintf("the most is %.0f %%, for c = %.3g: side by side, more processors are worth it for far more communication",
				100*apart.apart, apart.c),
		}, sideBySide),
	}
}

func ratioChart(rows []ratioRow, a float64) figure.Chart {
	low := figure.Series{Name: "least of the best μ", Show: figure.Marks}
	high := figure.Series{Name: "largest of the best μ", Show: figure.Marks, Colour: 2}
	line := figure.Series{Name: "a/c", Colour: 1, Show: figure.Lines}
	for _, r := range rows {
		low.Points = append(low.Points, figure.Point{X: r.c, Y: r.low})
		high.Points = append(high.Points, figure.Point{X: r.c, Y: r.high})
		line.Points = append(line.Points, figure.Point{X: r.c, Y: a / r.c})
	}
	return figure.Chart{
		Title:    "The more calculation, the smaller the best μ",
		Subtitle: fmt.Sprintf("the μ whose partitions take a time within %.0f %% of the least", 100*nearlyBest),
		X:        figure.Axis{Label: "calculation over communication c", Log: true},
		Y:        figure.Axis{Label: "weight of communication μ", Log: true},
		Series:   []figure.Series{low, high, line},
	}
}
