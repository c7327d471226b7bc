package balance

import "math"

// The balancing phase of PLB: see plb.go, which comes first. This file has the trees, and the flows along
// them.

// plbTree is a processor's place in a tree.
type plbTree struct {
	parent   int // rank, -1 at the root
	procs    int // in the subtree of this processor
	children []plbChild
	sum      float64 // load of the subtree, as last reported
	reports  int     // children whose sums are in
}

type plbChild struct {
	rank, procs int
	sum         float64
}

// plbDebt is a link that has to send.
type plbDebt struct {
	to   int
	load float64
}

// plbTrees returns a processor's place in the tree of each stage.
func plbTrees(t Topology, rank int) []plbTree {
	sides := t.Sides()
	if len(sides) == 0 {
		return []plbTree{plbNetwork(t, rank)}
	}
	var trees []plbTree
	stride := 1
	for d := len(sides) - 1; d >= 0; d-- {
		trees = append(trees, plbLine(rank, stride, sides[d]))
		stride *= sides[d]
	}
	return trees
}

// plbNetwork is the place in a network that is a tree itself: its root is 0, and ranks grow from level to
// level.
func plbNetwork(t Topology, rank int) plbTree {
	tree := plbTree{parent: -1, procs: plbBelow(t, rank)}
	for _, n := range t.Neighbours(rank) {
		if n < rank {
			tree.parent = n
		} else {
			tree.children = append(tree.children, plbChild{rank: n, procs: plbBelow(t, n)})
		}
	}
	return tree
}

// plbBelow counts the processors in a subtree of a complete binary tree. In each level, they are
// neighbours in rank.
func plbBelow(t Topology, rank int) int {
	procs := 0
	for first, last := rank, rank; first < t.Procs(); first, last = 2*first+1, 2*last+2 {
		procs += min(last, t.Procs()-1) - first + 1
	}
	return procs
}

// plbLine is the place in a line of so many processors, whose ranks are a stride apart: a tree rooted in
// the middle.
func plbLine(rank, stride, side int) plbTree {
	at, middle := rank/stride%side, side/2
	line := plbTree{parent: -1, procs: side}
	switch {
	case at < middle:
		line.parent, line.procs = rank+stride, at+1
	case at > middle:
		line.parent, line.procs = rank-stride, side-at
	}
	if at > 0 && at <= middle {
		line.children = append(line.children, plbChild{rank: rank - stride, procs: at})
	}
	if at < side-1 && at >= middle {
		line.children = append(line.children, plbChild{rank: rank + stride, procs: side - 1 - at})
	}
	return line
}

// note records a child's sum.
func (t *plbTree) note(child int, sum float64) {
	for i := range t.children {
		if t.children[i].rank == child {
			t.children[i].sum = sum
			t.reports++
		}
	}
}

// total adds a load to what the children have reported, for the next report.
func (t *plbTree) total(load float64) float64 {
	t.sum, t.reports = load, 0
	for _, c := range t.children {
		t.sum += c.sum
	}
	return t.sum
}

// reportLine sends the sum of the own subtree up the tree of the stage under way, once all children
// in it have reported; at the root it turns it into the mean.
func (b *plb) reportLine(p Proc) {
	if b.stage == 0 || b.stage == len(b.trees) || b.state != plbGathering {
		return
	}
	tree := &b.trees[b.stage]
	if tree.reports < len(tree.children) {
		return
	}
	sum := tree.total(p.Load() + p.Working())
	b.state = plbReported
	if tree.parent >= 0 {
		p.Send(tree.parent, Message{Kind: plbLineSum, A: sum})
		return
	}
	b.flow(p, sum/float64(tree.procs))
}

// flow passes the mean of the tree on and settles its links.
func (b *plb) flow(p Proc, mean float64) {
	for _, c := range b.trees[b.stage].children {
		p.Send(c.rank, Message{Kind: plbLineMean, A: mean})
	}
	b.settle(p, mean)
}

// settle works out the flow δ of every link of the tree under way. Both ends of a link come to the
// same number, so each knows which of them sends, if any.
func (b *plb) settle(p Proc, mean float64) {
	tree := &b.trees[b.stage]
	b.state, b.awaiting, b.owed = plbFlowing, 0, b.owed[:0]
	if tree.parent >= 0 {
		b.settleLink(tree.parent, tree.sum-float64(tree.procs)*mean)
	}
	for _, c := range tree.children {
		b.settleLink(c.rank, -(c.sum - float64(c.procs)*mean))
	}
	b.serve(p)
}

func (b *plb) settleLink(to int, flow float64) {
	switch {
	case flow > b.slack:
		b.owed = append(b.owed, plbDebt{to, flow})
	case flow < -b.slack:
		b.awaiting++
	}
}

// serve sends what links owe as far as the list goes, ends links that have been served or never
// will be, and moves on to the next stage when none is open.
func (b *plb) serve(p Proc) {
	if b.stage == len(b.trees) || b.state != plbFlowing {
		return
	}
	open := b.owed[:0]
	for _, debt := range b.owed {
		debt.load -= p.TransferLoad(debt.to, debt.load-b.slack, math.Inf(1))
		if debt.load > b.slack && b.awaiting > 0 {
			open = append(open, debt)
			continue
		}
		p.Send(debt.to, Message{Kind: plbEnd})
	}
	b.owed = open
	if b.awaiting > 0 || len(open) > 0 {
		return
	}
	b.stage++
	b.state = plbGathering
	if b.stage == len(b.trees) {
		p.WakeAfter(b.period)
		return
	}
	b.reportLine(p)
}
