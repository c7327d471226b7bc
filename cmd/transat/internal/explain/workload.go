package explain

import (
	"context"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
)

// Workload is a tree that setups can run on.
type Workload struct {
	Name  string
	Nodes int64
	level int // of the root
	run   func(ctx context.Context, s compare.Setup, limit balance.Ticks) (sim.Result, error)
	// part returns the part of the tree below a node, with that many nodes or fewer, but not many fewer; ok is false if
	// the tree does not know how many nodes lie where.
	part func(nodes int64) (w Workload, ok bool)
}

// Of makes a workload of a tree with that many nodes. Adapt, if not nil, makes of a setup the one for trees of this
// kind, whose elements may have another size in messages.
func Of[E any](name string, tree balance.Tree[E], nodes int64, adapt func(compare.Setup) compare.Setup) Workload {
	return Workload{
		Name: name, Nodes: nodes, level: tree.Level(tree.Root()),
		run: func(ctx context.Context, s compare.Setup, limit balance.Ticks) (sim.Result, error) {
			if adapt != nil {
				s = adapt(s)
			}
			if limit == 0 {
				work, all, _ := tree.Subtree(tree.Root())
				limit = s.Limit(work, all)
			}
			return compare.Simulate(ctx, s, tree, compare.Watch{Limit: limit})
		},
		part: func(most int64) (Workload, bool) {
			root, nodes, ok := below(tree, most)
			return Of(name, balance.Tree[E](branch[E]{tree, root}), nodes, adapt), ok
		},
	}
}

// branch is the part of a tree below a node.
type branch[E any] struct {
	balance.Tree[E]
	root E
}

// Root implements balance.Tree.
func (b branch[E]) Root() E { return b.root }

// below goes down from the root, always to the child with the most nodes, to the first node that has at most that many.
func below[E any](tree balance.Tree[E], most int64) (root E, nodes int64, ok bool) {
	root = tree.Root()
	_, nodes, _ = tree.Subtree(root)
	for nodes > most {
		children, _, _, _ := tree.Expand(root, nil)
		largest := int64(0)
		for _, c := range children {
			if _, n, _ := tree.Subtree(c); n > largest {
				root, largest = c, n
			}
		}
		if largest == 0 {
			return root, 0, false
		}
		nodes = largest
	}
	return root, nodes, nodes > 0
}
