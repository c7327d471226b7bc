package partition

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
)

// Recursive spectral bisection: the vertices are put in the order of their value in the Fiedler vector,
// which runs from one end of the graph to the other, and cut where half of the work is on either side;
// the halves are cut again.
//
//	before  a b c d e f g h
//	value   3 1 -2 2 -1 -3 4 -4       order  h f c e | b d a g
//
// For an odd number of parts, or work that does not halve, the cut is where the shares are nearest to
// the numbers of parts on either side. A graph in several pieces is cut piece after piece.
//
// Source: Pothen, Simon, Liou 1990 (see eigen.go); Simon: Partitioning of unstructured problems for
// parallel processing, 1991; Williams 1991 compares it with annealing.

// Spectral partitions by recursive spectral bisection. It ignores μ and where vertices lie at first,
// but if they have a home, the parts are numbered so that much data stays there. The seed only breaks
// ties. If the context ends, parts that are not yet cut stay whole, and the error is the context's.
func (p *Problem) Spectral(ctx context.Context, seed uint64) ([]int, error) {
	n := p.Graph.Vertices()
	b := &bisector{
		ctx: ctx, g: p.Graph, rng: rand.New(rand.NewPCG(seed, 'S')),
		parts: make([]int, n), index: make([]int32, n), waiting: make([]bool, n),
	}
	all := make([]int, n)
	for v := range all {
		all[v] = v
		b.index[v] = -1
	}
	err := b.cut(all, 0, p.Parts)
	if p.Home != nil {
		p.rename(b.parts)
	}
	return b.parts, err
}

// bisector is a recursive bisection under way.
type bisector struct {
	ctx     context.Context
	g       *Graph
	rng     *rand.Rand
	parts   []int
	index   []int32 // scratch space of newNetwork
	waiting []bool  // scratch space of pieces
}

// cut deals out vertices to the parts from first on.
func (b *bisector) cut(vertices []int, first, parts int) error {
	if parts == 1 || len(vertices) == 0 {
		for _, v := range vertices {
			b.parts[v] = first
		}
		return nil
	}
	if b.ctx.Err() != nil {
		for _, v := range vertices {
			b.parts[v] = first
		}
		return context.Cause(b.ctx)
	}
	left := (parts + 1) / 2
	at := b.order(vertices, float64(left)/float64(parts))
	err := b.cut(vertices[:at], first, left)
	if after := b.cut(vertices[at:], first+left, parts-left); err == nil {
		err = after
	}
	return err
}

// order sorts vertices so that the first at of them have the given share of the work and few edges to
// the others. Only the piece in which the cut lies is looked at as a network.
func (b *bisector) order(vertices []int, share float64) (at int) {
	var total int64
	for _, v := range vertices {
		total += b.g.weight[v]
	}
	want := share * float64(total)
	pieces := b.g.pieces(vertices, b.waiting)
	at = 0
	sorted := vertices[:0] // pieces has copies
	var work float64
	for _, piece := range pieces {
		var own float64
		for _, v := range piece {
			own += float64(b.g.weight[v])
		}
		switch {
		case work+own <= want:
			at += len(piece)
		case work < want:
			b.sort(piece)
			at += b.split(piece, want-work)
		}
		work += own
		sorted = append(sorted, piece...)
	}
	return at
}

// pieces returns the connected pieces of the graph that vertices is, the largest first. waiting is
// scratch space as long as g has vertices, false everywhere, and is left so.
func (g *Graph) pieces(vertices []int, waiting []bool) [][]int {
	for _, v := range vertices {
		waiting[v] = true
	}
	var pieces [][]int
	for _, v := range vertices {
		if !waiting[v] {
			continue
		}
		pieces = append(pieces, g.piece(v, waiting))
	}
	slices.SortStableFunc(pieces, func(p, q []int) int { return cmp.Compare(len(q), len(p)) })
	return pieces
}

// piece returns the waiting vertices that are connected with v, which then wait no more.
func (g *Graph) piece(v int, waiting []bool) []int {
	waiting[v] = false
	piece := []int{v}
	for i := 0; i < len(piece); i++ {
		for _, arc := range g.Arcs(piece[i]) {
			if waiting[arc.To] {
				waiting[arc.To] = false
				piece = append(piece, int(arc.To))
			}
		}
	}
	return piece
}

// sort puts the vertices of a connected piece in the order of its Fiedler vector.
func (b *bisector) sort(piece []int) {
	slices.Sort(piece)
	if len(piece) < 3 {
		return
	}
	values := newNetwork(b.g, piece, b.index).lowest(1, b.rng)[0]
	order := make([]int, len(piece))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	unsorted := slices.Clone(piece)
	for i, o := range order {
		piece[i] = unsorted[o]
	}
}

// split returns how many of the first vertices have the work closest to the wanted.
func (b *bisector) split(piece []int, want float64) int {
	var work float64
	for i, v := range piece {
		w := float64(b.g.weight[v])
		if work+w/2 > want {
			return i
		}
		work += w
	}
	return len(piece)
}

// rename numbers parts so that much data stays at home: the pairs of a part and a home that have most
// data in common choose first.
func (p *Problem) rename(parts []int) {
	type pair struct{ part, home int }
	shared := make(map[pair]int64)
	for v, q := range parts {
		shared[pair{q, p.Home[v]}] += p.Graph.size[v]
	}
	pairs := make([]pair, 0, len(shared))
	for pr := range shared {
		pairs = append(pairs, pr)
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(shared[b], shared[a]), cmp.Compare(a.part, b.part), cmp.Compare(a.home, b.home))
	})
	name := make([]int, p.Parts)
	for q := range name {
		name[q] = -1
	}
	free := make([]bool, p.Parts)
	for q := range free {
		free[q] = true
	}
	give := func(part, home int) {
		if name[part] < 0 && free[home] {
			name[part], free[home] = home, false
		}
	}
	for _, pr := range pairs {
		give(pr.part, pr.home)
	}
	home := 0
	for q := range name {
		for name[q] < 0 {
			give(q, home)
			if name[q] < 0 {
				home++
			}
		}
	}
	for v, q := range parts {
		parts[v] = name[q]
	}
}
