package experiment

import (
	"context"
	"fmt"

	"transat/balance"
	"transat/balance/tasktree"
	"transat/cmd/transat/internal/input"
)

// Trees that a program brings itself, under a name, where a formula is wanted.

// OfProgram is such a tree.
func OfProgram[E any](name string, tree balance.Tree[E]) input.Formula {
	if t, ok := any(tree).(*tasktree.Tree); ok {
		return input.GivenTasks(name, t)
	}
	p := programTree[E]{tree}
	f := input.LaterTasks(name, func() (*tasktree.Tree, error) { return p.record(mostElements) })
	f.Program = p
	return f
}

// mostElements is the size up to which a tree is recorded that does not know its size, in elements.
const mostElements = 100_000_000

// program is a tree of whatever type, as input.Formula has it.
type program interface {
	workload(ctx context.Context, name string) (Workload, error)
	record(most int64) (*tasktree.Tree, error)
	searcher(p *CoresPlan) Searcher
	hasBounds() bool
}

type programTree[E any] struct{ tree balance.Tree[E] }

func (p programTree[E]) hasBounds() bool {
	_, ok := p.tree.(balance.Bounded[E])
	return ok
}

func (p programTree[E]) record(most int64) (*tasktree.Tree, error) {
	if p.hasBounds() {
		return nil, input.ErrBounded
	}
	return tasktree.Record(p.tree, most)
}

func (p programTree[E]) searcher(plan *CoresPlan) Searcher { return running(plan, walked(p.tree)) }

// counted is a recorded tree whose work is counted as that of formulas is, and which has no unit of its own.
type counted struct{ *tasktree.Tree }

// workload runs the tree itself if it knows how large its subtrees are. Otherwise nobody could say how much of it is done, or how fast a
// machine can be at best, so it is recorded.
func (p programTree[E]) workload(ctx context.Context, name string) (Workload, error) {
	if bounded, ok := p.tree.(balance.Bounded[E]); ok {
		return OfBounded(ctx, name, bounded, nil, nil)
	}
	if work, _, _ := p.tree.Subtree(p.tree.Root()); work > 0 {
		return Of(name, p.tree, nil), nil
	}
	t, err := p.record(mostElements)
	if err != nil {
		return Workload{}, fmt.Errorf("%s: %w", name, err)
	}
	w := Of(name, balance.Tree[tasktree.Node](counted{t}), nil)
	w.Work, w.Nodes, w.Elements = t.Work(), t.Nodes(), t.Nodes() // also if a search ends at a solution
	w.CriticalPath = path(t.CriticalPath())
	if t.First() && t.Solutions() > 0 {
		work, nodes, _ := t.Finish(t.Root())
		w.First, w.Satisfiable = Path{work, nodes}, true
	}
	return w, nil
}

// SmallTasks is the tree of tasks of an input, with at most that many elements, and its workload; nil if the input has a formula.
func SmallTasks(ctx context.Context, f input.Formula, most int64) (*tasktree.Tree, Workload, error) {
	own, isOwn := f.Program.(program)
	if !isOwn {
		t, err := f.Tasks(ctx)
		switch {
		case t == nil || err != nil:
			return nil, Workload{}, err
		case t.Nodes() > most:
			return nil, Workload{}, &tasktree.SizeError{Most: most}
		}
		return t, OfTasks(f.Name, t), nil
	}
	t, err := own.record(most)
	if err != nil {
		return nil, Workload{}, err
	}
	w, err := own.workload(ctx, f.Name)
	return t, w, err
}
