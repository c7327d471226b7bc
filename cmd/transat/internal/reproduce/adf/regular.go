package adf

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// Statements of the paper on networks in general (§2.2, §3): when a step of ADF keeps the sum of the loads, which eigenvalues
// it has, and when loads become level. They are tried on regular networks of several kinds, random ones among them, and on
// networks that are not regular.

func regularItem() reproduce.Item {
	return reproduce.Item{
		Name:   "adf/regular",
		Title:  "average diffusion on regular networks, and on others",
		Source: "Karagiorgos, Missirlis: The Average Diffusion Method for the Load Balancing Problem, §1.2, §2.2, §3, §5",
		Run:    regular,
	}
}

// graph is a network that need not be one of ours: connected, or regular.
type graph struct {
	name       string
	neighbours [][]int
}

// regularRow is a graph with its results.
type regularRow struct {
	graph
	least, most int     // numbers of neighbours
	components  int     // parts without links between them
	halves      int     // number of bipartite components
	ones        int     // eigenvalues 1
	minusOnes   int     // eigenvalues −1
	pairs       bool    // with μ, −μ is an eigenvalue as often
	gamma       float64 // the second largest modulus
	asymmetry   float64 // the largest difference of B and its transpose
	drift       float64 // by which share the sum of random loads changes in 100 steps
	left        float64 // after many steps, over the deviation at the start
}

func (r regularRow) regular() bool   { return r.least == r.most }
func (r regularRow) connected() bool { return r.components == 1 }

// named are graphs of our topologies.
func named(kind string, sides ...int) graph {
	net, err := topology.New(kind, sides...)
	if err != nil {
		panic(err) // the sizes are ours
	}
	return graph{kind + " " + topology.FormatSides(sides), neighboursIn(net)}
}

// linked is a graph of n processors with links between pairs.
func linked(name string, n int, links [][2]int) graph {
	g := graph{name, make([][]int, n)}
	for _, l := range links {
		g.neighbours[l[0]] = append(g.neighbours[l[0]], l[1])
		g.neighbours[l[1]] = append(g.neighbours[l[1]], l[0])
	}
	return g
}

// diamonds is a ring of m diamonds: four processors, of which all pairs but the outer two are linked. Each has three
// neighbours, and it is as long as such a network can be.
func diamonds(m int) graph {
	var links [][2]int
	for i := range m {
		a := 4 * i
		links = append(links, [2]int{a, a + 1}, [2]int{a, a + 2}, [2]int{a + 1, a + 2}, [2]int{a + 1, a + 3}, [2]int{a + 2, a + 3},
			[2]int{a + 3, (a + 4) % (4 * m)})
	}
	return linked(fmt.Sprintf("ring of %d diamonds", m), 4*m, links)
}

// petersen is the Petersen graph.
func petersen() graph {
	var links [][2]int
	for i := range 5 {
		links = append(links, [2]int{i, (i + 1) % 5}, [2]int{i, i + 5}, [2]int{i + 5, (i+2)%5 + 5})
	}
	return linked("Petersen graph", 10, links)
}

// randomRings joins n processors by m random rings, so that each has 2m neighbours.
func randomRings(n, m int, random *rand.Rand) graph {
	for {
		var links [][2]int
		seen := map[[2]int]bool{}
		for range m {
			order := random.Perm(n)
			for i, a := range order {
				b := order[(i+1)%n]
				seen[[2]int{min(a, b), max(a, b)}] = true
				links = append(links, [2]int{a, b})
			}
		}
		if len(seen) == n*m {
			return linked(fmt.Sprintf("%d random rings of %d", m, n), n, links)
		}
	}
}

// randomHalves joins two halves of n processors at random, each processor with d of the other half.
func randomHalves(n, d int, random *rand.Rand) graph {
	left, right := random.Perm(n), random.Perm(n)
	var links [][2]int
	for i := range n {
		for j := range d {
			links = append(links, [2]int{left[i], n + right[(i+j*j)%n]})
		}
	}
	return linked(fmt.Sprintf("two halves of %d, %d links each", n, d), 2*n, links)
}

