package physical

import (
	"context"
	"fmt"
	"math"

	"transat/balance/partition"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// The constants of H: a part of a mesh in d dimensions has a surface like the power d−1 of its side, and a volume like the
// power d. So with (P/N)^((d−1)/d) before the communication, each processor adds about 1 to both terms, whatever d, P and N.
// Lines, squares and cubes are tried.

func dimensionsItem() reproduce.Item {
	return reproduce.Item{
		Name:   "physical/dimensions",
		Title:  "what each processor adds to the energy, on meshes of 1, 2 and 3 dimensions",
		Source: source,
		Run:    dimensions,
	}
}

// cube is a mesh of side^d elements in d dimensions.
func cube(side, d int) *partition.Graph {
	n := 1
	for range d {
		n *= side
	}
	var edges []partition.Edge
	for v := range n {
		stride := 1
		for range d {
			if v/stride%side < side-1 {
				edges = append(edges, partition.Edge{A: v, B: v + stride, Weight: 1})
			}
			stride *= side
		}
	}
	g, err := partition.NewGraph(partition.Ones(n), nil, edges)
	if err != nil {
		panic(err) // the sizes are ours
	}
	return g
}

func dimensions(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	sides := map[int][]int{
		1: reproduce.Size(s, []int{64, 512}, []int{512, 4096}),
		2: reproduce.Size(s, []int{8, 24}, []int{24, 64}),
		3: reproduce.Size(s, []int{4, 8}, []int{8, 16}),
	}
	var runs []run
	for d := 1; d <= 3; d++ {
		for _, side := range sides[d] {
			for _, procs := range []int{8, 64} {
				r := newPhysicalRun(nil, cube(side, d), procs, usualMu, "physical", 1)
				r.problem.Dimension = d
				runs = append(runs, r)
			}
		}
	}
	runs, err := runAll(ctx, s, runs)
	rows := reproduce.Finished(runs, err)
	if err != nil {
		return reproduce.Interrupted(err, nil, dimensionTable(rows))
	}
	return &reproduce.Result{
		Setup:  []string{fmt.Sprintf("lines, squares and cubes of elements, each joined to those next to it; μ = %v", usualMu)},
		Tables: []report.Sheet{dimensionTable(rows)},
		Claims: dimensionClaims(rows),
	}, nil
}

// workShare and communicationShare are what a processor adds to the terms of H, the second without μ.
func (r run) workShare() float64 { return r.quality.Energy.Work / float64(r.problem.Parts) }

func (r run) communicationShare() float64 {
	return r.quality.Energy.Communication / float64(r.problem.Parts) / r.problem.Mu
}

func dimensionTable(rows []run) report.Sheet {
	return report.NewSheet("dimensions", "What a processor adds to the terms of H", []report.Column[run]{
		{Key: "dimension", Heading: "d", Value: func(r run) any { return r.problem.Dimension }},
		{Key: "elements", Heading: "N", Value: func(r run) any { return r.problem.Graph.Vertices() }},
		{Key: "procs", Heading: "P", Value: func(r run) any { return r.problem.Parts }},
		{Key: "cut", Heading: "cut", Value: func(r run) any { return r.quality.Cut }},
		report.Number("imbalance", "max/mean work", 3, func(r run) float64 { return r.quality.Imbalance }),
		report.Number("work", "work a part", 3, run.workShare),
		report.Number("communication", "communication a part / μ", 3, run.communicationShare),
	}, rows)
}

func dimensionClaims(rows []run) []reproduce.Claim {
	least, most, apart := math.Inf(1), 0., 0.
	for i, r := range rows {
		for _, x := range []float64{r.workShare(), r.communicationShare()} {
			least, most = min(least, x), max(most, x)
		}
		if i >= 2 && rows[i-2].problem.Dimension == r.problem.Dimension { // the same P, and fewer elements
			apart = max(apart, math.Abs(r.communicationShare()/rows[i-2].communicationShare()-1))
		}
	}
	return []reproduce.Claim{
		{
			Kind: reproduce.Stated, Section: "§11.1.2",
			Text:    "with (P/N)^((d−1)/d), work and communication have contributions of about unit size from each processor, for any d",
			Bound:   reproduce.Ours("between 1/3 and 3, for d = 1, 2, 3"),
			Verdict: reproduce.Judge(least > 1./3 && most < 3),
			Note:    fmt.Sprintf("from %.2f to %.2f", least, most),
		},
		{
			Kind: reproduce.Stated, Section: "§11.1.2",
			Text: "the surface of a compact shape varies as the power d−1 of its size, its volume as the power d",
			Bound: reproduce.Ours("with several times as many elements, the communication of a part by that formula changes by less than " +
				"a quarter"),
			Verdict: reproduce.Judge(apart < 0.25),
			Note:    fmt.Sprintf("by %.0f %% at most", 100*apart),
		},
	}
}
