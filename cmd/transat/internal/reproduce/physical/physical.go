package physical

import (
	"context"
	"fmt"
	"slices"

	"transat/balance/partition"
	"transat/cmd/transat/internal/reproduce"
)

// The physical analogy: the elements of a mesh are particles that push each other out of the same
// processor, and pull their neighbours into it. The experiments on it share this file: a mesh,
// partitioned by some method, once or several times, of which the partition with the least energy is kept.
//
// The paper gives no numbers in this section, only words; its formulas are lost in our text
// and taken from Williams 1991, whom it follows (see package partition).

const source = "Fox, Williams, Messina: Parallel Computing Works, 1994, §11.1.2"

// run is a problem and a method, and the result.
type run struct {
	what    string // for the progress bar
	mesh    *partition.Mesh
	problem partition.Problem
	method  string
	tries   int // with different seeds

	parts   []int // of the try with the least H
	quality partition.Quality
	seconds float64 // expected, of one try
}

// newPhysicalRun prepares a run on a mesh.
func newPhysicalRun(mesh *partition.Mesh, graph *partition.Graph, parts int, mu float64, method string, tries int) run {
	r := run{
		what:    fmt.Sprintf("%s, %d cells on %d processors, μ = %v", method, graph.Vertices(), parts, mu),
		mesh:    mesh,
		problem: partition.Problem{Graph: graph, Parts: parts, Mu: mu, Dimension: 2},
		method:  method,
		tries:   tries,
	}
	perVertex := map[string]float64{"physical": 1e-4, "anneal": 2e-4, "spectral": 4e-5}
	r.seconds = perVertex[method] * float64(graph.Vertices())
	return r
}

// runAll does runs side by side.
func runAll(ctx context.Context, s *reproduce.Session, runs []run) ([]run, error) {
	return reproduce.Map(ctx, s, runs,
		func(r run) reproduce.Job { return reproduce.Job{What: r.what, Seconds: r.seconds * float64(r.tries)} },
		func(ctx context.Context, r run) (run, error) {
			methods := partition.Methods()
			m := methods[slices.IndexFunc(methods, func(m partition.Method) bool { return m.Name == r.method })]
			for try := range r.tries {
				parts, err := m.Run(ctx, &r.problem, s.Rand(uint64(try)).Uint64())
				if err != nil {
					return r, err
				}
				quality := r.problem.Quality(parts)
				if try == 0 || quality.Energy.H() < r.quality.Energy.H() {
					r.parts, r.quality = parts, quality
				}
			}
			return r, nil
		})
}

// meshOf makes a built-in mesh and its dual graph; the name is one of ours.
func meshOf(name string) (*partition.Mesh, *partition.Graph) {
	mesh, err := partition.ParseMesh(name)
	if err != nil {
		panic(err)
	}
	return mesh, mesh.Graph()
}
