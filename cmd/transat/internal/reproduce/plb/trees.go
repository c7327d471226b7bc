package plb

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"transat/balance/rounds"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// PLB on any processor tree, of which plb/table1 has the line and the complete binary tree alone: lines, stars, brooms,
// trees of eight children, trees drawn at random. And the two numbers by which §1 and §4.4 compare the average with the
// worst case: the mean distance of a load from the mean, λ_mid, and the saving on the complete binary tree.
//
// bell.go has the distribution of the load that crosses one link, trees_claims.go the claims.

func treesItem() reproduce.Item {
	return reproduce.Item{
		Name:   "plb/trees",
		Title:  "PLB on any tree: load migrated, rounds, and the load that crosses a link",
		Source: "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §1, §3, §4.1, §4.4, Table 1",
		Run:    trees,
	}
}

// treeCase is one job: many random load distributions on one tree.
type treeCase struct {
	shape  string
	parent []int // of each processor, a lower rank; -1 at processor 0
	loads  string
	reps   int
}

// treeRow is the result of a case.
type treeRow struct {
	treeCase
	procs, diameter       int
	migrated, uncertainty float64 // over nσ: mean, standard error
	exact                 float64 // the sum over all links, for normal loads
	line                  float64 // the same sum on a line of as many processors
	middle, middleError   float64 // λ_mid over σ: mean, standard error
	rounds                float64 // mean
	mostRounds, point     int     // of all samples; if all load is on one processor at the end of the longest way
	bound, far            float64 // the largest M over Δ·n/2·λ_mid; the same if one processor owes a unit to the one farthest away
}

func trees(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	rows, err := reproduce.Map(ctx, s, treeCases(s),
		func(c treeCase) reproduce.Job {
			n := float64(len(c.parent))
			return reproduce.Job{What: c.shape + " " + c.loads, Seconds: 1e-7 * float64(c.reps) * n * math.Sqrt(n) / 8}
		},
		func(ctx context.Context, c treeCase) (treeRow, error) { return c.run(ctx, s) })
	if err != nil {
		return reproduce.Interrupted(err, nil, treeSheet(reproduce.Finished(rows, err)))
	}
	products, err := productRows(ctx, s)
	if err != nil {
		return reproduce.Interrupted(err, nil, treeSheet(rows))
	}
	bells, err := bellRows(ctx, s)
	if err != nil {
		return reproduce.Interrupted(err, nil, treeSheet(rows))
	}
	return &reproduce.Result{
		Setup: []string{
			"loads are independent, with standard deviation σ; normal: mean 4σ, cut off at 0; uniform: from 0 to √12·σ; exponential: mean σ",
			"random: all trees of n numbered processors have the same probability; recursive: the parent of each processor " +
				"is a random one before it",
		},
		Tables: []report.Sheet{treeSheet(rows), productSheet(products), bellSheet(bells)},
		Claims: slices.Concat(treeClaims(rows), []reproduce.Claim{productClaim(products)}, bellClaims(bells)),
	}, nil
}

// treeShape makes trees of one shape.
type treeShape struct {
	name string
	make func(n int, random *rand.Rand) []int
}

func treeShapes() []treeShape {
	up := func(parent func(v, n int) int) func(int, *rand.Rand) []int {
		return func(n int, _ *rand.Rand) []int { return parents(n, func(v int) int { return parent(v, n) }) }
	}
	return []treeShape{
		{"line", up(func(v, _ int) int { return v - 1 })},
		{"star", up(func(_, _ int) int { return 0 })},
		{"binary", up(func(v, _ int) int { return (v - 1) / 2 })},
		{"eight children", up(func(v, _ int) int { return (v - 1) / 8 })},
		// Half of the processors are a line, and each of them has one more: a caterpillar. Or all others are at one end: a broom. Or
		// half of the others are at either end.
		{"caterpillar", up(func(v, n int) int {
			if v < n/2 {
				return v - 1
			}
			return v - n/2
		})},
		{"broom", up(func(v, n int) int { return min(v-1, n/2-1) })},
		{"two stars", up(func(v, n int) int {
			switch {
			case v < n/2:
				return v - 1
			case v < 3*n/4:
				return 0
			}
			return n/2 - 1
		})},
		{"recursive", func(n int, random *rand.Rand) []int { return parents(n, random.IntN) }},
		{"random", randomTree},
	}
}

