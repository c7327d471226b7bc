package partition

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// Colours gives each of n parts a colour, from 0 on, so that parts that share an edge differ: of a
// plane mesh, parts have at most six colours if they are connected. It takes the part with fewest
// neighbours away, colours the rest, and puts it back, again and again.
func (g *Graph) Colours(parts []int, n int) []int {
	next := make([]map[int]bool, n) // neighbours that are not yet taken away
	for q := range next {
		next[q] = map[int]bool{}
	}
	for v, q := range parts {
		for _, arc := range g.Arcs(v) {
			if r := parts[arc.To]; r != q {
				next[q][r] = true
			}
		}
	}
	order := fewestFirst(next)
	colours := make([]int, n)
	for _, q := range slices.Backward(order) {
		used := map[int]bool{}
		for r := range next[q] {
			used[colours[r]] = true
		}
		// Begin somewhere else for every part, or most parts would have the first colours.
		const usual = 6
		for i := 0; ; i++ {
			c := i
			if i < usual {
				c = (i + q) % usual
			}
			if !used[c] {
				colours[q] = c
				break
			}
		}
	}
	return colours
}

// fewestFirst takes the parts away, each time one that has fewest neighbours left, and returns them in
// that order. In the end, next has for every part those neighbours that were taken away after it.
func fewestFirst(next []map[int]bool) []int {
	byCount := [][]int{} // parts by the number of their neighbours; some no longer belong there
	put := func(q int) {
		for len(byCount) <= len(next[q]) {
			byCount = append(byCount, nil)
		}
		byCount[len(next[q])] = append(byCount[len(next[q])], q)
	}
	for q := range next {
		put(q)
	}
	var order []int
	taken := make([]bool, len(next))
	for count := 0; len(order) < len(next); {
		last := len(byCount[count]) - 1
		if last < 0 {
			count++
			continue
		}
		q := byCount[count][last]
		byCount[count] = byCount[count][:last]
		if taken[q] || len(next[q]) != count {
			continue
		}
		taken[q] = true
		order = append(order, q)
		for _, r := range slices.Sorted(maps.Keys(next[q])) {
			delete(next[r], q)
			put(r)
		}
		count = max(0, count-1)
	}
	return order
}

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
