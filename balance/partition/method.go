package partition

import (
	"context"
	"fmt"
	"math/rand/v2"
)

// Method is an entry in the table of methods.
type Method struct {
	Name   string
	Title  string
	Source string
	// Run partitions; if the context ends, it returns what it has, complete and legal, with the
	// context's error.
	Run func(ctx context.Context, p *Problem, seed uint64) ([]int, error)
}

// Methods returns all methods, the usual one first.
func Methods() []Method {
	const williams = "Williams: Performance of dynamic load balancing algorithms for unstructured mesh calculations, 1991"
	return []Method{
		{
			Name: "physical", Title: "spectral bisection, then annealing at low temperature", Source: williams,
			Run: func(ctx context.Context, p *Problem, seed uint64) ([]int, error) { return p.Physical(ctx, seed) },
		},
		{
			Name: "spectral", Title: "recursive spectral bisection, which knows only balance and cut",
			Source: "Pothen, Simon, Liou: Partitioning Sparse Matrices with Eigenvectors of Graphs, 1990",
			Run:    func(ctx context.Context, p *Problem, seed uint64) ([]int, error) { return p.Spectral(ctx, seed) },
		},
		{
			Name: "anneal", Title: "simulated annealing from a high temperature", Source: williams,
			Run: func(ctx context.Context, p *Problem, seed uint64) ([]int, error) {
				return p.Anneal(ctx, p.Random(seed), p.hot(), seed)
			},
		},
		{
			Name: "linear", Title: "runs of vertices with consecutive numbers, of equal work", Source: "a baseline",
			Run: func(_ context.Context, p *Problem, _ uint64) ([]int, error) { return p.Linear(), nil },
		},
		{
			Name: "random", Title: "every vertex anywhere", Source: "a baseline",
			Run: func(_ context.Context, p *Problem, seed uint64) ([]int, error) { return p.Random(seed), nil },
		},
	}
}

// Physical improves a spectral bisection by annealing at low temperature. If the vertices have a home,
// they also begin there, in another annealing, and the result with less H counts. So they do, with latency, in strips, which
// have few neighbours. With a distance, parts are exchanged as well ([Problem.Rename]).
func (p *Problem) Physical(ctx context.Context, seed uint64) ([]int, error) {
	start, err := p.Spectral(ctx, seed)
	if err != nil {
		return start, err
	}
	if p.Distance != nil && p.Home == nil {
		return p.placed(ctx, start, seed)
	}
	parts, err := p.Anneal(ctx, start, p.cool(), seed)
	var others [][]int
	if p.Home != nil {
		others = append(others, p.Home)
	}
	if p.Latency > 0 {
		others = append(others, p.Linear())
	}
	for _, other := range others {
		if err != nil {
			break
		}
		var again []int
		if again, err = p.Anneal(ctx, other, p.cool(), seed); p.Quality(again).Energy.H() < p.Quality(parts).Energy.H() {
			parts = again
		}
	}
	return parts, err
}

// Settle improves a start by annealing at low temperature, to its end.
func (p *Problem) Settle(start []int, seed uint64) []int {
	parts, err := p.Anneal(context.Background(), start, p.cool(), seed)
	if err != nil {
		panic(fmt.Sprintf("partition: %v in an annealing that cannot be stopped", err))
	}
	return parts
}

// Linear gives each part a run of vertices, with about the same work.
func (p *Problem) Linear() []int {
	parts := make([]int, p.Graph.Vertices())
	var before float64
	for v := range parts {
		w := float64(p.Graph.weight[v])
		// The middle of a vertex says where it belongs.
		middle := (before + w/2) / float64(p.Graph.totalWeight)
		parts[v] = min(p.Parts-1, int(middle*float64(p.Parts)))
		before += w
	}
	return parts
}

// Random throws dice for every vertex.
func (p *Problem) Random(seed uint64) []int {
	rng := rand.New(rand.NewPCG(seed, 'R'))
	parts := make([]int, p.Graph.Vertices())
	for v := range parts {
		parts[v] = rng.IntN(p.Parts)
	}
	return parts
}