// apart is a graph of two without a link between them.
func apart(a, b graph) graph {
	g := graph{a.name + " and " + b.name, slices.Clone(a.neighbours)}
	for _, near := range b.neighbours {
		var moved []int
		for _, x := range near {
			moved = append(moved, x+len(a.neighbours))
		}
		g.neighbours = append(g.neighbours, moved)
	}
	return g
}

func graphs(s *reproduce.Session) []graph {
	n := reproduce.Size(s, 20, 60)
	random := s.Rand(uint64(n))
	return []graph{
		named("ring", 15),
		named("torus", 5, 9),
		named("torus", 3, 5, 5),
		named("torus", 3, 3, 4, 4),
		named("clique", 12),
		petersen(),
		diamonds(5),
		randomRings(n, 2, random),
		randomRings(n, 3, random),
		named("ring", 16),
		named("torus", 4, 6),
		named("torus", 2, 4, 6),
		named("hypercube", 32),
		randomHalves(n/2, 4, random),
		apart(named("ring", 9), named("ring", 11)),
		apart(named("clique", 5), diamonds(3)),
		apart(named("ring", 8), named("ring", 9)),
		named("line", 9),
		named("mesh", 3, 5),
		named("tree", 15),
		named("debruijn", 16),
	}
}

// growth are series of graphs of one kind, on which steps are counted against the number of processors.
func growth() [][]graph {
	return [][]graph{
		{named("ring", 31), named("ring", 63), named("ring", 127)},
		{diamonds(8), diamonds(16), diamonds(32)},
	}
}

func regular(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	kinds := graphs(s)
	all := slices.Clone(kinds)
	for _, series := range growth() {
		all = append(all, series...)
	}
	rows, err := reproduce.Map(ctx, s, all,
		func(g graph) reproduce.Job {
			return reproduce.Job{What: g.name, Seconds: 1e-8 * math.Pow(float64(len(g.neighbours)), 3)}
		},
		func(_ context.Context, g graph) (regularRow, error) { return g.run(s) })
	if err != nil {
		return reproduce.Interrupted(err, nil, regularTable(reproduce.Finished(rows, err)))
	}
	var series [][]regularRow
	rest := rows[len(kinds):]
	for _, graphs := range growth() {
		series = append(series, rest[:len(graphs)])
		rest = rest[len(graphs):]
	}
	return &reproduce.Result{
		Setup: []string{
			"every load becomes the mean of its neighbours' loads, whether they are as many everywhere or not; random loads",
			"eigenvalues of the step: those of D^(-½) A D^(-½), which is symmetric on every network and has the same ones",
		},
		Tables: []report.Sheet{regularTable(rows)},
		Claims: regularClaims(rows[:len(kinds)], series),
	}, nil
}

func (g graph) run(s *reproduce.Session) (regularRow, error) {
	r := regularRow{graph: g, least: len(g.neighbours), drift: g.drift(s.Rand(uint64(len(g.neighbours)), 1))}
	for _, near := range g.neighbours {
		r.least, r.most = min(r.least, len(near)), max(r.most, len(near))
		for _, other := range near {
			r.asymmetry = max(r.asymmetry, math.Abs(1/float64(len(near))-1/float64(len(g.neighbours[other]))))
		}
	}
	r.components, r.halves = g.parts()
	values, err := g.eigenvalues()
	if err != nil {
		return r, err
	}
	const same = 1e-9
	r.pairs = true
	for i, mu := range values { // in ascending order
		r.pairs = r.pairs && math.Abs(mu+values[len(values)-1-i]) < same
		switch {
		case mu > 1-same:
			r.ones++
		case mu < -1+same:
			r.minusOnes++
		}
		if i < len(values)-1 {
			r.gamma = max(r.gamma, math.Abs(mu))
		}
	}
	r.left = averaged(g.neighbours, int(30*max(10, math.Min(1/(1-r.gamma), 1e4))), s)
	return r, nil
}

