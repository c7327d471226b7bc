package apps

import "math/bits"

// A problem may search small subtrees by itself, with one node that changes and changes back: for the searches whose nodes take a few
// nanoseconds, that is two to five times as fast as a list of nodes. Each is the loop that a sequential program would have, and gives
// up above a number of nodes.

// Finish counts the assignments to all vertices below a, with one that changes and changes back. It gives up above a number of
// assignments.
func (s *Subgraph) Finish(a Embedding, limit int64) (solutions, nodes int64) {
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

// Finish counts the ways to the goal below p, with one board that changes and changes back. It gives up above a number of positions.
func (z *Puzzle) Finish(p Position, limit int64) (solutions, nodes int64) {
	s := sliding{tiles: p.tiles, limit: limit, most: uint8(z.Limit)}
	s.visit(p.hole, p.last, p.moves, p.distance)
	return s.solutions, s.nodes
}

type sliding struct {
	tiles                   uint64
	solutions, nodes, limit int64
	most                    uint8
}

func (s *sliding) visit(hole, last, moves, distance uint8) {
	if s.nodes++; distance == 0 {
		s.solutions++
		return
	}
	if s.nodes > s.limit {
		return
	}
	for move := range uint8(4) {
		to := step(hole, move)
		if to > 15 || move == last^2 {
			continue
		}
		tile := s.tiles >> (4 * to) & 15
		d := distance + apart(tile, hole) - apart(tile, to)
		if moves+1+d > s.most {
			continue
		}
		slide := tile<<(4*to) | tile<<(4*hole)
		s.tiles ^= slide
		s.visit(to, move, moves+1, d)
		s.tiles ^= slide
	}
}

// FinishAbove returns the greatest profit below p that is above best, or best, without a list of nodes. It gives up above a number of
// nodes.
func (k *Knapsack) FinishAbove(p Pack, best, limit int64) (greatest, nodes int64) {
	f := packing{best: best, limit: limit}
	f.visit(k.items[p.next:], p.profit, p.room)
	return f.best, f.nodes
}

type packing struct{ best, nodes, limit int64 }

func (f *packing) visit(items []KnapsackItem, profit, room int64) {
	f.nodes++
	f.best = max(f.best, profit)
	if len(items) == 0 || f.nodes > f.limit {
		return
	}
	item, rest := items[0], items[1:]
	if item.Weight <= room && bound(rest, profit+item.Profit, room-item.Weight) > f.best {
		f.visit(rest, profit+item.Profit, room-item.Weight)
	}
	if bound(rest, profit, room) > f.best {
		f.visit(rest, profit, room)
	}
}

// Finish counts the semigroups of that genus below p, one after the other. It gives up above a number of nodes.
func (s *Semigroups) Finish(p Semigroup, limit int64) (solutions, nodes int64) {
	c := semigroupCount{genus: uint8(s.Genus), limit: limit}
	c.visit(&p)
	return c.solutions, c.nodes
}

type semigroupCount struct {
	solutions, nodes, limit int64
	genus                   uint8
}

func (c *semigroupCount) visit(p *Semigroup) {
	if c.nodes++; p.genus == c.genus {
		c.solutions++
		return
	}
	g, end := p.conductor, p.conductor+p.least
	for g < end && p.ways[g] != 1 {
		g++
	}
	if g == end {
		return
	}
	child := *p // once: a variable of the loop would lie on the heap
	for ; g < end && c.nodes <= c.limit; g++ {
		if p.ways[g] == 1 {
			child.ways = p.ways
			child.remove(p, int(g))
			c.visit(&child)
		}
	}
}

// Finish counts the ways to complete b, without a list of boards. It gives up above a number of boards.
func (q *Queens) Finish(b Board, limit int64) (solutions, nodes int64) {
	c := queensCount{all: 1<<q.N - 1, limit: limit}
	c.place(b.columns, b.left, b.right)
	return c.solutions, c.nodes
}

type queensCount struct {
	all                     uint32
	solutions, nodes, limit int64
}

func (c *queensCount) place(columns, left, right uint32) {
	if c.nodes++; columns == c.all {
		c.solutions++
		return
	}
	if c.nodes > c.limit {
		return
	}
	for free := c.all &^ (columns | left | right); free != 0; free &= free - 1 {
		queen := free & -free
		c.place(columns|queen, (left|queen)>>1, (right|queen)<<1)
	}
}
