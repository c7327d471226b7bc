package reproduce

import (
	"fmt"
	"math"

	"transat/cmd/transat/internal/figure"
)

// What the paper on PLB says of the average and the worst case, held against the rows of plb/table1.

func plbClaims(rows []plbRow) []Claim {
	return []Claim{
		plbConstant("§4.2, eq. 4", "on a line E[M] ~ √(2πn)/8·nσ, whatever the distribution", rows, "line"),
		plbOrder("§4.3, eq. 5", "on a complete binary tree E[M] = Θ(nσ)", rows, "tree", 1),
		plbTreeConstant(rows),
		plbConstant("§4.3, eq. 6", "on a clique E[M] = √3/4·nσ for uniform loads and nσ/√(2π) for normal ones", rows, "clique"),
		plbRatio("uniform", 3.76, rows),
		plbRatio("normal", 4.08, rows),
		plbAtMostFour(rows),
		plbOrder("Table 1", "on a hypercube E[M] = Θ(nσ)", rows, "hypercube", 1),
		plbOrder("Table 1", "on a mesh of two dimensions E[M] = Θ(n·√n·σ), as printed", rows, "mesh 2-D", 1.5, plbMeshNote),
		plbOrder("Table 1", "on a mesh of three dimensions E[M] = Θ(n·∛n·σ), as printed", rows, "mesh 3-D", 4./3, plbMeshNote),
		plbBound(rows),
		plbRounds(rows),
		plbRootRounds(rows),
	}
}

const plbMeshNote = "with d dimensions E[M] is √(2π)/8·n^(1+1/2d)·σ and terms that grow more slowly; the table's formula contradicts eq. 4 for d = 1, where eq. 4 is right, so the root must be meant to be the 2d-th"

// plbOf returns the rows of one topology with one kind of loads ("" for both), in ascending order of n.
func plbOf(rows []plbRow, label, loads string) []plbRow {
	var some []plbRow
	for _, r := range rows {
		if r.label == label && (loads == "" || r.loads == loads) {
			some = append(some, r)
		}
	}
	return some
}

// plbLargest is the row with the most processors.
func plbLargest(rows []plbRow, label, loads string) plbRow {
	some := plbOf(rows, label, loads)
	return some[len(some)-1]
}

// plbConstant judges a formula at the largest n: it should be met but for the error of sampling.
func plbConstant(section, text string, rows []plbRow, label string, reason ...string) Claim {
	came, note := true, ""
	for _, loads := range []string{"normal", "uniform"} {
		r := plbLargest(rows, label, loads)
		off := r.migrated/r.paper - 1
		came = came && math.Abs(r.migrated-r.paper) <= 3*r.uncertainty+0.005*r.paper
		note += fmt.Sprintf("%s loads, n = %d: %.3f, formula %.3f (%s); ", loads, r.procs, r.migrated, r.paper, percent(off))
	}
	return Claim{Section: section, Text: text, Verdict: Judge(came), Note: joined(note, reason)}
}

// joined ends a list of findings, with the reason if there is one.
func joined(note string, reason []string) string {
	for _, r := range reason {
		note += r + "; "
	}
	return note[:len(note)-len("; ")]
}

// plbOrder judges an order of growth by the exponent between the two largest networks with normal loads.
func plbOrder(section, text string, rows []plbRow, label string, exponent float64, reason ...string) Claim {
	some := plbOf(rows, label, "normal")
	a, b := some[len(some)-2], some[len(some)-1]
	got := 1 + math.Log(b.migrated/a.migrated)/math.Log(float64(b.procs)/float64(a.procs))
	note := fmt.Sprintf("n^%.3f from n = %d to %d; ", got, a.procs, b.procs)
	came := math.Abs(got-exponent) < 0.06
	if came {
		reason = nil
	}
	return Claim{Section: section, Text: text, Verdict: Judge(came), Note: joined(note, reason)}
}