// drift is by which share the sum of random loads changes in 100 steps.
func (g graph) drift(random *rand.Rand) float64 {
	links := make([][]link, len(g.neighbours))
	loads, next := make([]float64, len(g.neighbours)), make([]float64, len(g.neighbours))
	for x, near := range g.neighbours {
		loads[x] = random.Float64()
		for _, other := range near {
			links[x] = append(links[x], link{other, 1 / float64(len(near))})
		}
	}
	before := sum(loads)
	for range 100 {
		step(links, loads, next)
		loads, next = next, loads
	}
	return math.Abs(sum(loads)/before - 1)
}

// parts counts the components, and the bipartite ones among them.
func (g graph) parts() (components, halves int) {
	half := make([]int, len(g.neighbours)) // 1 or −1, once known
	for start := range half {
		if half[start] != 0 {
			continue
		}
		components++
		half[start] = 1
		two := true
		for reached := []int{start}; len(reached) > 0; {
			x := reached[0]
			reached = reached[1:]
			for _, other := range g.neighbours[x] {
				two = two && half[other] != half[x]
				if half[other] == 0 {
					half[other] = -half[x]
					reached = append(reached, other)
				}
			}
		}
		if two {
			halves++
		}
	}
	return components, halves
}

// eigenvalues returns the eigenvalues of a step D⁻¹A, in ascending order. D^(-½) A D^(-½) has the same ones, and is symmetric.
func (g graph) eigenvalues() ([]float64, error) {
	n := len(g.neighbours)
	m := mat.NewSymDense(n, nil)
	for x, near := range g.neighbours {
		for _, other := range near {
			m.SetSym(x, other, 1/math.Sqrt(float64(len(near)*len(g.neighbours[other]))))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(m, false) {
		return nil, fmt.Errorf("the eigenvalues of %s do not converge", g.name)
	}
	return eigen.Values(nil), nil
}

func regularTable(rows []regularRow) report.Sheet {
	small := func(x float64) string { return fmt.Sprintf("%.0e", x) }
	return report.NewSheet("regular", "Steps of average diffusion on networks of all kinds", []report.Column[regularRow]{
		{Key: "network", Heading: "network", Left: true, Value: func(r regularRow) any { return r.name }},
		{Key: "procs", Heading: "N", Value: func(r regularRow) any { return len(r.neighbours) }},
		{Key: "neighbours", Heading: "neighbours", Left: true, Value: func(r regularRow) any { return r.degrees() }},
		{Key: "components", Heading: "parts", Value: func(r regularRow) any { return r.components }},
		{Key: "bipartite", Heading: "bipartite", Value: func(r regularRow) any { return r.halves }},
		{Key: "ones", Heading: "μ = 1", Value: func(r regularRow) any { return r.ones }},
		{Key: "minus_ones", Heading: "μ = −1", Value: func(r regularRow) any { return r.minusOnes }},
		report.Number("gamma", "γ", 6, func(r regularRow) float64 { return r.gamma }),
		report.Formatted("drift", "sum off by", small, func(r regularRow) float64 { return r.drift }),
		report.Formatted("left", "left", small, func(r regularRow) float64 { return r.left }),
	}, rows, "parts: without links between them; bipartite: of the parts; μ = 1, μ = −1: how many eigenvalues",
		"sum off by: after 100 steps; left: share of the deviation from the mean after 30/(1 − γ) steps, at most 300,000")
}

// degrees are the numbers of neighbours: "4", "2 to 4".
func (r regularRow) degrees() string {
	if r.regular() {
		return fmt.Sprint(r.most)
	}
	return fmt.Sprintf("%d to %d", r.least, r.most)
}
