package search

import (
	"context"
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

// Tree returns a problem as a tree for machines: its nodes are elements, which cost what the problem says. If first, a search of it ends
// at the first solution, as Find does. If the problem is a [Valuer] and a [Bounder], it is a [balance.Bounded]: a machine prunes, and each
// of its processors by the best value that it has heard of. If it is a [Loader], it is a [balance.Loader].
func Tree[E any](p Problem[E], first bool) balance.Tree[Node[E]] {
	t := tree[E]{methodsOf(p), first}
	switch bounded := t.valuer != nil && t.bounder != nil; {
	case bounded && t.loader != nil:
		return struct {
			loadedTree[E]
			bounds[E]
		}{loadedTree[E]{t}, bounds[E]{t.methods}}
	case bounded:
		return struct {
			tree[E]
			bounds[E]
		}{t, bounds[E]{t.methods}}
	case t.loader != nil:
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

// bounds has the methods of a balance.Bounded.
type bounds[E any] struct{ of methods[E] }

// Bound implements balance.Bounded.
func (b bounds[E]) Bound(n Node[E]) int64 { return b.of.bounder.Bound(n.E) }

// Value implements balance.Bounded.
func (b bounds[E]) Value(n Node[E]) (v int64, ok bool) { return b.of.valuer.Value(n.E) }

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

// Compare simulates the search of a problem under several policies, as `transat compare` does for a formula, and writes the table. If the
// problem is a [Valuer] and a [Bounder], each run prunes by what its processors have heard; otherwise the tree is that of [Record].
func Compare[E any](ctx context.Context, p Problem[E], r Recording, o compare.Options, w io.Writer) error {
	table, err := compared(ctx, p, r, o)
	if err != nil {
		return err
	}
	return table.Write(w)
}

func compared[E any](ctx context.Context, p Problem[E], r Recording, o compare.Options) (compare.Table, error) {
	if bounded, ok := Tree(p, r.First).(balance.Bounded[Node[E]]); ok {
		return compare.Policies(ctx, balance.Tree[Node[E]](bounded), o)
	}
	recorded, err := Record(ctx, p, r)
	if err != nil {
		return compare.Table{}, err
	}
	return compare.Policies(ctx, recorded, o)
}
