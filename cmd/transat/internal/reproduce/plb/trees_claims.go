package plb

import (
	"fmt"
	"math"

	"transat/cmd/transat/internal/reproduce"
)

// The claims of plb/trees: trees of any shape, and the mean distance of loads from their mean.

func treeClaims(rows []treeRow) []reproduce.Claim {
	return []reproduce.Claim{
		anyTreeOrder(rows),
		anyTreeShape(rows),
		anyTreeBound(rows),
		anyTreeRounds(rows),
		uniformMiddle(rows),
		middleOrder(rows),
		treeSaving(rows),
		mostOnALine(),
	}
}

// worstTree is the row in which something is largest.
func worstTree(rows []treeRow, of func(treeRow) float64) treeRow {
	worst := rows[0]
	for _, r := range rows {
		if of(r) > of(worst) {
			worst = r
		}
	}
	return worst
}

// named names a row: "random tree of 255, normal loads".
func (r treeRow) named() string { return fmt.Sprintf("%s of %d, %s loads", r.shape, r.procs, r.loads) }

// anyTreeOrder judges the order of growth on any tree. The line reaches it.
func anyTreeOrder(rows []treeRow) reproduce.Claim {
	above := func(r treeRow) float64 { return (r.migrated - 3*r.uncertainty) / r.line }
	worst := worstTree(rows, above)
	var others []treeRow
	for _, r := range rows {
		if r.shape != "line" {
			others = append(others, r)
		}
	}
	next := worstTree(others, func(r treeRow) float64 { return r.migrated / r.line })
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "Table 1", Text: "on any tree E[M] = O(n·√n·σ)",
		Bound:   reproduce.Ours("at most that of the line of as many processors (eq. 4), but for three standard errors and 1 %"),
		Verdict: reproduce.Judge(above(worst) <= 1.01),
		Note: fmt.Sprintf("%d rows; next to the line comes %s with %.2f times as much as the line", len(rows), next.named(),
			next.migrated/next.line),
	}
}

// anyTreeShape judges that the load over a link depends on the processors on its sides alone.
func anyTreeShape(rows []treeRow) reproduce.Claim {
	off := func(r treeRow) float64 {
		if r.loads != "normal" {
			return 0
		}
		return max(0, math.Abs(r.migrated-r.exact)-4*r.uncertainty) / r.exact
	}
	worst := worstTree(rows, off)
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4",
		Text: "the load over a link depends on how many processors are on either side, not on the tree: E[M] is the sum of eq. 3 over " +
			"all links",
		Bound:   reproduce.Ours("on every tree, for normal loads, within four standard errors and 0.5 %"),
		Verdict: reproduce.Judge(off(worst) <= 0.005),
		Note:    fmt.Sprintf("the largest deviation beyond the errors is %s", reproduce.Percent(off(worst))),
	}
}

func anyTreeBound(rows []treeRow) reproduce.Claim {
	most := worstTree(rows, func(r treeRow) float64 { return max(r.bound, r.far) })
	least := worstTree(rows, func(r treeRow) float64 { return -r.far })
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.4, eq. 8, Table 1", Text: "on any tree M ≤ Δ·n/2·λ_mid, and the bound is sharp",
		Bound:   reproduce.Theirs("Δ·n/2·λ_mid"),
		Verdict: reproduce.Judge(max(most.bound, most.far) <= 1+1e-9 && least.far >= 1-1e-9),
		Note: fmt.Sprintf("random loads need at most %.3f times the bound; a pair at the ends of a longest way %.3f times or more",
			worstTree(rows, func(r treeRow) float64 { return r.bound }).bound, least.far),
	}
}

