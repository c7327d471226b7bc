package balancetest

// BoundedTree is a Tree whose nodes have bounds, and some of them values, for branch and bound. The bound falls on the way down, by
// up to two at each step.
type BoundedTree struct{ Tree Tree } // without Solution and Unit

// BoundedElement is a node of a BoundedTree.
type BoundedElement struct {
	Element
	bound int64
}

// rootBound is the bound of the root.
const rootBound = 100

// Root implements balance.Tree.
func (t *BoundedTree) Root() BoundedElement { return BoundedElement{t.Tree.Root(), rootBound} }

// Expand implements balance.Tree.
func (t *BoundedTree) Expand(e BoundedElement, dst []BoundedElement) ([]BoundedElement, int64, int64, bool) {
	var room [2]Element
	children, work, nodes, found := t.Tree.Expand(e.Element, room[:0])
	for _, c := range children {
		dst = append(dst, BoundedElement{c, e.bound - int64(mix(c.key)%3)})
	}
	return dst, work, nodes, found
}

// Finish implements balance.Tree.
func (t *BoundedTree) Finish(e BoundedElement) (work, nodes int64, found bool) {
	return t.Tree.Finish(e.Element)
}

// Level implements balance.Tree.
func (t *BoundedTree) Level(e BoundedElement) int { return t.Tree.Level(e.Element) }

// Subtree implements balance.Tree. A machine must not pass over subtrees that it would prune.
func (t *BoundedTree) Subtree(e BoundedElement) (work, nodes, elements int64) {
	return t.Tree.Subtree(e.Element)
}

// Bound implements balance.Bounded.
func (t *BoundedTree) Bound(e BoundedElement) int64 { return e.bound }

// Value implements balance.Bounded: that of a leaf, and of half of the nodes above leaves, is its bound or less.
func (t *BoundedTree) Value(e BoundedElement) (v int64, ok bool) {
	key := mix(e.key + 7)
	return e.bound - int64(key>>8%20), e.Nodes == 1 || e.Nodes < 4 && key%2 == 0
}

// Best is the largest value.
func (t *BoundedTree) Best() int64 {
	best := int64(-1 << 62)
	for open := []BoundedElement{t.Root()}; len(open) > 0; {
		e := open[len(open)-1]
		open, _, _, _ = t.Expand(e, open[:len(open)-1])
		if v, ok := t.Value(e); ok {
			best = max(best, v)
		}
	}
	return best
}
