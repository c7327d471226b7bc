package steps

import (
	"transat/balance"
	"transat/balance/foreign"
	"transat/balance/tasktree"
)

// GrowTasks makes the nodes of a tree of tasks, of which there may be most, as [Grow] does of the tree of a formula. The error is a
// *[SizeError].
func GrowTasks(tasks *tasktree.Tree, most int64) (*Tree, error) {
	if n := tasks.Nodes(); n > most {
		return nil, &SizeError{n, most}
	}
	t := &Tree{run: running[tasktree.Node](tasks), Virtual: tasks.Roots() > 1}
	type open struct {
		node   tasktree.Node
		parent int32
	}
	for stack := []open{{0, -1}}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		children, work, count, _ := tasks.Expand(x.node, nil)
		n := Node{
			Parent: x.parent, Level: int32(tasks.Level(x.node)), Name: foreign.Text(tasks.ID(x.node)), Work: work, Count: count,
		}
		n.Depth = n.Level
		switch {
		case tasks.IsSolution(x.node):
			n.Kind = Solution
		case len(children) == 0:
			n.Kind = Leaf
		}
		t.Nodes = append(t.Nodes, n)
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, open{children[i], int32(x.node)})
		}
	}
	t.sum()
	if root := tasks.Load(0); root > 0 {
		t.load = func(node int) float64 { return min(tasks.Load(tasktree.Node(node))/root, balance.MostLoad) }
	}
	return t, nil
}

// solution is what a search that ends early has found.
func (t *Tree) solution() string {
	for i := range t.Nodes {
		if t.Nodes[i].Kind == Solution {
			return "a solution"
		}
	}
	return "a model"
}
