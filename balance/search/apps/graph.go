package apps

import "math/bits"

// Graph is an undirected graph without loops: a row of bits for each vertex, its neighbours.
type Graph struct {
	n    int
	rows [][]uint64
}

// NewGraph returns a graph of n vertices without edges.
func NewGraph(n int) *Graph {
	g := &Graph{n: n, rows: make([][]uint64, n)}
	words := (n + 63) / 64
	all := make([]uint64, n*words)
	for v := range g.rows {
		g.rows[v] = all[v*words : (v+1)*words : (v+1)*words]
	}
	return g
}

// GraphOf returns the graph of n vertices in which two vertices u < v are neighbours if edge says so.
func GraphOf(n int, edge func(u, v int) bool) *Graph {
	g := NewGraph(n)
	for v := range n {
		for u := range v {
			if edge(u, v) {
				g.Join(u, v)
			}
		}
	}
	return g
}

// Vertices returns their number. They are 0, 1, 2, …
func (g *Graph) Vertices() int { return g.n }

// Join makes u and v neighbours. Two that are the same are not joined.
func (g *Graph) Join(u, v int) {
	if u != v {
		g.rows[u][v/64] |= 1 << (v % 64)
		g.rows[v][u/64] |= 1 << (u % 64)
	}
}

// Edge reports whether u and v are neighbours.
func (g *Graph) Edge(u, v int) bool { return g.rows[u][v/64]>>(v%64)&1 != 0 }

// Degree returns the number of neighbours of v.
func (g *Graph) Degree(v int) (degree int) {
	for _, w := range g.rows[v] {
		degree += bits.OnesCount64(w)
	}
	return degree
}
