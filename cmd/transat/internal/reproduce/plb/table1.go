package plb

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"transat/balance/rounds"
	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// The average case of PLB: how much load crosses links, and in how many rounds, if the loads are
// independent random numbers. Source: Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996,
// §4 and Table 1.
//
// Package rounds has PLB on divisible loads, claims.go the claims; trees.go has other trees.

func table1Item() reproduce.Item {
	return reproduce.Item{
		Name:   "plb/table1",
		Title:  "load that PLB migrates on average, and rounds it takes",
		Source: "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §4, Table 1 and Theorem 1",
		Run:    table1,
	}
}

// setting is one job: many random load distributions on one network.
type setting struct {
	label string // of the topology
	net   topology.Network
	loads string // "normal" or "uniform"
	reps  int
}

// row is the result of a setting.
type row struct {
	setting
	procs, diameter       int
	migrated, uncertainty float64 // of all loads, over nσ: mean, standard error
	paper, exact          float64 // the paper's formula, and the sum over all links; NaN if there is none
	rounds                float64 // mean
	mostRounds            int
	bound, least          float64 // the largest and the smallest M(G, λ) seen, over Δ·n/2·λ_mid
	far                   float64 // the same if one processor owes all to the one farthest away
	pointRounds           int     // if all load is on one processor at the end
}

func table1(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	cases, err := cases(reproduce.Size(s, 1<<10, 1<<12), reproduce.Size(s, 1<<19, 1<<23))
	if err != nil {
		return nil, err
	}
	rows, err := reproduce.Map(ctx, s, cases,
		func(c setting) reproduce.Job {
			work := float64(c.reps*c.net.Procs()) * float64(max(1, len(c.net.Sides())))
			return reproduce.Job{What: c.label + " " + c.loads, Seconds: 1e-7*work + 1e-8*work*math.Sqrt(float64(c.net.Procs()))}
		},
		func(ctx context.Context, c setting) (row, error) { return c.run(ctx, s) })
	if err != nil {
		return reproduce.Interrupted(err, nil, tables(reproduce.Finished(rows, err))...)
	}
	links, err := edges(ctx, s, cases)
	if err != nil {
		return reproduce.Interrupted(err, nil, tables(rows)...)
	}
	return &reproduce.Result{
		Setup: []string{
			"loads λ(v) = X(v) are independent; normal: mean 4σ, cut off at 0; uniform: from 0 to √12·σ",
			"hypercube and mesh are balanced dimension by dimension",
		},
		Tables:  append(tables(rows), edgeTable(links)),
		Claims:  append([]reproduce.Claim{edgeClaim(links)}, claims(rows)...),
		Figures: figures(rows),
	}, nil
}

// shape is a network in many sizes.
type shape struct {
	label, kind string
	dims        int
	less        int // processors than a power of 4 or 8
}

func shapes() []shape {
	return []shape{
		{"line", "line", 2, 0},
		{"tree", "tree", 2, 1},
		{"clique", "clique", 2, 0},
		{"hypercube", "hypercube", 2, 0},
		{"mesh 2-D", "mesh", 2, 0},
		{"mesh 3-D", "mesh", 3, 0},
	}
}

// networks returns the networks with up to about most processors.
func (s shape) networks(most int) ([]topology.Network, error) {
	var all []topology.Network
	for side := 4; ; side *= 2 {
		sides := slices.Repeat([]int{side}, s.dims)
		n := topology.Procs(sides)
		if n > most {
			return all, nil
		}
		if s.kind != "mesh" {
			sides = []int{n - s.less}
		}
		net, err := topology.New(s.kind, sides...)
		if err != nil {
			return nil, err
		}
		all = append(all, net)
	}
}

// cases returns the cases with up to about most processors, and how many loads are drawn in each.
func cases(most, draws int) ([]setting, error) {
	var cases []setting
	for _, loads := range []string{"normal", "uniform"} {
		for _, shape := range shapes() {
			networks, err := shape.networks(most)
			if err != nil {
				return nil, err
			}
			for _, net := range networks {
				cases = append(cases, setting{shape.label, net, loads, max(8, min(draws/(net.Procs()+shape.less), 20_000))})
			}
		}
	}
	return cases, nil
}

