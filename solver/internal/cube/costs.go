package cube

import (
	"slices"
	"time"

	"transat/solver/internal/cdcl"
)

// Spot is the place of a node in a forecast.
type Spot = spot

// Costs tells what share of its cost a run has spent. It keeps the part of the tree that lies above open nodes:
//
//	       ●                 ■ refuted: its cost is known
//	  ┌────┴────┐            ◇ open: its sibling tells what it costs, and how costs of siblings have differed so far (slope)
//	┌─●─┐       ◇
//	■   ◇
//
// Where the first branches are refuted soon, and large ones follow, it is off by factors of ten at first: see Doubt. Where that gives an
// interval, after a tenth of a run or more, it was within a factor of three on the eight formulas that it was made with (cubes.md).
// One that divided the tree by the variables assigned, and learned nothing, was off by 47 on van der Waerden 3, 12, 135.
//
// Costs are conflicts, or milliseconds of another program. The zero value is for a run that has not begun.
type Costs struct {
	slope slope
	roots map[*spot]float64 // of trees that are open, with their share of the whole
	done  float64           // the share of those that are not
	spent float64
	doubt Doubt
}

// Begin forgets all trees. What is known of the costs of siblings stays.
func (f *Costs) Begin() { *f = Costs{slope: f.slope} }

// Root adds a tree whose share of the whole is given.
func (f *Costs) Root(share float64) *Spot { return f.root(node{}, share) }

// Split notes the children of a node, the one to come first first, and returns their places. Those of unknown nodes are alike.
func (f *Costs) Split(s *Spot, children []TreeNode) (spots []*Spot) {
	var all part
	for _, c := range slices.Backward(children) {
		all = append(all, c.n)
	}
	f.split(s, all)
	for _, n := range slices.Backward(all) {
		spots = append(spots, n.spot)
	}
	return spots
}

// Pay is for what was spent on a node, conflicts or seconds of another program: it is refuted by that or still open.
func (f *Costs) Pay(s *Spot, r cdcl.CubeResult, long time.Duration, refuted bool) {
	f.pay(s, cost(r, long), refuted)
}

// Share returns the share of an open node.
func (f *Costs) Share(s *Spot) float64 {
	if s.done { // propagation refutes it
		return 0
	}
	share := 1.0
	for ; s.above != nil; s = s.above {
		known := false
		costs := s.above.costs(&f.slope, &known)
		sum := 0.0
		if known {
			sum = s.above.own.conflicts
		}
		for _, c := range costs {
			sum += c
		}
		share *= costs[slices.Index(s.above.kids, s)] / max(sum, 1e-9)
	}
	return share * f.roots[s]
}

// Give takes an open node away, and returns its share: the others keep theirs.
func (f *Costs) Give(s *Spot) float64 {
	if s.done {
		return 0
	}
	share, top := f.Share(s), s
	for top.above != nil {
		top = top.above
	}
	f.roots[top] = max(f.roots[top]-share, 0)
	if above := s.above; above != nil {
		above.kids = slices.DeleteFunc(above.kids, func(kid *spot) bool { return kid == s })
		f.close(above)
	} else {
		delete(f.roots, s)
	}
	return share
}

func (f *Costs) root(n node, share float64) *spot {
	s := &spot{part: part{n}}
	if f.roots == nil {
		f.roots = map[*spot]float64{}
	}
	f.roots[s] = share
	return s
}

// split notes the children of a node, the one to come last first, and sets their spots.
func (f *Costs) split(s *spot, children part) {
	s.visited = true
	for i, c := range slices.Backward(children) {
		kid := &spot{part: part{c}, above: s, visited: c.conflict, done: c.conflict}
		s.kids, children[i].spot = append(s.kids, kid), kid
	}
	if len(children) == 2 && !children[0].conflict && !children[1].conflict {
		f.slope.meet(children[1], children[0])
	}
	f.close(s)
}

// pay adds a cost to a node, which is refuted by it or still open.
func (f *Costs) pay(s *spot, cost float64, refuted bool) {
	s.own.conflicts += cost
	f.spent += cost
	if refuted {
		s.visited = true
		f.close(s)
	}
	if f.doubt.Due(f.spent) {
		f.doubt.Note(f.spent, f.Closed())
	}
}

// close closes all that is done with a node.
func (f *Costs) close(s *spot) {
	for ; s != nil && !s.done; s = s.above {
		if s.close(&f.slope); !s.done {
			return
		}
		if share, is := f.roots[s]; is {
			delete(f.roots, s)
			f.done += share
		}
	}
}

// Closed returns the share that is spent, from 0 to 1.
func (f *Costs) Closed() float64 {
	sum := f.done
	for s, share := range f.roots {
		if whole, known := s.expected(&f.slope); known && whole > 0 {
			sum += share * min(s.spent()/whole, 1)
		}
	}
	return min(sum, 1)
}

// Off returns a factor by which the cost of the whole may be off, if that share is spent, or 0 if too little is known.
func (f *Costs) Off(closed float64) float64 { return f.doubt.Off(f.spent, closed) }

// spent returns what all below a spot has cost so far.
func (p *spot) spent() float64 {
	if p.done {
		return p.all.conflicts
	}
	sum := p.own.conflicts
	for _, kid := range p.kids {
		sum += kid.spent()
	}
	return sum
}

// expected returns what all below a spot is likely to cost, at least what it has cost so far. It is unknown if nothing below is done.
func (p *spot) expected(s *slope) (cost float64, known bool) {
	if p.done {
		return p.all.conflicts, true
	}
	sum, known := p.own.conflicts, false
	for _, cost := range p.costs(s, &known) {
		sum += cost
	}
	return max(sum, p.spent()), known
}

// costs returns what is likely to be the cost of each kid, in some unit if nothing is known of any of them.
func (p *spot) costs(s *slope, known *bool) []float64 {
	costs, at := make([]float64, len(p.kids)), -1
	knows := make([]bool, len(p.kids))
	for i, kid := range p.kids {
		if costs[i], knows[i] = kid.expected(s); knows[i] && !kid.part[0].conflict {
			at = i
		}
	}
	if *known = at >= 0; !*known {
		at = max(0, slices.IndexFunc(p.kids, func(kid *spot) bool { return !kid.part[0].conflict }))
		if len(costs) > 0 {
			costs[at] = max(1, p.kids[at].spent())
		}
	}
	for i, kid := range p.kids {
		if i != at && !knows[i] {
			costs[i] = max(p.sibling(s, at, i, costs[at]), kid.spent())
		}
	}
	return costs
}

// sibling returns what a kid is likely to cost if another one costs that much.
func (p *spot) sibling(s *slope, known, i int, cost float64) float64 {
	if p.kids[i].part[0].conflict {
		return 0
	}
	const rounds = 5 // the ratio depends on the sum
	a, b := p.kids[min(i, known)].part[0], p.kids[max(i, known)].part[0]
	other := cost
	for range rounds {
		ratio := s.ratio(a, b, cost+other)
		if i < known {
			ratio = 1 / ratio
		}
		other = cost * ratio
	}
	return other
}
