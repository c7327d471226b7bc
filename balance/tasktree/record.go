package tasktree

import (
	"fmt"

	"transat/balance"
)

// Counted is the unit of works that are counted as those of formulas are: a machine turns them into times.
const Counted = "units of work"

// Record keeps a tree in memory: all of its elements, with their work, as far as the first solution of each. A search of the recorded
// tree ends at a solution if there is one. Works are [Counted], loads and levels stay; elements that stand for several nodes become
// single ones. The error is a *[SizeError] if there are more than most elements; 0 is no limit but the form's.
func Record[E any](tree balance.Tree[E], most int64) (*Tree, error) {
	if t, ok := any(tree).(*Tree); ok && (most == 0 || t.Nodes() <= most) {
		return t, nil
	}
	type open struct {
		e      E
		parent int
	}
	b := NewBuilder(Meta{Unit: Counted})
	loads, hasLoads := tree.(balance.Loader[E])
	stack, children := []open{{tree.Root(), -1}}, []E(nil)
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if most > 0 && int64(b.nodes.n) >= most {
			return nil, &SizeError{most}
		}
		var work int64
		var found bool
		children, work, _, found = tree.Expand(x.e, children[:0])
		number, err := b.AddChild(x.parent, work, found)
		if err != nil {
			return nil, err
		}
		b.meta.First = b.meta.First || found
		b.levels.add(uint32(tree.Level(x.e)))
		if hasLoads {
			b.loads.add(loads.Load(x.e))
			b.loaded++
		}
		for i := len(children) - 1; i >= 0; i-- { // the first child is expanded next
			stack = append(stack, open{children[i], number})
		}
	}
	return b.Tree()
}

// SizeError says that a tree has too many elements to be recorded.
type SizeError struct{ Most int64 }

// Error names the limit.
func (e *SizeError) Error() string { return fmt.Sprintf("the tree has more than %d elements", e.Most) }
