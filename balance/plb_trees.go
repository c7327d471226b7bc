package balance

// The trees of PLB: see plb.go, which comes first. There may be a million processors, so none of them keeps
// its places in the trees: they follow from its rank.

// plbPlan is what all processors know alike.
type plbPlan struct {
	period, again Ticks
	beta, gamma   float64
	strict        bool    // as §5 words it: see plb_strict.go
	few           int     // a processor with fewer waiting elements is short of work; 0: if it has nothing at all to do
	share         float64 // of all processors: a phase begins if more are short of work
	root, procs   int
	lines         []plbLine // one for each dimension, the last one first; empty on a network that is a tree itself
}

// plbLine is a dimension of a grid.
type plbLine struct {
	stride, side int // between the ranks of neighbours; processors in a line
}

// plbPlace is a processor's place in a tree.
type plbPlace struct {
	parent   int // rank, -1 at the root
	procs    int // in the subtree of this processor
	children [2]plbChild
}

// plbChild is a child in a tree: the one with the lower rank comes first.
type plbChild struct {
	rank, procs int // no processors: there is no such child
}

func newPLBPlan(t Topology, v Values) *plbPlan {
	plan := &plbPlan{period: v.Seconds("period"), beta: v["beta"], gamma: v["gamma"], few: 1, procs: t.Procs()}
	plan.again = Ticks(v["again"] * float64(plan.period))
	plan.lay(t)
	return plan
}

// grain is the load below which a processor with some load solves an element to its end.
func (plan *plbPlan) grain(mean, own float64) float64 {
	if !plan.strict {
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
	at := TreePlace{Parent: place.parent, Procs: place.procs}
	for _, c := range place.children {
		if c.procs > 0 {
			at.Children = append(at.Children, c.rank)
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
	at := plbPlace{parent: -1, procs: plan.below(rank)}
	if rank > 0 {
		at.parent = (rank - 1) / 2
	}
	for i := range at.children {
		child := 2*rank + 1 + i
		at.children[i] = plbChild{child, plan.below(child)}
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
	at, middle := int(uint32(rank)/uint32(l.stride)%uint32(l.side)), l.side/2
	place := plbPlace{parent: -1, procs: l.side}
	switch {
	case at < middle:
		place.parent, place.procs = rank+l.stride, at+1
	case at > middle:
		place.parent, place.procs = rank-l.stride, l.side-at
	}
	if at > 0 && at <= middle {
		place.children[0] = plbChild{rank: rank - l.stride, procs: at}
	}
	if at < l.side-1 && at >= middle {
		place.children[1] = plbChild{rank: rank + l.stride, procs: l.side - 1 - at}
	}
	return place
}

// child returns in the tree of which dimension another processor, which is a child in one, is that, and
// which of the two it is there.
func (plan *plbPlan) child(rank, child int) (dimension, which int) {
	if len(plan.lines) == 0 {
		return 0, child - (2*rank + 1)
	}
	apart := child - rank
	if apart > 0 {
		which = 1
	} else {
		apart = -apart
	}
	for d, line := range plan.lines {
		if line.stride == apart && line.side > 1 {
			dimension = d
		}
	}
	return dimension, which
}

// span returns a processor's place in a tree that spans the network: its parent there, -1 at the root, and
// the number of its children. The roots of the trees of dimension `first` are joined by those of the next
// dimension, and so on.
func (plan *plbPlan) span(rank, first int) (up, below int) {
	up = -1
	for i := 0; i < plan.trees() && up < 0; i++ {
		place := plan.place(rank, (first+i)%plan.trees())
		up = place.parent
		below += place.count()
	}
	return up, below
}

// count is the number of children.
func (place *plbPlace) count() int {
	n := 0
	for _, c := range place.children {
		if c.procs > 0 {
			n++
		}
	}
	return n
}
