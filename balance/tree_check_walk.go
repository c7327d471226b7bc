package balance

import (
	"context"
	"slices"
)

// How CheckTree comes to its sample.

// deep expands depth first, the first child first, until half of the sample is used up.
func (c *treeCheck[E]) deep() error {
	half := (c.sample.Nodes + 1) / 2
	for stack := []int32{0}; len(stack) > 0 && c.room(half); {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if err := c.expand(i); err != nil {
			return err
		}
		x := &c.nodes[i]
		for k := x.children - 1; k >= 0; k-- {
			stack = append(stack, x.first+k)
		}
	}
	return nil
}

// wide expands nodes at random.
func (c *treeCheck[E]) wide() error {
	var open []int32
	for i := range c.nodes {
		if !c.nodes[i].expanded {
			open = append(open, int32(i))
		}
	}
	for len(open) > 0 && c.room(c.sample.Nodes) {
		at := c.random.IntN(len(open))
		i := open[at]
		open[at] = open[len(open)-1]
		open = open[:len(open)-1]
		if err := c.expand(i); err != nil {
			return err
		}
		x := &c.nodes[i]
		for k := range x.children {
			open = append(open, x.first+k)
		}
	}
	return nil
}

// room reports whether more may be expanded. A node may have very many children.
func (c *treeCheck[E]) room(most int) bool { return len(c.expanded) < most && len(c.nodes) < 16*most }

// expand expands a node for the first time.
func (c *treeCheck[E]) expand(i int32) error {
	if c.ctx.Err() != nil {
		return context.Cause(c.ctx)
	}
	if err := c.asReturned(i); err != nil {
		return err
	}
	c.calling(callExpand, i)
	children, work, nodes, found := c.tree.Expand(c.nodes[i].e, c.buffer[:0])
	c.called()
	c.buffer = children
	switch {
	case work < 0:
		return c.broken(callExpand, i, "its work is %d: want at least 0", work)
	case work >= mostWork:
		return c.broken(callExpand, i, "its work is %d: want less than 2^50, so that it can be turned into a time", work)
	case nodes < 1:
		return c.broken(callExpand, i, "it expands %d nodes: want 1, or more for a unit", nodes)
	case nodes > 1 && len(children) > 0:
		return c.broken(callExpand, i, "it expands %d nodes and returns %d children: a unit has none", nodes, len(children))
	case found && len(children) > 0:
		return c.broken(callExpand, i, "it finds a solution and returns %d children: a solution has none", len(children))
	}
	for k := range children {
		if isNil(children[k]) {
			return c.broken(callExpand, i, "child %d is nil", k)
		}
	}
	first := int32(len(c.nodes))
	x := &c.nodes[i]
	x.expanded, x.own, x.found, x.first, x.children = true, totals{work, nodes, 1}, found, first, int32(len(children))
	c.expanded = append(c.expanded, i)
	children = slices.Clone(children)
	for k, e := range children {
		if err := c.add(e, i, k); err != nil {
			return err
		}
	}
	return c.asReturned(i)
}

// asReturned checks that an element has not changed since it was returned.
func (c *treeCheck[E]) asReturned(i int32) error {
	x := &c.nodes[i]
	if c.print.print(x.e) == x.print {
		return nil
	}
	method, node := callExpand, x.parent
	if i == 0 {
		method, node = callRoot, noNode
	}
	return c.broken(method, node,
		"the element of %s is no longer what was returned: a later call has changed it, or memory that it shares with another",
		pathText(c.path(i)))
}

// unchanged checks the same for all elements.
func (c *treeCheck[E]) unchanged() error {
	for i := range c.nodes {
		if err := c.asReturned(int32(i)); err != nil {
			return err
		}
	}
	return nil
}
