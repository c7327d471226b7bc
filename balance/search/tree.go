package search

import (
	"context"
	"fmt"
	"io"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/tasktree"
)

// Node is an element of a [Tree]: a node of the problem, and how deep it lies.
type Node[E any] struct {
	E     E
	Depth int
}

// Tree returns a problem as a tree for machines: its nodes are elements, which cost what the problem says. It does not prune. If first, a
// search of it ends at the first solution, as Find does.
func Tree[E any](p Problem[E], first bool) balance.Tree[Node[E]] {
	t := tree[E]{methodsOf(p), first}
	if t.loader != nil {
		return loadedTree[E]{t}
	}
	return t
}

type tree[E any] struct {
	methods[E]
	first bool
}

// Root implements balance.Tree.
func (t tree[E]) Root() Node[E] { return Node[E]{E: t.Problem.Root()} }

// Level implements balance.Tree.
func (t tree[E]) Level(n Node[E]) int { return n.Depth }

// Expand implements balance.Tree.
func (t tree[E]) Expand(n Node[E], dst []Node[E]) (children []Node[E], work, nodes int64, found bool) {
	work = t.cost(n.E)
	if t.first && t.tester != nil && t.tester.Solution(n.E) {
		return dst, work, 1, true
	}
	for _, e := range t.Children(n.E, nil) {
		dst = append(dst, Node[E]{e, n.Depth + 1})
	}
	return dst, work, 1, false
}

// Finish implements balance.Tree.
func (t tree[E]) Finish(n Node[E]) (work, nodes int64, found bool) {
	var children []Node[E]
	for open := []Node[E]{n}; len(open) > 0 && !found; {
		last := len(open) - 1
		x := open[last]
		open = open[:last]
		var w int64
		children, w, _, found = t.Expand(x, children[:0])
		work, nodes = work+w, nodes+1
		for i := len(children) - 1; i >= 0; i-- {
			open = append(open, children[i])
		}
	}
	return work, nodes, found
}

// Subtree implements balance.Tree: nothing is known beforehand.
func (t tree[E]) Subtree(Node[E]) (work, nodes, elements int64) { return 0, 0, 0 }

// loadedTree is a tree that is a balance.Loader.
type loadedTree[E any] struct{ tree[E] }

// Load implements balance.Loader.
func (t loadedTree[E]) Load(n Node[E]) float64 { return t.loader.Load(n.E) }

// Recording says how [Record] searches.
type Recording struct {
	// Unit names that of costs; "" stands for nodes if the problem is no [Coster].
	Unit string
	// First ends the search at the first solution, as Find does.
	First bool
	// Most is the largest number of nodes; 0 is 100 million.
	Most int64
}

// mostRecorded is the number of nodes that Record keeps if nothing else is said: two gigabytes.
const mostRecorded = 100_000_000

// Record searches a problem with one processor, and returns the tree that it went through, for files and for [compare.Policies]. If
// the problem is a [Valuer] and a [Bounder], what its bounds leave out is not there, and the tree is marked as pruned, since another order
// of search would have another one. The error is a *[tasktree.LimitError] if there are too many nodes.
func Record[E any](ctx context.Context, p Problem[E], o Recording) (*tasktree.Tree, error) {
	m := methodsOf(p)
	if o.Unit == "" && m.coster == nil {
		o.Unit = "nodes"
	}
	if o.Most <= 0 {
		o.Most = mostRecorded
	}
	type open struct {
		e      E
		parent int
	}
	pruned := m.valuer != nil && m.bounder != nil
	b := tasktree.NewBuilder(tasktree.Meta{Unit: o.Unit, Pruned: pruned, First: o.First})
	best, nodes, children := int64(NoValue), int64(0), []E(nil)
	for stack := []open{{p.Root(), -1}}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if pruned && m.bounder.Bound(x.e) <= best {
			continue
		}
		if nodes == o.Most {
			return nil, &tasktree.LimitError{Most: o.Most}
		}
		if nodes++; nodes%1024 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		solution := m.valuer == nil && m.tester != nil && m.tester.Solution(x.e)
		if m.valuer != nil {
			if v, ok := m.valuer.Value(x.e); ok && v > best {
				best, solution = v, true
			}
		}
		number, err := b.AddChild(x.parent, m.cost(x.e), solution)
		if err != nil {
			return nil, err
		}
		if solution && o.First {
			break
		}
		children = p.Children(x.e, children[:0])
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, open{children[i], number})
		}
	}
	return b.Tree()
}

// Compare simulates the search of a problem under several policies, as `transat compare` does for a formula, and writes the table. The tree
// is that of [Record].
func Compare[E any](ctx context.Context, p Problem[E], r Recording, o compare.Options, w io.Writer) error {
	recorded, err := Record(ctx, p, r)
	if err != nil {
		return err
	}
	table, err := compare.Policies(ctx, recorded, o)
	if err != nil {
		return err
	}
	if err := table.Write(w); err != nil {
		return err
	}
	if recorded.Pruned() {
		_, err = fmt.Fprintln(w, "the tree was pruned: its shape came from one order of search")
	}
	return err
}
