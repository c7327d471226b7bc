package rounds

import (
	"slices"

	"transat/balance"
	"transat/balance/topology"
)

// grid is the shape of a network that is a grid: links lead up and down in each dimension, and perhaps
// round it. The zero value is no grid.
type grid struct {
	sides []int
	wraps bool
}

func newGrid(network topology.Network) grid {
	g := grid{sides: network.Sides()}
	if len(g.sides) > 0 && network.Procs() > 1 {
		d := slices.IndexFunc(g.sides, func(side int) bool { return side > 1 })
		_, g.wraps = network.Step(0, d, -1)
	}
	return g
}

// round reports whether dimension d is closed to a ring. In one of length 2, the link that would close
// it is there already.
func (g grid) round(d int) bool { return g.wraps && g.sides[d] > 2 }

// step is the rank one step up or down in dimension d, whose stride is given; without one, it is the
// rank itself.
func (g grid) step(rank, d, stride, by int) int {
	switch at := rank/stride%g.sides[d] + by; {
	case at >= 0 && at < g.sides[d]:
		return rank + by*stride
	case g.round(d):
		return rank - by*(g.sides[d]-1)*stride
	}
	return rank
}

// stencil is a matrix whose rows are all alike, on a grid: a load keeps one share of itself, and takes
// the same share from all neighbours in a dimension. Where there is no neighbour, the load itself
// stands in for it.
type stencil struct {
	grid
	own     float64
	weight  []float64 // by dimension
	strides []int     // by dimension
	at      []int     // the row under way: its coordinates in all dimensions but the last
}

// minRow is the length of rows from which on a stencil is faster than a sparse matrix.
const minRow = 8

// newStencil makes the stencil of a substep, if the rules are such.
func newStencil(g grid, rules []*balance.Linear, substep int) (*stencil, bool) {
	if len(g.sides) == 0 {
		return nil, false
	}
	s := &stencil{
		grid: g, own: 1, weight: make([]float64, len(g.sides)), strides: make([]int, len(g.sides)), at: make([]int, len(g.sides)-1),
	}
	stride := len(rules)
	for d, side := range g.sides {
		stride /= side
		s.strides[d] = stride
	}
	for rank, rule := range rules {
		if !s.fits(rank, rule.Links(substep), rule.Shares(substep)) {
			return nil, false
		}
	}
	for _, weight := range s.weight {
		s.own -= 2 * weight
	}
	return s, true
}

// fits reports whether the links of a rank are those of the grid, and their shares the weights. A weight
// that is not yet known is that of the first link that has it.
func (s *stencil) fits(rank int, links []balance.Link, shares []balance.Share) bool {
	for d, stride := range s.strides {
		for _, by := range [2]int{-1, 1} {
			to := s.step(rank, d, stride, by)
			if to == rank {
				continue
			}
			if len(links) == 0 || links[0].To != to || shares[0].Out != shares[0].In {
				return false
			}
			if s.weight[d] == 0 {
				s.weight[d] = shares[0].Out
			}
			if s.weight[d] != shares[0].Out {
				return false
			}
			links, shares = links[1:], shares[1:]
		}
	}
	return len(links) == 0
}

// times goes through the loads row by row. The last dimension, in which neighbours lie side by side,
// and the one before it are done at once, the others one after the other while the row is at hand.
func (s *stencil) times(dst, src []float64, by, keep float64) {
	last := len(s.sides) - 1
	cols := s.sides[last]
	part := shares{by * s.own, by * s.weight[last], 0, keep}
	if last > 0 {
		part.across = by * s.weight[last-1]
	}
	clear(s.at)
	for from := 0; from < len(src); from += cols {
		row, out := src[from:from+cols], dst[from:from+cols]
		left, right := row[0], row[cols-1]
		if s.round(last) {
			left, right = right, left
		}
		up, down := row, row
		if last > 0 {
			up, down = s.rows(src, from, last-1)
		}
		if part.across == part.beside && part.before == 0 {
			part.combineEvenly(out, row, up, down, left, right)
		} else {
			part.combine(out, row, up, down, left, right)
		}
		for d := last - 2; d >= 0; d-- {
			up, down := s.rows(src, from, d)
			addBoth(out, up, down, by*s.weight[d])
		}
		s.advance()
	}
}

// rows are the rows above and below the one that begins at a rank, in a dimension other than the last.
func (s *stencil) rows(src []float64, from, d int) (up, down []float64) {
	cols, stride, end := s.sides[len(s.sides)-1], s.strides[d], s.sides[d]-1
	above, below := from+stride, from-stride
	if s.at[d] == end {
		above = from
		if s.round(d) {
			above -= end * stride
		}
	}
	if s.at[d] == 0 {
		below = from
		if s.round(d) {
			below += end * stride
		}
	}
	return src[above : above+cols], src[below : below+cols]
}

// advance goes to the next row: at counts like the digits of a number.
func (s *stencil) advance() {
	for d := len(s.at) - 1; d >= 0; d-- {
		s.at[d]++
		if s.at[d] < s.sides[d] {
			return
		}
		s.at[d] = 0
	}
}

// shares are what a load is made of.
type shares struct{ own, beside, across, before float64 }

// combine writes a row: shares of the old row itself, of its loads' neighbours in it, of those in the
// rows above and below, and of what dst had before. left and right are beyond the ends of the row.
func (s shares) combine(dst, row, up, down []float64, left, right float64) {
	next := row[1:]
	dst, up, down = dst[:len(row)], up[:len(row)], down[:len(row)]
	own := row[0]
	for i, after := range next {
		dst[i] = s.own*own + s.beside*(left+after) + s.across*(up[i]+down[i]) + s.before*dst[i]
		left, own = own, after
	}
	i := len(next)
	dst[i] = s.own*own + s.beside*(left+right) + s.across*(up[i]+down[i]) + s.before*dst[i]
}

// combineEvenly is combine with the same share for all neighbours and none for what was before.
func (s shares) combineEvenly(dst, row, up, down []float64, left, right float64) {
	next := row[1:]
	dst, up, down = dst[:len(row)], up[:len(row)], down[:len(row)]
	own := row[0]
	for i, after := range next {
		dst[i] = s.own*own + s.beside*((left+after)+(up[i]+down[i]))
		left, own = own, after
	}
	i := len(next)
	dst[i] = s.own*own + s.beside*((left+right)+(up[i]+down[i]))
}

// addBoth adds a share of two rows to dst.
func addBoth(dst, up, down []float64, share float64) {
	up, down = up[:len(dst)], down[:len(dst)]
	for i := range dst {
		dst[i] += share * (up[i] + down[i])
	}
}