// plbTreeLimit is E[M]/nσ of a tree for n → ∞: for normal loads the sum over all levels, and for
// uniform ones what they add to it at the leaves, whose loads are no sums of many.
func plbTreeLimit(rows []plbRow, loads string) float64 {
	sum := 0.0
	for level := 1.; level <= 60; level++ { // above the leaves; a subtree has 2^level − 1 processors
		sum += math.Exp2(-level) * math.Sqrt(2/math.Pi*(math.Exp2(level)-1))
	}
	if loads == "uniform" {
		sum += plbLargest(rows, "tree", "uniform").migrated - plbLargest(rows, "tree", "normal").exact
	}
	return sum
}

func plbTreeConstant(rows []plbRow) Claim {
	const paper = 1.63
	normal, uniform := plbTreeLimit(rows, "normal"), plbTreeLimit(rows, "uniform")
	return Claim{
		Section: "§4.3, eq. 5",
		Text:    "its constant is 2/(√π·ln 2) ≈ 1.63",
		Verdict: Judge(math.Abs(normal/paper-1) < 0.01 && math.Abs(uniform/paper-1) < 0.01),
		Note: fmt.Sprintf("it is %.2f for normal loads (%s): the paper replaces a sum over the levels by an integral; and %.2f for uniform ones (%s), which differ from normal ones at the leaves",
			normal, percent(normal/paper-1), uniform, percent(uniform/paper-1)),
	}
}

// plbTreeRatio is how much more a tree migrates than a clique, for n → ∞.
func plbTreeRatio(rows []plbRow, loads string) float64 {
	return plbTreeLimit(rows, loads) / plbLargest(rows, "clique", loads).paper
}

func plbRatio(loads string, paper float64, rows []plbRow) Claim {
	got, tree := plbTreeRatio(rows, loads), plbLargest(rows, "tree", loads)
	return Claim{
		Section: "§4.3",
		Text:    fmt.Sprintf("for %s loads a tree migrates %.2f times as much as a clique, n → ∞", loads, paper),
		Verdict: Judge(math.Abs(got/paper-1) < 0.01),
		Note: fmt.Sprintf("%.2f (%s), because of the constant of eq. 5; %.2f at n = %d",
			got, percent(got/paper-1), tree.migrated/plbLargest(rows, "clique", loads).migrated, tree.procs),
	}
}

func plbAtMostFour(rows []plbRow) Claim {
	normal, uniform := plbTreeRatio(rows, "normal"), plbTreeRatio(rows, "uniform")
	c := Claim{
		Section: "Abstract, §1",
		Text:    "on average a tree migrates at most four times as much as a clique",
		Verdict: Judge(normal <= 4 && uniform <= 4),
		Note:    fmt.Sprintf("%.2f for uniform and %.2f for normal loads, n → ∞; the paper's own 4.08 is above four, too", uniform, normal),
	}
	if c.Verdict == DoesNotHold && uniform <= 4 {
		c.Verdict, c.Range = HoldsPartly, "uniform loads"
	}
	return c
}

// plbBound judges the upper bounds of migration.
func plbBound(rows []plbRow) Claim {
	most, sharp, clique := 0.0, math.Inf(1), math.Inf(1)
	for _, r := range rows {
		most, sharp = max(most, r.bound, r.far), min(sharp, r.far)
		if r.label == "clique" {
			clique = min(clique, r.least)
		}
	}
	return Claim{
		Section: "§4.4, eq. 7-10",
		Text:    "M ≤ Δ·n/2·λ_mid, equal on a clique, and sharp",
		Verdict: Judge(most <= 1+1e-9 && sharp >= 1-1e-9 && clique >= 1-1e-9),
		Note:    fmt.Sprintf("at most %.3f times the bound in all samples; a far pair needs %.3f times the bound or more everywhere, hypercube and mesh included", most, sharp),
	}
}