// parents makes a tree of n processors: that of v > 0 is up(v).
func parents(n int, up func(v int) int) []int {
	parent := make([]int, n)
	parent[0] = -1
	for v := 1; v < n; v++ {
		parent[v] = up(v)
	}
	return parent
}

// randomTree draws one of the trees of n numbered nodes, each with the same probability: a random walk visits all n, and links each node to
// its predecessor on the first visit (Aldous 1990, Broder 1989). The nodes are numbered in the order of their first visits.
func randomTree(n int, random *rand.Rand) []int {
	number := make([]int, n) // of each node of the walk, from 1; 0: not found
	at, found := 0, 1
	number[0] = 1
	parent := []int{-1}
	for found < n {
		next := random.IntN(n)
		if number[next] == 0 {
			found++
			number[next] = found
			parent = append(parent, number[at]-1)
		}
		at = next
	}
	return parent
}

// treeCases are trees of several sizes. Exponential loads are there for λ_mid, which does not depend on the tree.
func treeCases(s *reproduce.Session) []treeCase {
	sizes := reproduce.Size(s, []int{63, 255, 1023}, []int{63, 255, 1023, 4095})
	draws := reproduce.Size(s, 1<<16, 1<<20)
	var cases []treeCase
	for _, shape := range treeShapes() {
		for _, n := range sizes {
			kinds := []string{"normal", "uniform"}
			if shape.name == "binary" {
				kinds = append(kinds, "exponential")
			}
			for _, loads := range kinds {
				parent := shape.make(n, s.Rand(fingerprint(shape.name), uint64(n)))
				cases = append(cases, treeCase{shape.name, parent, loads, max(32, draws/n)})
			}
		}
	}
	return cases
}

// unitLoads fills loads with random ones of standard deviation 1.
func unitLoads(kind string, random *rand.Rand, loads []float64) {
	if kind == "exponential" {
		for i := range loads {
			loads[i] = random.ExpFloat64()
		}
		return
	}
	setting{loads: kind}.draw(random, loads)
}

func (c treeCase) run(ctx context.Context, s *reproduce.Session) (treeRow, error) {
	n := len(c.parent)
	first, last, diameter := longestWay(c.parent)
	row := treeRow{
		treeCase: c, procs: n, diameter: diameter, exact: expected(c.parent),
		line: expected(parents(n, func(v int) int { return v - 1 })),
	}
	plb, err := rounds.NewTreePLB(c.parent)
	if err != nil {
		return row, err
	}
	random := s.Rand(fingerprint(c.shape), fingerprint(c.loads), uint64(n), 1)
	loads, migrated, middle := make([]float64, n), make([]float64, c.reps), make([]float64, c.reps)
	for i := range migrated {
		if err := ctx.Err(); err != nil {
			return row, err
		}
		unitLoads(c.loads, random, loads)
		m, err := plb.Migrate(loads)
		if err != nil {
			return row, err
		}
		migrated[i], middle[i] = m.Load/float64(n), meanDistance(loads)
		row.bound = max(row.bound, migrated[i]/(float64(diameter)/2*middle[i]))
		row.mostRounds = max(row.mostRounds, m.Rounds)
		row.rounds += float64(m.Rounds) / float64(c.reps)
	}
	mean, spread := stat.MeanStdDev(migrated, nil)
	row.migrated, row.uncertainty = mean, stat.StdErr(spread, float64(c.reps))
	mean, spread = stat.MeanStdDev(middle, nil)
	row.middle, row.middleError = mean, stat.StdErr(spread, float64(c.reps))

	for i := range loads {
		loads[i] = 1
	}
	loads[first], loads[last] = 2, 0
	m, err := plb.Migrate(loads)
	if err != nil {
		return row, err
	}
	row.far = m.Load / float64(n) / (float64(diameter) / 2 * meanDistance(loads))
	clear(loads)
	loads[first] = 1
	m, err = plb.Migrate(loads)
	row.point = m.Rounds
	return row, err
}

