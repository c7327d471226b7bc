package apps

import (
	"math/bits"
	"slices"
)

// Clique is the search for the most vertices of a graph that are all neighbours of each other. [NewClique] makes one.
//
// A node is a clique and its candidates, the vertices that are neighbours of all of it. A child has one candidate more. The candidates
// are coloured so that neighbours have different colours: a clique has at most one vertex of each colour. So a child that is made with
// a vertex of colour 3, and the candidates of the colours 1 to 3, can come to at most 3 vertices more. The child with the highest
// colour comes first.
//
//	candidates   c ── d ── e     colour 1: c, e      children, first to last   bound on what they add
//	              ╲  ╱           colour 2: d         + f, of c d e f           3
//	               f             colour 3: f         + d, of c d e             2
//	                                                 + e, of c e               1, and + c, of c: 1
//
// S is a set of vertices, large enough for the graph.
//
// Source: P. San Segundo, D. Rodríguez-Losada, A. Jiménez: An exact bit-parallel algorithm for the maximum clique problem, Computers &
// Operations Research 38 (2011), with the first order of the vertices by smallest degree last. Left out: recolouring.
type Clique[S VertexSet] struct {
	neighbours []S   // of each vertex, which are numbered in order
	place      []int // the vertex of the graph at each place of the order
}

// Candidates is a clique with the vertices that may make it larger.
type Candidates[S VertexSet] struct {
	clique, more S
	size, bound  int32
}

// NewClique returns the search in a graph of at most as many vertices as S has bits.
func NewClique[S VertexSet](g *Graph) *Clique[S] {
	order := smallestLast(g)
	return &Clique[S]{neighbourSets[S](g, order), order}
}

// Root returns the empty clique.
func (c *Clique[S]) Root() (root Candidates[S]) {
	for v := range c.place {
		root.more[v/64] |= 1 << (v % 64)
	}
	root.bound = int32(len(c.place))
	return root
}

// Children returns the cliques with one of the candidates more.
func (c *Clique[S]) Children(e Candidates[S], dst []Candidates[S]) []Candidates[S] {
	return c.ChildrenAbove(e, -1, dst)
}

// ChildrenAbove colours the candidates, and returns the cliques with one of them more whose bound is above best.
func (c *Clique[S]) ChildrenAbove(e Candidates[S], best int64, dst []Candidates[S]) []Candidates[S] {
	first := len(dst)
	var coloured S
	for left, colour := e.more, e.size+1; left != *new(S); colour++ {
		free := left
		for i := range len(free) {
			for free[i] != 0 {
				v := 64*i + bits.TrailingZeros64(free[i])
				near := &c.neighbours[v]
				left[i], free[i] = left[i]&^(1<<(v%64)), free[i]&(free[i]-1)
				for j := i; j < len(free); j++ {
					free[j] &^= (*near)[j]
				}
				if int64(colour) > best {
					dst = append(dst, e)
					child := &dst[len(dst)-1]
					child.clique[i] |= 1 << (v % 64)
					child.size, child.bound = e.size+1, colour
					for j := range len(free) {
						child.more[j] = coloured[j] & (*near)[j]
					}
				}
				coloured[i] |= 1 << (v % 64)
			}
		}
	}
	slices.Reverse(dst[first:])
	return dst
}

// Value returns the number of vertices of the clique.
func (c *Clique[S]) Value(e Candidates[S]) (int64, bool) { return int64(e.size), true }

// Bound returns how many vertices the clique can come to.
func (c *Clique[S]) Bound(e Candidates[S]) int64 { return int64(e.bound) }

// Vertices returns the vertices of the clique in the graph.
func (c *Clique[S]) Vertices(e Candidates[S]) []int { return members(e.clique, c.place) }
