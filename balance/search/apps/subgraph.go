package apps

import "math/bits"

// Subgraph is the search for a pattern in a target: each vertex of the pattern gets a vertex of the target of its own, its image, so
// that neighbours have neighbours as images. [NewSubgraph] makes one.
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

// Embedding is the images of the first vertices in the order.
type Embedding struct {
	images [MaxPattern]uint8
	size   uint8
}

// NewSubgraph returns the search for a pattern of at most [MaxPattern] vertices in a target of at most [MaxTarget].
func NewSubgraph(pattern, target *Graph) (*Subgraph, error) {
	if err := fits(pattern, target); err != nil {
		return nil, err
	}
	s := &Subgraph{target: target, order: matchingOrder(pattern)}
	for place, v := range s.order {
		var before []uint8
		for i, u := range s.order[:place] {
			if pattern.Edge(u, v) {
				before = append(before, uint8(i))
			}
		}
		s.before = append(s.before, before)
		s.able = append(s.able, target.ofDegree(pattern.Degree(v)))
	}
	return s, nil
}

// Root returns the assignment without images.
func (s *Subgraph) Root() Embedding { return Embedding{} }

// Children returns the assignments with an image more.
func (s *Subgraph) Children(a Embedding, dst []Embedding) []Embedding {
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
func (s *Subgraph) Solution(a Embedding) bool { return int(a.size) == len(s.order) }

// Images returns the image of each vertex of the pattern.
func (s *Subgraph) Images(a Embedding) []int {
	images := make([]int, len(s.order))
	for i, v := range s.order {
		images[v] = int(a.images[i])
	}
	return images
}
