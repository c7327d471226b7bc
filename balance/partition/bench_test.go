package partition

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkMove tries moves of a 64×64 mesh in 16 parts, at a temperature at which many are made.
func BenchmarkMove(b *testing.B) {
	p := &Problem{Graph: triangleMesh(64, 64).Graph(), Parts: 16, Mu: 0.1, Dimension: 2}
	a := &annealer{state: newState(p, p.Linear()), rng: rand.New(rand.NewPCG(1, 1))}
	edge := a.by.communication
	b.ReportAllocs()
	for b.Loop() {
		a.try(1, edge)
	}
	b.ReportMetric(1e3/float64(b.Elapsed().Nanoseconds())*float64(b.N), "Mmoves/s")
}

// BenchmarkLanczosStep multiplies once with the Laplacian of a mesh of 80,000 triangles, and makes the
// result orthogonal to half a space.
func BenchmarkLanczosStep(b *testing.B) {
	g := triangleMesh(200, 200).Graph()
	all, index := make([]int, g.Vertices()), make([]int32, g.Vertices())
	for v := range all {
		all[v], index[v] = v, -1
	}
	l := newLanczos(newNetwork(g, all, index))
	start := make([]float64, g.Vertices())
	rng := rand.New(rand.NewPCG(1, 1))
	for v := range start {
		start[v] = rng.Float64()
	}
	steps := 0
	for b.Loop() {
		steps += l.span(start)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps)/float64(len(start)), "ns/vertex/step")
}

func BenchmarkPhysical(b *testing.B) {
	p := &Problem{Graph: triangleMesh(64, 64).Graph(), Parts: 16, Mu: 0.1, Dimension: 2}
	for b.Loop() {
		if _, err := p.Physical(b.Context(), 1); err != nil {
			b.Fatal(err)
		}
	}
}
