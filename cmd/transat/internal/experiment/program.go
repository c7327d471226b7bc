package experiment

import (
	"context"

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

// SmallTasks is the tree of tasks of an input, with at most that many elements, and its workload; nil if the input has a formula.
func SmallTasks(ctx context.Context, f input.Formula, most int64) (*tasktree.Tree, Workload, error) {
	if own, ok := f.Program.(program); ok {
		t, err := own.record(most)
		return t, own.workload(f.Name), err
	}
	t, err := f.Tasks(ctx)
	switch {
	case t == nil || err != nil:
		return nil, Workload{}, err
	case t.Nodes() > most:
		return nil, Workload{}, &tasktree.SizeError{Most: most}
	}
	return t, OfTasks(f.Name, t), nil
}

// program is a tree of whatever type, as input.Formula has it.
type program interface {
	workload(name string) Workload
	record(most int64) (*tasktree.Tree, error)
}

type programTree[E any] struct{ tree balance.Tree[E] }

func (p programTree[E]) record(most int64) (*tasktree.Tree, error) { return tasktree.Record(p.tree, most) }

func (p programTree[E]) workload(name string) Workload { return Of(name, p.tree, nil) }