func anyTreeRounds(rows []treeRow) reproduce.Claim {
	came, below := true, 0
	for _, r := range rows {
		came = came && r.mostRounds <= r.diameter && r.point <= r.diameter
		if r.mostRounds < r.diameter {
			below++
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§3.2, Theorem 1", Text: "on any tree the rounds are at most the diameter Δ",
		Bound:   reproduce.Theirs("at most Δ in every sample, and if all load is on one processor"),
		Verdict: reproduce.Judge(came), Note: fmt.Sprintf("in %d of %d rows no sample takes Δ rounds", below, len(rows)),
	}
}

// theMiddle is E[λ_mid]/σ of independent loads in the limit.
func theMiddle(loads string) float64 {
	switch loads {
	case "uniform":
		return math.Sqrt(3) / 2
	case "exponential":
		return 2 / math.E
	}
	return math.Sqrt(2 / math.Pi)
}

// largestBinary is the row of the largest complete binary tree.
func largestBinary(rows []treeRow, loads string) treeRow {
	return worstTree(rows, func(r treeRow) float64 {
		if r.shape != "binary" || r.loads != loads {
			return 0
		}
		return float64(r.procs)
	})
}

func uniformMiddle(rows []treeRow) reproduce.Claim {
	r := largestBinary(rows, "uniform")
	want := theMiddle("uniform")
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§4.4", Text: "for uniform loads E[λ_mid] = √3/2·σ",
		Bound:   reproduce.Ours("at the largest n, within four standard errors and 0.5 %"),
		Verdict: reproduce.Judge(math.Abs(r.middle-want) <= 4*r.middleError+0.005*want),
		Note:    fmt.Sprintf("%.4f at n = %d, √3/2 is %.4f", r.middle, r.procs, want),
	}
}

func middleOrder(rows []treeRow) reproduce.Claim {
	came, note := true, ""
	for _, loads := range []string{"normal", "uniform", "exponential"} {
		var xs, ys []float64
		for _, r := range rows {
			if r.shape == "binary" && r.loads == loads {
				xs, ys = append(xs, float64(r.procs)), append(ys, r.middle)
			}
		}
		came = came && math.Abs(reproduce.Growth(xs, ys)) < 0.02
		note += fmt.Sprintf("%s loads: %.3f at n = %.0f, %.3f at n = %.0f, limit %.3f; ", loads, ys[0], xs[0], ys[len(ys)-1], xs[len(xs)-1],
			theMiddle(loads))
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§1, §4.4", Text: "E[λ_mid] = Θ(σ) for every class of distributions",
		Bound:   reproduce.Ours("three classes; the exponent of n in E[λ_mid]/σ is 0, within 0.02"),
		Verdict: reproduce.Judge(came), Note: joined(note, nil),
	}
}

// treeSaving judges the average of the complete binary tree against its worst case.
func treeSaving(rows []treeRow) reproduce.Claim {
	saved := func(r treeRow) float64 { return r.migrated / (float64(r.diameter) / 2 * r.middle) } // E[M] over the bound
	var factors []float64
	note := ""
	for _, r := range rows {
		if r.shape == "binary" && r.loads == "normal" {
			factors = append(factors, saved(r)*math.Log2(float64(r.procs+1)))
			note += fmt.Sprintf("n = %d: %.3f of the worst case, times log₂ n %.2f; ", r.procs, saved(r), factors[len(factors)-1])
		}
	}
	a, b := factors[len(factors)-2], factors[len(factors)-1]
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§1",
		Text:    "on a complete binary tree the expected load is by a factor of Θ(1/log n) less than in the worst case",
		Bound:   reproduce.Ours("the factor times log n changes by at most 10 % between the two largest trees"),
		Verdict: reproduce.Judge(math.Abs(b/a-1) <= 0.1), Note: joined(note, nil),
	}
}

// mostOnALine tries all trees of few processors.
func mostOnALine() reproduce.Claim {
	const most = 8
	trees, came := 0, true
	for n := 2; n <= most; n++ {
		line := expected(parents(n, func(v int) int { return v - 1 }))
		each := parents(n, func(int) int { return 0 })
		for more := true; more; trees++ {
			came = came && expected(each) <= line*(1+1e-12)
			more = false
			for v := n - 1; v > 0 && !more; v-- { // the next one: count up, with v values at place v
				if each[v]++; each[v] < v {
					more = true
				} else {
					each[v] = 0
				}
			}
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Check, Section: "Table 1", Text: "no tree migrates more than the line, by the sum of eq. 3",
		Bound:   reproduce.Ours(fmt.Sprintf("all trees of up to %d processors", most)),
		Verdict: reproduce.Judge(came),
		Note: fmt.Sprintf("%d trees, isomorphic ones included; the links with k processors or more on either side are at most n−2k+1, "+
			"and a line has as many", trees),
	}
}
