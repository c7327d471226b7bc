package physical

import (
	"context"
	"fmt"
	"math"
	"strings"

	"transat/balance/partition"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// Figure 11.3: sixteen data points, joined as a mesh of 4×4, are distributed optimally on four processors. The picture is
// not in our text; it must show the best distribution, which is found by trying all.

func sixteenItem() reproduce.Item {
	return reproduce.Item{
		Name:   "physical/fig11-3",
		Title:  "sixteen points on four processors: all distributions tried",
		Source: source + ", Figure 11.3",
		Run:    sixteen,
	}
}

// sixteenProcs are the processors of Figure 11.3, blocksBelow the μ below which four blocks have less H than two halves.
const (
	sixteenMesh  = "grid:4x4"
	sixteenProcs = 4
	blocksBelow  = 2
)

// sixteenRow is a μ with the best distributions. Distributions that differ in the names of the processors alone count once.
type sixteenRow struct {
	problem partition.Problem
	parts   []int // one of them
	quality partition.Quality
	optima  int     // how many there are
	sizes   string  // points on the processors, in the first of them
	found   float64 // H that the usual method finds
}

func sixteen(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	mesh, graph := meshOf(sixteenMesh)
	mus := reproduce.Size(s, []float64{0, 0.1, 1, 10}, []float64{0, 0.03, 0.1, 0.3, 1, 1.5, 1.9, 2.1, 3, 4.1, 5, 10})
	rows, err := reproduce.Map(ctx, s, mus, func(mu float64) reproduce.Job {
		return reproduce.Job{What: fmt.Sprintf("all distributions, μ = %v", mu), Seconds: 0.5}
	}, func(ctx context.Context, mu float64) (sixteenRow, error) {
		r := sixteenRow{problem: partition.Problem{Graph: graph, Parts: sixteenProcs, Mu: mu, Dimension: 2}}
		parts, err := r.problem.Physical(ctx, s.Rand().Uint64())
		if err != nil {
			return r, err
		}
		r.found = r.problem.Quality(parts).Energy.H()
		all := newAllOf(ctx, &r.problem, r.found)
		all.place(0, 0, 0, 0)
		if ctx.Err() != nil {
			return r, context.Cause(ctx)
		}
		r.parts, r.optima, r.quality = all.best, all.optima, r.problem.Quality(all.best)
		r.sizes = sizes(all.best, sixteenProcs)
		return r, nil
	})
	if err != nil {
		return reproduce.Interrupted(err, nil, sixteenTable(reproduce.Finished(rows, err)))
	}
	result := &reproduce.Result{
		Setup: []string{
			"16 points joined as a mesh of 4×4, on 4 processors",
			"all distributions are tried: a branch is cut if the points placed so far, and the rest as level as possible, have more H than the best",
		},
		Tables: []report.Sheet{sixteenTable(rows)},
		Claims: sixteenClaims(rows),
	}
	for _, r := range rows {
		if r.problem.Mu == usualMu {
			subtitle := fmt.Sprintf("the distribution with the least H of all, μ = %v; repulsion: 4 points each; attraction: 8 of 24 links cut",
				usualMu)
			result.Figures = append(result.Figures,
				reproduce.Figure{Picture: figure.Mesh("Sixteen points on four processors", subtitle, mesh, r.parts, sixteenProcs)})
		}
	}
	return result, nil
}

// sizes lists how many vertices there are in each part, without empty ones.
func sizes(parts []int, n int) string {
	count := make([]int, n)
	for _, q := range parts {
		count[q]++
	}
	var text []string
	for _, c := range count {
		if c > 0 {
			text = append(text, fmt.Sprint(c))
		}
	}
	return strings.Join(text, " ")
}

// allOf tries all partitions of a graph whose vertices and edges all weigh 1, and without a metric or homes. The
// parts are used in order, so each partition comes once, and not once for each naming of its parts.
type allOf struct {
	ctx           context.Context
	problem       *partition.Problem
	work, cut     float64 // H of a square of a load, and of an edge that is cut
	parts, load   []int
	least         float64
	best          []int
	optima, tried int
}

// same is the largest difference of two energies that counts as rounding.
const same = 1e-9

// newAllOf prepares it; some partition has the energy known.
func newAllOf(ctx context.Context, p *partition.Problem, known float64) *allOf {
	n := p.Graph.Vertices()
	a := &allOf{ctx: ctx, problem: p, parts: make([]int, n), load: make([]int, p.Parts), least: known}
	// By two partitions that differ in one thing.
	together := p.Quality(a.parts).Energy
	a.work = together.H() / float64(n*n)
	a.cut = p.Mu * math.Pow(float64(p.Parts)/float64(n), float64(p.Dimension-1)/float64(p.Dimension))
	return a
}

// place puts vertex v, and all after it, everywhere. So far used parts have vertices; squares is the sum of the squares
// of loads, cut the number of edges that are cut.
func (a *allOf) place(v, used, squares, cut int) {
	if a.tried++; a.tried%(1<<16) == 0 && a.ctx.Err() != nil {
		return
	}
	if a.work*a.level(len(a.parts)-v, squares)+a.cut*float64(cut) > a.least+same {
		return
	}
	if v == len(a.parts) {
		h := a.work*float64(squares) + a.cut*float64(cut)
		if h < a.least-same || a.best == nil {
			a.least, a.optima = h, 0
			a.best = append(a.best[:0], a.parts...)
		}
		a.optima++
		return
	}
	for q := range min(used+1, len(a.load)) {
		more := 0
		for _, arc := range a.problem.Graph.Arcs(v) {
			if int(arc.To) < v && a.parts[arc.To] != q {
				more++
			}
		}
		a.parts[v] = q
		a.load[q]++
		a.place(v+1, max(used, q+1), squares+2*a.load[q]-1, cut+more)
		a.load[q]--
	}
}

// level is the least sum of squares if a number of vertices are still to be placed: each where the load is least.
func (a *allOf) level(left, squares int) float64 {
	var loads [sixteenProcs]int
	copy(loads[:], a.load)
	for range left {
		least := 0
		for q, x := range loads {
			if x < loads[least] {
				least = q
			}
		}
		squares += 2*loads[least] + 1
		loads[least]++
	}
	return float64(squares)
}

func sixteenTable(rows []sixteenRow) report.Sheet {
	return report.NewSheet("optima", "The distributions with the least H of all", []report.Column[sixteenRow]{
		{Key: "mu", Heading: "μ", Value: func(r sixteenRow) any { return r.problem.Mu }},
		{Key: "used", Heading: "in use", Value: func(r sixteenRow) any { return r.quality.Used }},
		{Key: "sizes", Heading: "points on each", Left: true, Value: func(r sixteenRow) any { return r.sizes }},
		{Key: "cut", Heading: "links cut", Value: func(r sixteenRow) any { return r.quality.Cut }},
		report.Number("h", "H", 3, func(r sixteenRow) float64 { return r.quality.Energy.H() }),
		{Key: "optima", Heading: "such distributions", Value: func(r sixteenRow) any { return r.optima }},
		report.Number("found", "H found by annealing", 3, func(r sixteenRow) float64 { return r.found }),
	}, rows, "such distributions: with the same H; those that differ in the names of processors alone count once")
}

func sixteenClaims(rows []sixteenRow) []reproduce.Claim {
	const equals = 2627625 // 16! / (4!⁴ · 4!): equal parts of four
	blocks, tried, found := 0, 0, 0
	for _, r := range rows {
		if r.problem.Mu > 0 && r.problem.Mu < blocksBelow {
			tried++
			if r.sizes == "4 4 4 4" && r.quality.Cut == 8 && r.optima == 1 {
				blocks++
			}
		}
		if r.found < r.quality.Energy.H()+same {
			found++
		}
	}
	first, last := rows[0], rows[len(rows)-1]
	return []reproduce.Claim{
		{
			Kind: reproduce.Reading, Section: "Figure 11.3",
			Text:    "on four processors, sixteen points of a mesh are best distributed as four squares",
			Bound:   reproduce.Ours(fmt.Sprintf("the only optimum of all distributions, for every 0 < μ < %d that was tried", blocksBelow)),
			Verdict: reproduce.Judge(tried > 0 && blocks == tried),
			Note: fmt.Sprintf("for %d of %d; with a larger μ, H of two halves, 8 + 2μ, is below H of squares, 4 + 4μ, and in the end H of one "+
				"part, 16, is", blocks, tried),
		},
		{
			Kind: reproduce.Stated, Section: "§11.1.2, Figure 11.3",
			Text:    "the first term ensures equal work: it pushes particles away that land in the same node",
			Bound:   reproduce.Ours(fmt.Sprintf("with μ = 0, all %d distributions of four points each are optima, and no others", equals)),
			Verdict: reproduce.Judge(first.problem.Mu == 0 && first.optima == equals && first.quality.Energy.H() < 4+same),
			Note:    fmt.Sprintf("%d distributions have H = %.3f", first.optima, first.quality.Energy.H()),
		},
		{
			Kind: reproduce.Stated, Section: "§11.1.2, Figure 11.3", Text: "the second term pulls particles that communicate into the same node",
			Bound:   reproduce.Ours("with the largest μ, the only optimum has all in one node"),
			Verdict: reproduce.Judge(last.quality.Used == 1 && last.optima == 1),
			Note:    fmt.Sprintf("with μ = %v, %d in use", last.problem.Mu, last.quality.Used),
		},
		{
			Kind: reproduce.Check, Section: "Figure 11.3", Text: "annealing finds the optimum", Bound: reproduce.Ours("the same H, with every μ"),
			Verdict: reproduce.Judge(found == len(rows)),
			Note:    fmt.Sprintf("with %d of %d", found, len(rows)),
		},
	}
}
