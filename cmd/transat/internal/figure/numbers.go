package figure

import (
	"fmt"
	"math"
	"slices"

	"transat/balance/partition"
)

// numbers are those of the parts, each in the middle of its part: on the cell or vertex nearest to the mean of the
// part, of those that are not near other parts. The numbers are those of files, from 0.
func partNumbers(g *partition.Graph, places []partition.Point, parts []int, p painter) []Label {
	n := len(p.colours)
	count, sum := make([]float64, n), make([]partition.Point, n)
	for v, q := range parts {
		count[q]++
		sum[q].X += places[v].X
		sum[q].Y += places[v].Y
	}
	off := func(v, q int) float64 {
		return math.Hypot(places[v].X-sum[q].X/count[q], places[v].Y-sum[q].Y/count[q])
	}
	deep, deepest := depths(g, parts), make([]int, n)
	for v, q := range parts {
		deepest[q] = max(deepest[q], deep[v])
	}
	middle := slices.Repeat([]int{-1}, n)
	for v, q := range parts {
		inside := deep[v] >= deepest[q]-deepest[q]/2
		if inside && (middle[q] < 0 || off(v, q) < off(middle[q], q)) {
			middle[q] = v
		}
	}
	var labels []Label
	for q, v := range middle {
		if v >= 0 {
			room := clearance(places, parts, v)
			labels = append(labels, Label{At: Point(places[v]), Text: fmt.Sprint(q), Part: p.colour(q), Room: room})
		}
	}
	return labels
}

// depths is for each vertex the number of edges to the nearest one of another part, and a large number where there
// is none.
func depths(g *partition.Graph, parts []int) []int {
	depth := slices.Repeat([]int{math.MaxInt}, len(parts))
	var queue []int
	for v, q := range parts {
		if slices.ContainsFunc(g.Arcs(v), func(a partition.Arc) bool { return parts[a.To] != q }) {
			depth[v] = 1
			queue = append(queue, v)
		}
	}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, arc := range g.Arcs(v) {
			if u := int(arc.To); depth[u] == math.MaxInt {
				depth[u] = depth[v] + 1
				queue = append(queue, u)
			}
		}
	}
	return depth
}

// clearance is the distance from a place to the nearest one of another part; if there is none, to the one that is
// farthest.
func clearance(places []partition.Point, parts []int, v int) float64 {
	nearest, farthest := math.Inf(1), 0.0
	for u, q := range parts {
		d := math.Hypot(places[u].X-places[v].X, places[u].Y-places[v].Y)
		farthest = max(farthest, d)
		if q != parts[v] {
			nearest = min(nearest, d)
		}
	}
	return min(nearest, farthest)
}