// plbRounds judges Theorem 1.
func plbRounds(rows []plbRow) Claim {
	came, below, all := true, 0, 0
	for _, r := range rows {
		came = came && r.mostRounds <= r.diameter && r.pointRounds <= r.diameter
		if r.label == "line" {
			came = came && r.pointRounds == r.diameter
		}
		if r.label != "clique" {
			all++
			if r.mostRounds < r.diameter {
				below++
			}
		}
	}
	c := Claim{
		Section: "Theorem 1",
		Text:    "the rounds are at most the diameter Δ, and most of the time fewer",
		Verdict: Judge(came && 2*below > all),
		Note:    fmt.Sprintf("always fewer in %d of %d cases", below, all),
	}
	if came {
		c.Note = "never more; " + c.Note + "; all load at the end of a line needs all Δ rounds"
	}
	return c
}

// plbRootRounds judges how the rounds on a line grow.
func plbRootRounds(rows []plbRow) Claim {
	came, note := true, ""
	for _, loads := range []string{"normal", "uniform"} {
		var xs, ys []float64
		for _, r := range plbOf(rows, "line", loads) {
			if r.procs >= 64 {
				xs, ys = append(xs, float64(r.diameter)), append(ys, r.rounds)
			}
		}
		got := growth(xs, ys)
		came = came && math.Abs(got-0.5) < 0.1
		note += fmt.Sprintf("Δ^%.2f for %s loads; ", got, loads)
	}
	return Claim{
		Section: "§1", Text: "on a line the expected rounds grow like √Δ",
		Verdict: Judge(came), Note: joined(note, nil),
	}
}

// plbFigures draws migration and rounds against n, for normal loads.
func plbFigures(rows []plbRow) []Figure {
	migration := figure.Chart{
		Title:    "PLB: load migrated on average, per processor and standard deviation",
		Subtitle: "normal loads; paper: Böhm, Speckenmeyer 1996, eq. 4, 5 and 6",
		X:        figure.Axis{Label: "processors n", Log: true, Ticks: []float64{16, 64, 256, 1024, 4096}},
		Y:        figure.Axis{Label: "E[M] / nσ", Log: true},
	}
	rounds := figure.Chart{
		Title:    "PLB: rounds of the balancing phase on average",
		Subtitle: "normal loads with mean 4σ",
		X:        migration.X,
		Y:        figure.Axis{Label: "rounds", Log: true},
	}
	for i, label := range []string{"line", "mesh 2-D", "mesh 3-D", "tree", "hypercube", "clique"} {
		var ours, paper, took []figure.Point
		for _, r := range plbOf(rows, label, "normal") {
			n := float64(r.procs)
			ours = append(ours, figure.Point{X: n, Y: r.migrated})
			paper = append(paper, figure.Point{X: n, Y: r.paper})
			took = append(took, figure.Point{X: n, Y: r.rounds})
		}
		migration.Series = append(migration.Series, figure.Series{Name: label, Points: ours, Colour: i})
		if !math.IsNaN(paper[0].Y) {
			migration.Series = append(migration.Series, figure.Series{Name: label + ", paper", Points: paper, Paper: true, Colour: i})
		}
		rounds.Series = append(rounds.Series, figure.Series{Name: label, Points: took, Colour: i})
	}
	bound := figure.Series{Name: "Δ of the line (Theorem 1)", Paper: true, Show: figure.Lines}
	for _, p := range rounds.Series[0].Points {
		bound.Points = append(bound.Points, figure.Point{X: p.X, Y: p.X - 1})
	}
	last := rounds.Series[0].Points[len(bound.Points)-1]
	root := figure.Series{Name: "~ √Δ of the line (§1)", Paper: true, Show: figure.Lines, Colour: 6}
	for _, p := range bound.Points {
		root.Points = append(root.Points, figure.Point{X: p.X, Y: last.Y * math.Sqrt(p.Y/(last.X-1))})
	}
	rounds.Series = append(rounds.Series, bound, root)
	return []Figure{{"migration", migration}, {"rounds", rounds}}
}
