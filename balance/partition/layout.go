package partition

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Layout gives the vertices places in the unit square, for drawing: those of a connected piece by their
// values in the two eigenvectors after the constant one, which puts neighbours near to each other, and
// the pieces side by side.
//
// Source: Hall: An r-dimensional quadratic placement algorithm, 1970.
func (g *Graph) Layout(seed uint64) []Point {
	rng := rand.New(rand.NewPCG(seed, 'L'))
	all := make([]int, g.Vertices())
	index := make([]int32, len(all))
	for v := range all {
		all[v], index[v] = v, -1
	}
	pieces := g.pieces(all, make([]bool, len(all)))
	columns := int(math.Ceil(math.Sqrt(float64(len(pieces)))))
	points := make([]Point, len(all))
	for i, piece := range pieces {
		vectors := newNetwork(g, piece, index).lowest(2, rng)
		for len(vectors) < 2 {
			vectors = append(vectors, make([]float64, len(piece)))
		}
		x, y := placed(vectors[0], i%columns, columns), placed(vectors[1], i/columns, columns)
		for k, v := range piece {
			points[v] = Point{x[k], y[k]}
		}
	}
	return points
}

// placed stretches values to fill nine tenths of one of several columns.
func placed(values []float64, column, columns int) []float64 {
	low, high := slices.Min(values), slices.Max(values)
	out := make([]float64, len(values))
	for i, x := range values {
		share := 0.5
		if high > low {
			share = (x - low) / (high - low)
		}
		out[i] = (float64(column) + 0.05 + 0.9*share) / float64(columns)
	}
	return out
}
