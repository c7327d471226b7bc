package balancetest

// Tree is a synthetic workload of known size: a tree of Nodes nodes in which the node count of every
// subtree is split at random between two children. The same Seed gives the same tree.
type Tree struct {
	Nodes int64
	Seed  uint64
	// Solution is the number of the node that is a solution, counted depth first from 1; 0 for none.
	Solution int64
	// Blind hides from machines how much work a subtree holds.
	Blind bool
	// Unit is the largest number of nodes of a subtree that is a unit; its parent's subtree has more.
	Unit int64
}

// Element is a node of a Tree.
type Element struct {
	Nodes int64 // in its subtree
	First int64 // its number, depth first from 1
	Depth int32
	key   uint64 // decides how the subtree splits
}

// NodeWork is the least work of a node of a Tree; the most is one and a half times as much. The work
// goes up and down with the number of the node, so that its sum over a subtree is easily had.
const NodeWork = 100

// workUpTo returns the work of the first n nodes of e's subtree.
func (e Element) workUpTo(n int64) int64 {
	const period = NodeWork/2 + 1
	sum := func(n int64) int64 { // of i%period over 0 ≤ i < n
		rest := n % period
		return n/period*(period*(period-1)/2) + rest*(rest-1)/2
	}
	return n*NodeWork + sum(e.First+n) - sum(e.First)
}

// Root implements balance.Tree.
func (t *Tree) Root() Element { return Element{Nodes: t.Nodes, First: 1, key: mix(t.Seed)} }

// Expand implements balance.Tree.
func (t *Tree) Expand(e Element, dst []Element) ([]Element, int64, int64, bool) {
	if t.unit(e) {
		work, nodes, found := t.Finish(e)
		return dst, work, nodes, found
	}
	children, work, found := t.split(e, dst)
	return children, work, 1, found
}

// unit reports whether e is a unit.
func (t *Tree) unit(e Element) bool { return 1 < e.Nodes && e.Nodes <= t.Unit }

// split is Expand, if e is not a unit.
func (t *Tree) split(e Element, dst []Element) ([]Element, int64, bool) {
	work := e.workUpTo(1)
	if e.First == t.Solution {
		return dst, work, true
	}
	rest := e.Nodes - 1
	left := rest
	if rest > 1 {
		left = rest/5 + int64(e.key%uint64(rest-2*(rest/5)+1)) // each child has at least a fifth
	}
	first := e.First + 1
	for i, nodes := range [2]int64{left, rest - left} {
		if nodes > 0 {
			dst = append(dst, Element{Nodes: nodes, First: first, Depth: e.Depth + 1, key: mix(e.key + uint64(i))})
			first += nodes
		}
	}
	return dst, work, false
}

// Finish implements balance.Tree.
func (t *Tree) Finish(e Element) (work, nodes int64, found bool) { return finish(t.split, e) }

// Level implements balance.Tree: eight assigned variables for every level of depth.
func (t *Tree) Level(e Element) int { return 8 * int(e.Depth) }

// Load implements balance.Loader: it is the work of the whole subtree.
func (t *Tree) Load(e Element) float64 { return float64(e.workUpTo(e.Nodes)) }

// Subtree implements balance.Tree.
func (t *Tree) Subtree(e Element) (work, nodes, elements int64) {
	if t.Blind || e.First <= t.Solution && t.Solution < e.First+e.Nodes {
		return 0, 0, 0
	}
	return e.workUpTo(e.Nodes), e.Nodes, t.elements(e)
}

// Number implements balance.IntervalTree, for trees with less than 2^32 nodes.
func (t *Tree) Number(e Element) uint32 { return uint32(e.First) }

// Behind implements balance.IntervalTree.
func (t *Tree) Behind(e Element) uint32 { return uint32(e.First + e.Nodes) }

// elements counts those in the subtree of e, in constant time only if there are no units.
func (t *Tree) elements(e Element) int64 {
	switch {
	case t.unit(e):
		return 1
	case t.Unit <= 1:
		return e.Nodes
	}
	n := int64(1)
	children, _, _ := t.split(e, nil)
	for _, c := range children {
		n += t.elements(c)
	}
	return n
}

// mix is the finaliser of SplitMix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