func (c setting) run(ctx context.Context, s *reproduce.Session) (row, error) {
	n := c.net.Procs()
	row := row{setting: c, procs: n, diameter: c.diameter(), paper: c.formula(), exact: math.NaN(), least: math.Inf(1)}
	if c.loads == "normal" {
		row.exact = c.exact() / float64(n)
	}
	plb, err := rounds.NewPLB(c.net)
	if err != nil {
		return row, err
	}
	random := s.Rand(fingerprint(c.label), fingerprint(c.loads), uint64(n))
	loads, migrated := make([]float64, n), make([]float64, c.reps)
	for i := range migrated {
		if err := ctx.Err(); err != nil {
			return row, err
		}
		c.draw(random, loads)
		m, err := plb.Migrate(loads)
		if err != nil {
			return row, err
		}
		migrated[i] = m.Load / float64(n)
		share := m.Load / row.limit(loads)
		row.bound, row.least = max(row.bound, share), min(row.least, share)
		row.mostRounds = max(row.mostRounds, m.Rounds)
		row.rounds += float64(m.Rounds) / float64(c.reps)
	}
	mean, spread := stat.MeanStdDev(migrated, nil)
	row.migrated, row.uncertainty = mean, stat.StdErr(spread, float64(c.reps))
	return row, row.extremes(plb, loads)
}

// fingerprint turns a word into a number for the name of a random stream.
func fingerprint(word string) uint64 {
	sum := uint64(0)
	for _, b := range []byte(word) {
		sum = sum*257 + uint64(b)
	}
	return sum
}

// draw fills loads with random ones of standard deviation 1.
func (c setting) draw(random *rand.Rand, loads []float64) {
	for i := range loads {
		if c.loads == "normal" {
			loads[i] = max(0, 4+random.NormFloat64())
		} else {
			loads[i] = math.Sqrt(12) * random.Float64()
		}
	}
}

// extremes tries the two load distributions in which load has to go farthest.
func (r *row) extremes(plb *rounds.PLB, loads []float64) error {
	first, last := 0, len(loads)-1
	if r.label == "tree" {
		first = len(loads) / 2 // the leftmost leaf
	}
	for i := range loads {
		loads[i] = 1
	}
	loads[first], loads[last] = 2, 0
	m, err := plb.Migrate(loads)
	if err != nil {
		return err
	}
	r.far = m.Load / r.limit(loads)
	clear(loads)
	loads[first] = 1
	m, err = plb.Migrate(loads)
	r.pointRounds = m.Rounds
	return err
}

func tables(rows []row) []report.Sheet {
	name := []report.Column[row]{
		{Key: "topology", Heading: "topology", Left: true, Value: func(r row) any { return r.label }},
		{Key: "loads", Heading: "loads", Left: true, Value: func(r row) any { return r.loads }},
		{Key: "n", Heading: "n", Value: func(r row) any { return r.procs }},
	}
	average := append(name[:3:3],
		reproduce.Beside("migrated", "M/nσ", 3, func(r row) float64 { return r.migrated }, func(r row) float64 { return r.paper })...)
	average = append(average,
		report.Number("migrated_error", "std. error", 3, func(r row) float64 { return r.uncertainty }),
		report.Number("exact", "exact", 3, func(r row) float64 { return r.exact }),
		report.Column[row]{Key: "samples", Heading: "samples", Value: func(r row) any { return r.reps }},
	)
	worst := append(name[:3:3],
		report.Column[row]{Key: "diameter", Heading: "Δ", Value: func(r row) any { return r.diameter }},
		report.Number("rounds", "rounds", 1, func(r row) float64 { return r.rounds }),
		report.Column[row]{Key: "rounds_most", Heading: "most", Value: func(r row) any { return r.mostRounds }},
		report.Column[row]{Key: "rounds_point", Heading: "one full", Value: func(r row) any { return r.pointRounds }},
		report.Number("bound_share", "M/bound", 3, func(r row) float64 { return r.bound }),
		report.Number("bound_share_far", "far pair", 3, func(r row) float64 { return r.far }),
	)
	return []report.Sheet{
		report.NewSheet("average", "Expected migration M over nσ", average, rows,
			"paper: eq. 4 (line), 5 before its limit (tree), 6 (clique); an order of growth alone for the others",
			"exact: for normal loads, the sum of √(2i(n−i)/πn) over all links instead of an integral"),
		report.NewSheet("worst", "Rounds and bounds", worst, rows,
			"one full: all load on one processor at the end of the network; bound: Δ·n/2·λ_mid (eq. 8)",
			"M/bound: largest of all samples; far pair: one processor owes a unit to the one farthest away"),
	}
}
