package apps

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
)

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

// smallestLast orders the vertices of a graph: the last has the smallest degree, the one before it has the smallest without the last,
// and so on.
func smallestLast(g *Graph) []int {
	order, degree, gone := make([]int, g.n), make([]int, g.n), make([]bool, g.n)
	for v := range degree {
		degree[v] = g.Degree(v)
	}
	for i := g.n - 1; i >= 0; i-- {
		least := -1
		for v := range g.n {
			if !gone[v] && (least < 0 || degree[v] < degree[least]) {
				least = v
			}
		}
		order[i], gone[least] = least, true
		for v := range g.n {
			if g.Edge(least, v) {
				degree[v]--
			}
		}
	}
	return order
}

// matchingOrder orders the vertices: next is the one with the most neighbours before it, and among these the one of the highest degree.
func matchingOrder(g *Graph) (order []int) {
	for len(order) < g.n {
		best, most := -1, -1
		for v := range g.n {
			earlier := 0
			for _, u := range order {
				if g.Edge(u, v) {
					earlier++
				}
			}
			if rank := earlier*g.n + g.Degree(v); rank > most && !slices.Contains(order, v) {
				best, most = v, rank
			}
		}
		order = append(order, best)
	}
	return order
}

// ofDegree returns the set of vertices of at least a degree.
func (g *Graph) ofDegree(least int) []uint64 {
	set := make([]uint64, len(g.rows[0]))
	for v := range g.n {
		if g.Degree(v) >= least {
			set[v/64] |= 1 << (v % 64)
		}
	}
	return set
}

// VertexSet is a set of vertices, a bit for each.
type VertexSet interface {
	[1]uint64 | [4]uint64 | [8]uint64 | [16]uint64 | [64]uint64
}

// members returns the vertices of a set in which vertices are numbered in an order.
func members[S VertexSet](set S, order []int) (vertices []int) {
	for i, v := range order {
		if set[i/64]>>(i%64)&1 != 0 {
			vertices = append(vertices, v)
		}
	}
	return vertices
}

// neighbourSets returns the neighbours of each vertex, when vertices are numbered in an order.
func neighbourSets[S VertexSet](g *Graph, order []int) []S {
	sets := make([]S, g.n)
	for i, u := range order {
		for j, v := range order {
			if g.Edge(u, v) {
				sets[i][j/64] |= 1 << (j % 64)
			}
		}
	}
	return sets
}

// The largest pattern and target, which an Embedding has room for.
const (
	MaxPattern = 31
	MaxTarget  = 256
)

// fits says why a pattern is not to be looked for in a target.
func fits(pattern, target *Graph) error {
	switch {
	case pattern.n == 0 || target.n == 0:
		return errors.New("a graph without vertices")
	case pattern.n > MaxPattern:
		return fmt.Errorf("the pattern has %d vertices: at most %d are possible", pattern.n, MaxPattern)
	case target.n > MaxTarget:
		return fmt.Errorf("the target has %d vertices: at most %d are possible", target.n, MaxTarget)
	}
	return nil
}
