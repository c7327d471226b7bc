package partition

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// maxTotal bounds the sum of the weights of a graph, so that sums are exact as float64.
const maxTotal = 1 << 53

// Graph is an undirected graph in compressed form, without loops and double edges. It does not change.
type Graph struct {
	first  []int // the arcs of vertex v are arcs[first[v]:first[v+1]], in order of their ends
	arcs   []Arc // every edge twice, once from each end
	weight []int64
	size   []int64

	totalWeight, totalSize, totalEdge int64
}

// Arc is an edge as seen from one of its ends.
type Arc struct {
	To     int32
	Weight int32 // how much is communicated, at least 1
}

// Edge joins two vertices.
type Edge struct {
	A, B   int
	Weight int32
}

// NewGraph makes a graph. weights[v] is the work of vertex v and sizes[v] the amount of data that moves
// with it, neither negative; a nil sizes means 1 everywhere. The weights must not all be 0, and weights
// and sizes must each add up to less than 2^53. An edge is given once, from either end.
func NewGraph(weights, sizes []int64, edges []Edge) (*Graph, error) {
	n := len(weights)
	if sizes == nil {
		sizes = Ones(n)
	}
	if len(sizes) != n {
		return nil, fmt.Errorf("%d vertices with %d sizes", n, len(sizes))
	}
	g := &Graph{first: make([]int, n+1), arcs: make([]Arc, 2*len(edges)), weight: weights, size: sizes}
	if err := g.addUp(); err != nil {
		return nil, err
	}
	for _, e := range edges {
		switch {
		case min(e.A, e.B) < 0 || max(e.A, e.B) >= n:
			return nil, fmt.Errorf("edge %d-%d: want vertices from 0 to %d", e.A, e.B, n-1)
		case e.A == e.B:
			return nil, fmt.Errorf("edge %d-%d joins a vertex to itself", e.A, e.B)
		case e.Weight < 1:
			return nil, fmt.Errorf("edge %d-%d: weight %d: want at least 1", e.A, e.B, e.Weight)
		}
		g.first[e.A+1]++
		g.first[e.B+1]++
		g.totalEdge += int64(e.Weight)
	}
	for v := range n {
		g.first[v+1] += g.first[v]
	}
	g.fill(edges)
	return g, g.checkDoubles()
}

// Ones returns n ones: the weights of a graph whose vertices are all alike.
func Ones(n int) []int64 {
	ones := make([]int64, n)
	for i := range ones {
		ones[i] = 1
	}
	return ones
}

// addUp sets the totals of the vertices.
func (g *Graph) addUp() error {
	if len(g.weight) == 0 || len(g.weight) > math.MaxInt32 {
		return fmt.Errorf("%d vertices: want from 1 to %d", len(g.weight), math.MaxInt32)
	}
	for v, w := range g.weight {
		s := g.size[v]
		if w < 0 || s < 0 || w >= maxTotal-g.totalWeight || s >= maxTotal-g.totalSize {
			return fmt.Errorf("vertex %d: weight %d, size %d: want no negative numbers, and sums below 2^53", v, w, s)
		}
		g.totalWeight += w
		g.totalSize += s
	}
	if g.totalWeight == 0 {
		return fmt.Errorf("the weights of all %d vertices are 0: want at least one that is not", len(g.weight))
	}
	return nil
}

// fill sets the arcs.
func (g *Graph) fill(edges []Edge) {
	next := slices.Clone(g.first)
	put := func(from, to int, weight int32) {
		g.arcs[next[from]] = Arc{int32(to), weight}
		next[from]++
	}
	for _, e := range edges {
		put(e.A, e.B, e.Weight)
		put(e.B, e.A, e.Weight)
	}
	for v := range g.Vertices() {
		slices.SortFunc(g.Arcs(v), func(a, b Arc) int { return cmp.Compare(a.To, b.To) })
	}
}

func (g *Graph) checkDoubles() error {
	for v := range g.Vertices() {
		arcs := g.Arcs(v)
		for i := 1; i < len(arcs); i++ {
			if arcs[i].To == arcs[i-1].To {
				return fmt.Errorf("edge %d-%d is there twice", v, arcs[i].To)
			}
		}
	}
	return nil
}

// Vertices is the number of vertices; they are numbered from 0.
func (g *Graph) Vertices() int { return len(g.weight) }

// Edges is the number of edges.
func (g *Graph) Edges() int { return len(g.arcs) / 2 }

// Arcs returns the edges at vertex v, in order of their other ends. Do not modify.
func (g *Graph) Arcs(v int) []Arc { return g.arcs[g.first[v]:g.first[v+1]] }

// TotalCommunication is the weight of all edges.
func (g *Graph) TotalCommunication() int64 { return g.totalEdge }
