package balance

import (
	"context"
	"math"
)

// What CheckTree knows of whole subtrees: what Subtree and Finish say against the walk.

// totals adds up the subtrees that are whole in the sample, and checks that what Subtree says adds up everywhere, the deepest
// nodes first.
func (c *treeCheck[E]) totals() error {
	for i := int32(len(c.nodes) - 1); i >= 0; i-- {
		x := &c.nodes[i]
		if !x.expanded {
			continue
		}
		if err := c.addsUp(i); err != nil {
			return err
		}
		x.walked, x.solved, x.whole = x.own, x.found, true
		for k := x.first; k < x.first+x.children && x.whole && !x.solved; k++ {
			child := &c.nodes[k]
			x.whole = child.whole
			if x.walked.work > math.MaxInt64-child.walked.work {
				return c.broken(callExpand, i, "the work in its subtree adds up to more than 2^63")
			}
			x.walked = x.walked.plus(child.walked)
			x.solved = child.solved
		}
	}
	return nil
}

// addsUp compares the totals of Subtree at a node with those at its children.
func (c *treeCheck[E]) addsUp(i int32) error {
	x := &c.nodes[i]
	says := x.subtree
	if says.work == 0 {
		return nil // it does not know
	}
	if x.found {
		return c.broken(callSubtree, i, "it says %v, but the node is a solution: want 0, 0, 0", says)
	}
	sum := x.own
	for k := range x.children {
		child := c.nodes[x.first+k].subtree
		if child.nodes == 0 {
			return c.broken(callSubtree, i,
				"it says %v, but of child %d it knows nothing, or there may be a solution: want 0, 0, 0 for the node, too", says, k)
		}
		sum = sum.plus(child)
	}
	if says != sum {
		return c.broken(callSubtree, i,
			"it says %v; the node itself and what Subtree says of its %d children add up to %v", says, x.children, sum)
	}
	return nil
}

// finish compares Finish with the walk, for whole subtrees, the largest first. Together they have no more than a few times as
// many nodes as the sample.
func (c *treeCheck[E]) finish() error {
	left := 4 * int64(c.sample.Nodes)
	for i := range c.nodes {
		x := &c.nodes[i]
		if !x.whole || x.walked.elements > left {
			continue
		}
		if c.ctx.Err() != nil {
			return context.Cause(c.ctx)
		}
		left -= x.walked.elements
		c.calling(callFinish, int32(i))
		work, nodes, found := c.tree.Finish(x.e)
		c.called()
		if found != x.solved || work != x.walked.work || nodes != x.walked.nodes {
			return c.broken(callFinish, int32(i),
				"it returns work %d, %d nodes, found %t; a walk with Expand, depth first, comes to work %d, %d nodes, found %t",
				work, nodes, found, x.walked.work, x.walked.nodes, x.solved)
		}
	}
	return nil
}
