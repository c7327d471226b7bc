package balance

import "context"

// What CheckTree knows of a [Bounded] tree: no value is larger than the bounds above it, and both are the same when asked again.

// bounds looks at the bounds and values of the sample. A node has a lower number than its children.
func (c *treeCheck[E]) bounds() error {
	tree, ok := c.tree.(Bounded[E])
	if !ok {
		return nil
	}
	least := make([]int64, len(c.nodes)) // of the bounds at a node and above it
	for i := range c.nodes {
		if c.ctx.Err() != nil {
			return context.Cause(c.ctx)
		}
		at := int32(i)
		bound, err := c.bound(tree, at)
		if err != nil {
			return err
		}
		least[i] = bound
		if parent := c.nodes[i].parent; parent >= 0 {
			least[i] = min(bound, least[parent])
		}
		value, err := c.value(tree, at)
		if err != nil {
			return err
		}
		if int64(value) > least[i] {
			return c.broken(callBound, at, "its value is %d, and the bound of the node, or of one above it, is %d", value, least[i])
		}
		if c.nodes[i].own.nodes > 1 {
			return c.broken(callExpand, at, "it expands %d nodes: want 1 in a tree with bounds", c.nodes[i].own.nodes)
		}
	}
	return nil
}

// bound calls Bound twice.
func (c *treeCheck[E]) bound(tree Bounded[E], i int32) (int64, error) {
	c.calling(callBound, i)
	bound, again := tree.Bound(c.nodes[i].e), tree.Bound(c.nodes[i].e)
	c.called()
	if bound != again {
		return 0, c.broken(callBound, i, "it is %d at first, and %d when it is called again", bound, again)
	}
	return bound, nil
}

// value calls Value twice.
func (c *treeCheck[E]) value(tree Bounded[E], i int32) (Incumbent, error) {
	c.calling(callValue, i)
	value, ok := tree.Value(c.nodes[i].e)
	again, still := tree.Value(c.nodes[i].e)
	c.called()
	switch {
	case ok != still || ok && value != again:
		return 0, c.broken(callValue, i, "it is %d (%t) at first, and %d (%t) when it is called again", value, ok, again, still)
	case ok && Incumbent(value) == NoIncumbent:
		return 0, c.broken(callValue, i, "it is the least 64-bit number: want more")
	case !ok:
		return NoIncumbent, nil
	}
	return Incumbent(value), nil
}
