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

// plbSpan is a processor's place in a tree that spans the network.
type plbSpan struct {
	up    int   // parent, -1 at the root
	below int   // children
	down  []int // those of them that are not in the tree of the first dimension
}

// plbSpanning joins the trees of dimension `first` to one that spans the network: their roots are joined by
// those of the next dimension, and so on.
func plbSpanning(trees []plbTree, first int) plbSpan {
	var span plbSpan
	for i := range trees {
		tree := &trees[(first+i)%len(trees)]
		span.up = tree.parent
		span.below += len(tree.children)
		for _, c := range tree.children {
			if i > 0 {
				span.down = append(span.down, c.rank)
			}
		}
		if tree.parent >= 0 {
			break
		}
	}
	return span
}

// plbRoot is the processor in the middle of all lines of a grid, or the root of a tree.
func plbRoot(t Topology) int {
	rank := 0
	for _, side := range t.Sides() {
		rank = rank*side + side/2
	}
	return rank
}

// plbTrees returns a processor's place in the tree of each dimension, the last one first.
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
		}
	}
}

// total adds the own load to what the children have reported.
func (t *plbTree) total(load float64) {
	t.sum = load
	for _, c := range t.children {
		t.sum += c.sum
	}
}

// settle works out the flow δ of every link of the own tree, whose mean is given. Both ends of a link come
// to the same number, so each knows which of them sends, if any.
func (b *plb) settle(p Proc, mean float64) {
	tree := &b.trees[b.turn]
	b.flowing, b.slack, b.awaiting, b.owed = true, b.gamma*mean, 0, b.owed[:0]
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
// will be, and ends the phase when none is open.
func (b *plb) serve(p Proc) {
	if !b.flowing {
		return
	}
	open := b.owed[:0]
	for _, debt := range b.owed {
		b.pay(p, &debt)
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
	b.flowing = false
	b.turn = (b.turn + 1) % len(b.trees)
	p.WakeAfter(b.again)
}

// pay sends elements until a link owes no more than the slack, or none is left. Each goes in a message of
// its own, so that the next processor can pass it on while the others are still to come.
func (b *plb) pay(p Proc, debt *plbDebt) {
	for debt.load > b.slack {
		sent := p.TransferLoad(debt.to, math.SmallestNonzeroFloat64, math.Inf(1))
		if sent == 0 {
			return
		}
		debt.load -= sent
	}
}