// meanDistance is λ_mid (§4.4).
func meanDistance(loads []float64) float64 {
	mean, sum := stat.Mean(loads, nil), 0.0
	for _, l := range loads {
		sum += math.Abs(l - mean)
	}
	return sum / float64(len(loads))
}

// longestWay returns the ends of a longest way in a tree, and how many links it has: its diameter.
func longestWay(parent []int) (first, last, links int) {
	n := len(parent)
	deepest, depth := make([]int, n), make([]int, n) // of the subtree below each processor: the deepest one, and how deep it is
	for v := range deepest {
		deepest[v] = v
	}
	for v := n - 1; v > 0; v-- {
		up := parent[v]
		if way := depth[v] + 1 + depth[up]; way > links || links == 0 {
			first, last, links = deepest[v], deepest[up], way
		}
		if depth[v]+1 > depth[up] {
			deepest[up], depth[up] = deepest[v], depth[v]+1
		}
	}
	return first, last, links
}

// expected is E[M]/nσ for normal loads: the sum of √(2i(n−i)/πn) over all links, which have i processors on one side (eq. 3).
func expected(parent []int) float64 {
	n := float64(len(parent))
	sum := 0.0
	for v, size := range slices.Backward(subtreeSizes(parent)) {
		if i := float64(size); v > 0 {
			sum += math.Sqrt(2 * i * (n - i) / (math.Pi * n))
		}
	}
	return sum / n
}

// subtreeSizes counts the processors below each one, itself included.
func subtreeSizes(parent []int) []int {
	size := make([]int, len(parent))
	for v := len(parent) - 1; v >= 0; v-- {
		size[v]++
		if v > 0 {
			size[parent[v]] += size[v]
		}
	}
	return size
}

func treeSheet(rows []treeRow) report.Sheet {
	columns := []report.Column[treeRow]{
		{Key: "tree", Heading: "tree", Left: true, Value: func(r treeRow) any { return r.shape }},
		{Key: "loads", Heading: "loads", Left: true, Value: func(r treeRow) any { return r.loads }},
		{Key: "n", Heading: "n", Value: func(r treeRow) any { return r.procs }},
		{Key: "diameter", Heading: "Δ", Value: func(r treeRow) any { return r.diameter }},
		report.Number("migrated", "M/nσ", 3, func(r treeRow) float64 { return r.migrated }),
		report.Number("migrated_error", "std. error", 3, func(r treeRow) float64 { return r.uncertainty }),
		report.Number("exact", "exact", 3, func(r treeRow) float64 { return r.exact }),
		report.Number("line", "line", 3, func(r treeRow) float64 { return r.line }),
		report.Number("middle", "λ_mid/σ", 3, func(r treeRow) float64 { return r.middle }),
		report.Number("rounds", "rounds", 1, func(r treeRow) float64 { return r.rounds }),
		{Key: "rounds_most", Heading: "most", Value: func(r treeRow) any { return r.mostRounds }},
		{Key: "rounds_point", Heading: "one full", Value: func(r treeRow) any { return r.point }},
		report.Number("bound_share", "M/bound", 3, func(r treeRow) float64 { return r.bound }),
		report.Number("bound_share_far", "far pair", 3, func(r treeRow) float64 { return r.far }),
		{Key: "samples", Value: func(r treeRow) any { return r.reps }},
	}
	return report.NewSheet("trees", "Load migrated and rounds on trees", columns, rows,
		"exact: for normal loads, the sum of √(2i(n−i)/πn) over all links; line: the same on a line of n",
		"one full: all load on one end of a longest way; bound: Δ·n/2·λ_mid (eq. 8); far pair: one end owes a unit to the other").
		LeastNeeded("migrated_error", "rounds_point", "bound_share_far", "line")
}
