package plb

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"transat/balance/rounds"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// PLB on the cross product of two trees (§1), of which grids and hypercubes are the best known: all copies of the second tree are balanced
// side by side, and then all copies of the first. plb/table1 has grids and hypercubes; here are products of other trees.

// productCase is many random load distributions on a product.
type productCase struct {
	first, second treeShape
	side, reps    int // of processors of either tree
}

// productRow is the result of a case.
type productRow struct {
	productCase
	diameter          int
	migrated          float64 // over nσ
	rounds            float64 // mean
	mostRounds, point int     // of all samples; if all load is on one processor
	bound             float64 // the largest M over Δ·n/2·λ_mid
	uneven            float64 // the largest deviation of a load from the mean at the end, over the mean
}

func productRows(ctx context.Context, s *reproduce.Session) ([]productRow, error) {
	shapes := map[string]treeShape{}
	for _, shape := range treeShapes() {
		shapes[shape.name] = shape
	}
	side := reproduce.Size(s, 15, 31)
	var cases []productCase
	for _, names := range [][2]string{{"binary", "binary"}, {"line", "star"}, {"random", "binary"}, {"random", "random"}} {
		cases = append(cases, productCase{shapes[names[0]], shapes[names[1]], side, reproduce.Size(s, 50, 1000)})
	}
	return reproduce.Map(ctx, s, cases,
		func(c productCase) reproduce.Job {
			return reproduce.Job{What: "product of trees", Seconds: 1e-7 * float64(c.reps*c.side*c.side)}
		},
		func(ctx context.Context, c productCase) (productRow, error) {
			return c.run(ctx, s.Rand(fingerprint("product"), fingerprint(c.first.name), fingerprint(c.second.name)))
		})
}

func (c productCase) run(ctx context.Context, random *rand.Rand) (productRow, error) {
	row := productRow{productCase: c}
	first, second := c.first.make(c.side, random), c.second.make(c.side, random)
	for _, tree := range [][]int{first, second} {
		_, _, links := longestWay(tree)
		row.diameter += links
	}
	plb, err := rounds.NewTreePLB(first, second)
	if err != nil {
		return row, err
	}
	n := c.side * c.side
	loads := make([]float64, n)
	for range c.reps {
		if err := ctx.Err(); err != nil {
			return row, err
		}
		unitLoads("normal", random, loads)
		m, err := plb.Migrate(loads)
		if err != nil {
			return row, err
		}
		row.migrated += m.Load / float64(n*c.reps)
		row.rounds += float64(m.Rounds) / float64(c.reps)
		row.mostRounds = max(row.mostRounds, m.Rounds)
		row.bound = max(row.bound, m.Load/(float64(row.diameter)*float64(n)/2*meanDistance(loads)))
		row.uneven = max(row.uneven, unevenness(m.Loads, stat.Mean(loads, nil)))
	}
	for at := range loads { // all load on one processor: on each in turn
		clear(loads)
		loads[at] = float64(n)
		m, err := plb.Migrate(loads)
		if err != nil {
			return row, err
		}
		row.point = max(row.point, m.Rounds)
		row.uneven = max(row.uneven, unevenness(m.Loads, 1))
	}
	return row, nil
}

// unevenness is the largest deviation of a load from the mean, over the mean.
func unevenness(loads []float64, mean float64) (most float64) {
	for _, l := range loads {
		most = max(most, math.Abs(l/mean-1))
	}
	return most
}

func productSheet(rows []productRow) report.Sheet {
	columns := []report.Column[productRow]{
		{Key: "first", Heading: "tree", Left: true, Value: func(r productRow) any { return r.first.name }},
		{Key: "second", Heading: "times", Left: true, Value: func(r productRow) any { return r.second.name }},
		{Key: "n", Heading: "n", Value: func(r productRow) any { return r.side * r.side }},
		{Key: "diameter", Heading: "Δ", Value: func(r productRow) any { return r.diameter }},
		report.Number("migrated", "M/nσ", 3, func(r productRow) float64 { return r.migrated }),
		report.Number("rounds", "rounds", 1, func(r productRow) float64 { return r.rounds }),
		{Key: "rounds_most", Heading: "most", Value: func(r productRow) any { return r.mostRounds }},
		{Key: "rounds_point", Heading: "one full", Value: func(r productRow) any { return r.point }},
		report.Number("bound_share", "M/bound", 3, func(r productRow) float64 { return r.bound }),
	}
	return report.NewSheet("products", "PLB on cross products of trees, normal loads", columns, rows,
		"one full: all load on one processor, the worst of all; bound: Δ·n/2·λ_mid (eq. 8)")
}

func productClaim(rows []productRow) reproduce.Claim {
	came, most := true, 0.0
	for _, r := range rows {
		came = came && r.uneven < 1e-9 && max(r.mostRounds, r.point) <= r.diameter && r.bound <= 1+1e-9
		most = max(most, r.bound)
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§1, §3.2", Text: "PLB extends to cross products of trees",
		Bound:   reproduce.Ours("every load becomes the mean, in at most Δ rounds, and M ≤ Δ·n/2·λ_mid"),
		Verdict: reproduce.Judge(came), Note: fmt.Sprintf("%d products; M is at most %.3f times the bound", len(rows), most),
	}
}
