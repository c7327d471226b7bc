package balance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
)

// What CheckTree does to see that a call depends on nothing but its element: all of them again, in other orders, and by several
// goroutines at once.

// again makes all calls again, in random order.
func (c *treeCheck[E]) again() error {
	order := slices.Clone(c.expanded)
	c.random.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
	var dst []E
	for _, i := range order {
		if c.ctx.Err() != nil {
			return context.Cause(c.ctx)
		}
		var err error
		if dst, err = c.repeat(&c.caller, i, dst, "when it is called again, after other calls"); err != nil {
			return err
		}
		if err := c.survey(i); err != nil {
			return err
		}
		if err := c.asReturned(i); err != nil {
			return err
		}
	}
	return nil
}

// repeat calls the methods for a node once more, and compares. It returns dst, the scratch space, for the next call. The children
// are to come behind what dst has, the root.
func (c *treeCheck[E]) repeat(by *caller, i int32, dst []E, when string) ([]E, error) {
	x := &c.nodes[i]
	dst = append(dst[:0], c.nodes[0].e)
	by.calling(callExpand, i)
	got, work, nodes, found := c.tree.Expand(x.e, dst)
	by.called()
	if len(got) < 1 || by.print.print(got[0]) != c.nodes[0].print {
		return got, c.broken(callExpand, i, "it does not append the children to dst: what was there is gone")
	}
	if err := c.same(by, callExpand, i, got[1:], totals{work, nodes, 1}, found, when); err != nil {
		return got, err
	}
	if level := c.level(by, i); level != x.level {
		return got, c.broken(callLevel, i, "it is %d at first, and %d %s", x.level, level, when)
	}
	if load := c.load(by, i); load != x.load {
		return got, c.broken(callLoad, i, "it is %v at first, and %v %s", x.load, load, when)
	}
	if s := c.subtree(by, i); s != x.subtree {
		return got, c.broken(callSubtree, i, "it says %v at first, and %v %s", x.subtree, s, when)
	}
	return got, nil
}

// same compares what Expand, or Survey, has returned with what Expand did at first.
func (c *treeCheck[E]) same(by *caller, method treeMethod, i int32, children []E, own totals, found bool, when string) error {
	x := &c.nodes[i]
	differ := func(what string, first, now any) error {
		return c.broken(method, i, "%s %v at first, and %v %s: nothing may depend on the order of calls", what, first, now, when)
	}
	switch {
	case own.work != x.own.work:
		return differ("its work is", x.own.work, own.work)
	case own.nodes != x.own.nodes:
		return differ("the number of nodes is", x.own.nodes, own.nodes)
	case found != x.found:
		return differ("whether it is a solution is", x.found, found)
	case len(children) != int(x.children):
		return differ("the number of children is", x.children, len(children))
	}
	for k := range children {
		if by.print.print(children[k]) != c.nodes[x.first+int32(k)].print {
			return c.broken(method, i, "child %d is another element %s: nothing may depend on the order of calls", k, when)
		}
	}
	return nil
}

// survey compares Survey with Expand, Level and Subtree.
func (c *treeCheck[E]) survey(i int32) error {
	tree, ok := c.tree.(Surveyor[E])
	if !ok {
		return nil
	}
	x := &c.nodes[i]
	c.calling(callSurvey, i)
	children, about, work, nodes, found := tree.Survey(x.e, nil, nil)
	c.called()
	if err := c.same(&c.caller, callSurvey, i, children, totals{work, nodes, 1}, found, "by Survey"); err != nil {
		return err
	}
	if len(about) != len(children) {
		return c.broken(callSurvey, i, "it tells of %d children, and returns %d", len(about), len(children))
	}
	for k, is := range about {
		child := &c.nodes[x.first+int32(k)]
		if want := [3]int64{int64(child.level), child.subtree.work, child.subtree.nodes}; is != want {
			return c.broken(callSurvey, i, "it says %v of child %d, and Level and Subtree say %v", is, k, want)
		}
	}
	return nil
}

// mostTogether is the number of nodes for which each goroutine calls the tree.
const mostTogether = 2000

// together makes the calls from several goroutines at once.
func (c *treeCheck[E]) together() error {
	if c.sample.Goroutines == 1 {
		return nil
	}
	errs := make([]error, c.sample.Goroutines)
	when := fmt.Sprintf("when %d goroutines call at once", c.sample.Goroutines)
	var all sync.WaitGroup
	for g := range errs {
		order := slices.Clone(c.expanded)
		random := rand.New(rand.NewPCG(c.sample.Seed, uint64(2+g)))
		random.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
		all.Go(func() { errs[g] = c.alone(order[:min(len(order), mostTogether)], when) })
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// alone is what one of the goroutines does.
func (c *treeCheck[E]) alone(order []int32, when string) (err error) {
	by := caller{print: c.newPrinter()}
	defer c.catch(&by, &err)
	var dst []E
	for _, i := range order {
		if c.ctx.Err() != nil {
			return context.Cause(c.ctx)
		}
		if dst, err = c.repeat(&by, i, dst, when); err != nil {
			return err
		}
	}
	return nil
}
