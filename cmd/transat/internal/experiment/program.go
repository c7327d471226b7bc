package experiment

import (
	"transat/balance"
	"transat/balance/tasktree"
	"transat/cmd/transat/internal/input"
)

// OfProgram is a search tree that a program brings itself, under a name, where a formula is wanted. Where every node has to be in memory,
// as for a walk, it is recorded.
func OfProgram[E any](name string, tree balance.Tree[E]) input.Formula {
	f := input.LaterTasks(name, func() (*tasktree.Tree, error) { return tasktree.Record(tree, 0) })
	f.Program = programTree[E]{tree}
	return f
}

// program is a tree of whatever type, as input.Formula has it.
type program interface{ workload(name string) Workload }

type programTree[E any] struct{ tree balance.Tree[E] }

func (p programTree[E]) workload(name string) Workload { return Of(name, p.tree, nil) }
