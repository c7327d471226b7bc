package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"transat/balance"
)

// PromiseError says that a method of a problem does not keep its promise.
type PromiseError struct {
	Problem, Method, Node, Reason string
}

// Error says it in a line.
func (e *PromiseError) Error() string {
	return fmt.Sprintf("search: %s of %s, at the node %s: %s", e.Method, e.Problem, e.Node, e.Reason)
}

// Check looks on a sample of a problem whether it keeps the promises of [Problem] and of the other interfaces: children are the same
// whenever and wherever they are asked for, nodes share no memory, no value exceeds a bound above it, ChildrenAbove leaves out what it
// may, Finish counts what there is, and nodes come back from bytes as they were. The error is a *[balance.TreeError] or a *[PromiseError]
// that names the method and the node. Nil says that the sample is in order, and no more.
func Check[E any](ctx context.Context, p Problem[E], sample balance.TreeSample) error {
	if err := balance.CheckTree(ctx, Tree(p, false), sample); err != nil {
		return ofProblem(err, p)
	}
	c := checker[E]{methods: methodsOf(p), left: sample.Nodes}
	if c.left <= 0 {
		c.left = 10_000
	}
	c.visit(p.Root(), nil, 0)
	return c.err
}

// ofProblem names the problem and its method in an error of its Tree.
func ofProblem(err error, problem any) error {
	var wrong *balance.TreeError
	if !errors.As(err, &wrong) {
		return err
	}
	named := *wrong
	named.Tree = fmt.Sprintf("%T", problem)
	if named.Method == "Expand" || named.Method == "Finish" {
		named.Method = "Children"
	}
	return &named
}

// mostCounted is the number of nodes of a subtree that is counted to check Finish.
const mostCounted = 1000

type checker[E any] struct {
	methods[E]
	left int // nodes to look at
	err  error
}

// visit looks at a node, below nodes of those bounds.
func (c *checker[E]) visit(e E, bounds []int64, depth int) {
	if c.err != nil || c.left <= 0 || depth > 10_000 {
		return
	}
	c.left--
	if c.bounder != nil {
		bounds = append(bounds, c.bounder.Bound(e))
	}
	if c.valuer != nil {
		if v, ok := c.valuer.Value(e); ok {
			for above, bound := range bounds {
				if v > bound {
					c.refuse("Bound", e, "its value is %d, and the bound %d levels above it is %d", v, len(bounds)-1-above, bound)
				}
			}
			if v == NoValue {
				c.refuse("Value", e, "it is NoValue, which is less than all values")
			}
		}
	}
	children := c.Children(e, nil)
	if c.lister != nil && c.bounder != nil && len(children) > 0 {
		best := c.bounder.Bound(children[len(children)/2])
		c.checkLister(e, best, children)
	}
	c.checkFinish(e)
	c.checkCoder(e)
	for _, child := range children {
		c.visit(child, bounds, depth+1)
	}
}

func (c *checker[E]) checkLister(e E, best int64, children []E) {
	want := 0
	for _, child := range children {
		if c.bounder.Bound(child) > best {
			want++
		}
	}
	if got := len(c.lister.ChildrenAbove(e, best, nil)); got != want {
		c.refuse("ChildrenAbove", e, "%d children above %d, and %d of Children have such a bound", got, best, want)
	}
}

// checkFinish counts a subtree, if it is small.
func (c *checker[E]) checkFinish(e E) {
	if c.finisher == nil && c.best == nil {
		return
	}
	var solutions, nodes int64
	largest := int64(NoValue)
	for open := []E{e}; len(open) > 0 && nodes <= mostCounted; {
		x := open[len(open)-1]
		open = open[:len(open)-1]
		nodes++
		if c.tester != nil && c.tester.Solution(x) {
			solutions++
		}
		if c.valuer != nil {
			if v, ok := c.valuer.Value(x); ok {
				largest = max(largest, v)
			}
		}
		open = c.Children(x, open)
	}
	if nodes > mostCounted {
		return
	}
	if c.finisher != nil {
		// Of a problem with solutions, Finish may stop at the first one, as Find does.
		got, visited := c.finisher.Finish(e, mostCounted)
		if visited <= mostCounted && (got > 0) != (solutions > 0) {
			c.refuse("Finish", e, "it tells %d solutions in %d nodes, and there are %d in %d", got, visited, solutions, nodes)
		}
	}
	if c.best != nil {
		if got, visited := c.best.FinishAbove(e, NoValue, mostCounted); visited <= mostCounted && got != largest {
			c.refuse("FinishAbove", e, "it tells the value %d in %d nodes, and the largest is %d", got, visited, largest)
		}
	}
}

func (c *checker[E]) checkCoder(e E) {
	if c.coder == nil {
		return
	}
	text := c.coder.AppendNode(nil, e)
	back, err := c.coder.ParseNode(bytes.Clone(text))
	if err != nil {
		c.refuse("ParseNode", e, "%v", err)
		return
	}
	if !bytes.Equal(c.coder.AppendNode(nil, back), text) {
		c.refuse("ParseNode", e, "the node that comes back has other bytes")
	}
}

func (c *checker[E]) refuse(method string, e E, format string, args ...any) {
	if c.err == nil {
		c.err = &PromiseError{fmt.Sprintf("%T", c.Problem), method, nodeText(e), fmt.Sprintf(format, args...)}
	}
}
