package balance

// The trees of PLB: see plb.go, which comes first.

// plbPlan is shared by all processors.
type plbPlan struct {
	period, again Ticks
	beta, gamma   float64
	few           int     // a processor with fewer waiting elements is short of work; 0: if it has nothing at all to do
	share         float64 // of all processors: a phase begins if more are short of work
	own           bool    // the grain is a share of the own load where that is less than the mean
	root, procs   int
	lines         []plbLine // one for each dimension, the last one first; empty on a network that is a tree itself
}

// plbLine is a dimension of a grid.
type plbLine struct {
	stride, side int // between the ranks of neighbours; processors in a line
}

// plbTree is what a processor knows of one of its trees.
type plbTree struct {
	place plbPlace
	sums  [2]float64 // loads of the children's subtrees, as last reported
}

// plbPlace is a processor's place in a tree. There may be a million processors: hence the small fields.
type plbPlace struct {
	parent int32    // rank, -1 at the root
	stride int32    // to the ranks of the children, the first below, the second above; 0 in a complete binary tree
	below  [2]int32 // processors in the subtree of each child; 0: there is no such child
}

func newPLBPlan(t Topology, v Values) *plbPlan {
	plan := &plbPlan{
		period: v.Seconds("period"), beta: v["beta"], gamma: v["gamma"], few: int(v["few"]), share: v["share"], own: v["own"] > 0,
		procs: t.Procs(),
	}
	plan.again = Ticks(v["again"] * float64(plan.period))
	plan.lay(t)
	return plan
}

// grain is the load below which a processor solves an element to its end.
func (plan *plbPlan) grain(mean, own float64) float64 {
	if plan.own {
		mean = min(mean, own)
	}
	return min(plan.beta*mean, 1)
}

// short reports whether a processor is short of work.
func (plan *plbPlan) short(p Proc) bool {
	if plan.few == 0 {
		return p.Len() == 0 && !p.Busy()
	}
	return p.Len() < plan.few
}

// lay lays the trees into a network.
func (plan *plbPlan) lay(t Topology) {
	sides, stride := t.Sides(), 1
	for d := len(sides) - 1; d >= 0; d-- {
		plan.lines = append(plan.lines, plbLine{stride, sides[d]})
		plan.root += sides[d] / 2 * stride
		stride *= sides[d]
	}
}

// TreePlace is a processor's place in one of the trees along which PLB balances.
type TreePlace struct {
	Parent   int   // rank, -1 at the root
	Children []int // ranks, ascending
	Procs    int   // in the subtree of this processor, itself included
}

// PlaceInTree returns the place of a processor in a tree along which PLB balances: on a grid, its line in dimension d,
// as a tree rooted in the middle; on a network without dimensions, a complete binary tree.
func PlaceInTree(t Topology, rank, d int) TreePlace {
	plan := &plbPlan{procs: t.Procs()}
	plan.lay(t)
	place := plan.place(rank, max(0, len(plan.lines)-1-d))
	at := TreePlace{Parent: int(place.parent), Procs: place.procs()}
	for i, procs := range place.below {
		if procs > 0 {
			at.Children = append(at.Children, place.child(rank, i))
		}
	}
	return at
}

// trees is the number of trees that a processor is in.
func (plan *plbPlan) trees() int { return max(1, len(plan.lines)) }

// place returns a processor's place in the tree of a dimension.
func (plan *plbPlan) place(rank, dimension int) plbPlace {
	if len(plan.lines) == 0 {
		return plan.placeInTree(rank)
	}
	return plan.lines[dimension].place(rank)
}

// placeInTree is the place in a network that is a complete binary tree: its root is 0, and ranks grow from
// level to level.
func (plan *plbPlan) placeInTree(rank int) plbPlace {
	at := plbPlace{parent: -1}
	if rank > 0 {
		at.parent = int32(rank-1) / 2
	}
	for i := range at.below {
		at.below[i] = int32(plan.below(at.child(rank, i)))
	}
	return at
}

// below counts the processors in a subtree of a complete binary tree. In each level, they are neighbours
// in rank.
func (plan *plbPlan) below(rank int) int {
	procs := 0
	for first, last := rank, rank; first < plan.procs; first, last = 2*first+1, 2*last+2 {
		procs += min(last, plan.procs-1) - first + 1
	}
	return procs
}

// place is the place in a line: a tree rooted in the middle.
func (l plbLine) place(rank int) plbPlace {
	at, middle := rank/l.stride%l.side, l.side/2
	place := plbPlace{parent: -1, stride: int32(l.stride)}
	switch {
	case at < middle:
		place.parent = int32(rank + l.stride)
	case at > middle:
		place.parent = int32(rank - l.stride)
	}
	if at <= middle {
		place.below[0] = int32(at)
	}
	if at >= middle {
		place.below[1] = int32(l.side - 1 - at)
	}
	return place
}

// procs is the number of processors in the subtree of this one.
func (place *plbPlace) procs() int { return 1 + int(place.below[0]+place.below[1]) }

// child is the rank of a child of the processor of that rank.
func (place *plbPlace) child(rank, i int) int {
	if place.stride == 0 {
		return 2*rank + 1 + i
	}
	return rank + (2*i-1)*int(place.stride)
}

// count is the number of children.
func (place *plbPlace) count() int {
	n := 0
	for _, procs := range place.below {
		if procs > 0 {
			n++
		}
	}
	return n
}

// heard notes the sum of a child in one of the trees, and returns in the tree of which dimension that is.
func (b *plb) heard(rank, from int, sum float64) (dimension int) {
	for d := range b.trees {
		t := &b.trees[d]
		for i, procs := range t.place.below {
			if procs > 0 && t.place.child(rank, i) == from {
				t.sums[i] = sum
				return d
			}
		}
	}
	panic("plb: a sum from a processor that is no child")
}

// own is the tree of the dimension of the turn.
func (b *plb) own() *plbTree { return &b.trees[b.turn] }

// span returns the processor's place in a tree that spans the network: its parent there, -1 at the root, and
// the number of its children. The roots of the trees of the first dimension are joined by those of the next
// dimension, and so on.
func (b *plb) span() (up, below int) {
	up = -1
	for i := 0; i < len(b.trees) && up < 0; i++ {
		place := &b.trees[i].place
		up = int(place.parent)
		below += place.count()
	}
	return up, below
}
