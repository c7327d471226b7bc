package apps

import (
	"errors"
	"fmt"
	"math/bits"
)

// Subgraph is the search for a pattern in a target: each vertex of the pattern gets a vertex of the target of its own, its image, so that
// neighbours have neighbours as images. [NewSubgraph] makes one.
//
//	pattern  a ── b        the vertices of the pattern get their images in a fixed order: next is the one with the most
//	          ╲  ╱         neighbours that have one, and among these the one of the highest degree. Its candidates are
//	           c ── d      the common neighbours of its neighbours' images, of at least its degree
//
// Source of the order: V. Bonnici and others: A subgraph isomorphism algorithm, BMC Bioinformatics 14 (2013).
type Subgraph struct {
	target *Graph
	order  []int      // the vertices of the pattern as they get their images
	before [][]uint8  // for each place in the order, the earlier places of neighbours
	able   [][]uint64 // for each place, the vertices of the target of at least its degree
}

// The largest pattern and target, which an Assignment has room for.
const (
	MaxPattern = 31
	MaxTarget  = 256
)

// Assignment is the images of the first vertices in the order.
type Assignment struct {
	images [MaxPattern]uint8
	size   uint8
}

// NewSubgraph returns the search for a pattern of at most [MaxPattern] vertices in a target of at most [MaxTarget].
func NewSubgraph(pattern, target *Graph) (*Subgraph, error) {
	switch {
	case pattern.n == 0 || target.n == 0:
		return nil, errors.New("a graph without vertices")
	case pattern.n > MaxPattern:
		return nil, fmt.Errorf("the pattern has %d vertices: at most %d are possible", pattern.n, MaxPattern)
	case target.n > MaxTarget:
		return nil, fmt.Errorf("the target has %d vertices: at most %d are possible", target.n, MaxTarget)
	}
	s := &Subgraph{target: target}
	place := make([]int, pattern.n) // in the order, from 1; 0 for none yet
	for len(s.order) < pattern.n {
		best, most := -1, -1
		for v := range pattern.n {
			earlier := 0
			for _, u := range s.order {
				if pattern.Edge(u, v) {
					earlier++
				}
			}
			if rank := earlier*pattern.n + pattern.Degree(v); place[v] == 0 && rank > most {
				best, most = v, rank
			}
		}
		var before []uint8
		for i, u := range s.order {
			if pattern.Edge(u, best) {
				before = append(before, uint8(i))
			}
		}
		able := make([]uint64, len(target.rows[0]))
		for v := range target.n {
			if target.Degree(v) >= pattern.Degree(best) {
				able[v/64] |= 1 << (v % 64)
			}
		}
		s.order, s.before, s.able = append(s.order, best), append(s.before, before), append(s.able, able)
		place[best] = len(s.order)
	}
	return s, nil
}

// Root returns the assignment without images.
func (s *Subgraph) Root() Assignment { return Assignment{} }

// Children returns the assignments with an image more.
func (s *Subgraph) Children(a Assignment, dst []Assignment) []Assignment {
	if s.Solution(a) {
		return dst
	}
	var taken [MaxTarget / 64]uint64
	for _, v := range a.images[:a.size] {
		taken[v/64] |= 1 << (v % 64)
	}
	for i, free := range s.able[a.size] {
		free &^= taken[i]
		for _, b := range s.before[a.size] {
			free &= s.target.rows[a.images[b]][i]
		}
		for ; free != 0; free &= free - 1 {
			c := a
			c.images[a.size] = uint8(64*i + bits.TrailingZeros64(free))
			c.size++
			dst = append(dst, c)
		}
	}
	return dst
}

// Solution reports whether all vertices of the pattern have an image.
func (s *Subgraph) Solution(a Assignment) bool { return int(a.size) == len(s.order) }

// Finish counts the assignments to all vertices below a, with one that changes and changes back. It gives up above a number of assignments.
func (s *Subgraph) Finish(a Assignment, limit int64) (solutions, nodes int64) {
	m := matching{s: s, images: a.images, limit: limit}
	for _, v := range a.images[:a.size] {
		m.taken[v/64] |= 1 << (v % 64)
	}
	m.visit(int(a.size))
	return m.solutions, m.nodes
}

type matching struct {
	s                       *Subgraph
	taken                   [MaxTarget / 64]uint64
	images                  [MaxPattern]uint8
	solutions, nodes, limit int64
}

func (m *matching) visit(size int) {
	if m.nodes++; size == len(m.s.order) {
		m.solutions++
		return
	}
	if m.nodes > m.limit {
		return
	}
	before := m.s.before[size]
	for i, free := range m.s.able[size] {
		free &^= m.taken[i]
		for _, b := range before {
			free &= m.s.target.rows[m.images[b]][i]
		}
		for ; free != 0; free &= free - 1 {
			m.images[size] = uint8(64*i + bits.TrailingZeros64(free))
			m.taken[i] ^= free & -free
			m.visit(size + 1)
			m.taken[i] ^= free & -free
		}
	}
}

// Images returns the image of each vertex of the pattern.
func (s *Subgraph) Images(a Assignment) []int {
	images := make([]int, len(s.order))
	for i, v := range s.order {
		images[v] = int(a.images[i])
	}
	return images
}
