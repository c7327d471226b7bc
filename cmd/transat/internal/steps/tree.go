package steps

import (
	"context"
	"fmt"
	"iter"

	"transat/balance/tasktree"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/tree"
)

// Tree is a search tree with all its nodes in memory. It is read only.
type Tree struct {
	Nodes []Node
	// Clauses are those that are searched: the formula's, and those that the branching rule adds. It is nil for a tree that is no
	// formula's.
	Clauses [][]cnf.Lit
	run     runner
	name    func(node int) string // what a node is called elsewhere, or ""; nil if it has no name
}

// Node is a load element of the tree: one node of the search, or a frozen subtree, which stands for several.
type Node struct {
	Parent      int32 // -1 at the root
	First, Last int32 // of the children, 0 if there are none; the next one begins where the subtree of one ends
	Depth       int32
	Level       int32 // for the load estimate: see tree.Tree.Level
	Assigned    int32 // variables assigned after propagation
	Kind        NodeKind
	Decision    cnf.Lit // what leads here from Parent; 0 at the root, and in trees without a formula
	Work, Count int64   // of the element itself: its work, and how many nodes it is
	Below, Size int64   // of the whole subtree: its work, and its nodes
	End         int32   // the first element behind the subtree
}

// NodeKind tells inner nodes from the kinds of leaves.
type NodeKind uint8

// The kinds of nodes.
const (
	Inner NodeKind = iota
	Conflict
	Model
	Frozen   // a frozen subtree: several nodes, one of which may be a model
	Leaf     // of a tree of tasks
	Solution // likewise, a task that is a solution, with or without children
	Above    // likewise, the root above several roots, which is no task
)

// String is the kind in a word.
func (k NodeKind) String() string {
	return [...]string{"inner", "conflict", "model", "frozen", "leaf", "solution", "above"}[k]
}

// SizeError is the error for a tree that is too large to be kept node by node.
type SizeError struct{ Elements, Most int64 }

// Error names the limit.
func (e *SizeError) Error() string {
	return fmt.Sprintf(
		"the search tree has %d nodes: too many to look at one by one, at most %d are allowed; take a smaller one", e.Elements, e.Most)
}

// Grow makes the nodes of a recorded tree, of which there may be most. The formula must be the one that was recorded, or nil for a
// tree without one; the nodes then have no decisions. The error is a *[SizeError], the context's, or that of package solver.
func Grow(ctx context.Context, recorded *tree.Tree, formula *cnf.Formula, most int64) (*Tree, error) {
	if n := recorded.Elements(); n > most {
		return nil, &SizeError{n, most}
	}
	t := &Tree{Nodes: make([]Node, recorded.Elements()), run: runnerOf(recorded)}
	g := grower{tree: t, recorded: recorded}
	if formula != nil {
		live, err := dpll.NewLive(ctx, formula, dpll.LiveOptions{Rule: recorded.Rule()})
		if err != nil {
			return nil, err
		}
		g.live = live
		t.Clauses = clausesOf(formula, live)
	}
	return t, g.grow(ctx)
}

// Tasks makes the nodes of a tree of tasks, of which there may be most. The error is a *[SizeError].
func Tasks(tasks *tasktree.Tree, most int64) (*Tree, error) {
	if n := tasks.Nodes(); n > most {
		return nil, &SizeError{n, most}
	}
	end := tasks.Behind(tasks.Root())
	t := &Tree{Nodes: make([]Node, end), run: runnerOf(tasks)}
	t.name = func(node int) string { return tasks.ID(tasktree.Node(node)) }
	t.Nodes[0].Parent = -1
	var children []tasktree.Node
	for i := range tasktree.Node(end) {
		n := &t.Nodes[i]
		n.Level, n.Assigned = int32(tasks.Level(i)), int32(tasks.Level(i))
		children, n.Work, n.Count, _ = tasks.Expand(i, children[:0])
		switch {
		case i == 0 && int64(end) > tasks.Nodes():
			n.Kind = Above
		case tasks.IsSolution(i):
			n.Kind = Solution
		case len(children) == 0:
			n.Kind = Leaf
		}
		for _, c := range children {
			t.Nodes[c].Parent, t.Nodes[c].Depth = int32(i), n.Depth+1
		}
		if len(children) > 0 {
			n.First, n.Last = int32(children[0]), int32(children[len(children)-1])
		}
	}
	t.sum()
	return t, nil
}

// Clauses returns the clauses that a rule searches, as Tree.Clauses has them. The error is that of dpll.NewLive.
func Clauses(ctx context.Context, formula *cnf.Formula, rule string) ([][]cnf.Lit, error) {
	live, err := dpll.NewLive(ctx, formula, dpll.LiveOptions{Rule: rule})
	if err != nil {
		return nil, err
	}
	return clausesOf(formula, live), nil
}

func clausesOf(formula *cnf.Formula, live *dpll.Live) [][]cnf.Lit {
	var clauses [][]cnf.Lit
	for i := range formula.Len() {
		clauses = append(clauses, formula.Clause(i))
	}
	return append(clauses, live.Derived()...)
}

// grower walks a recorded tree and the live one of its formula side by side: the first knows the subtrees, the second the
// decisions.
type grower struct {
	tree     *Tree
	recorded *tree.Tree
	live     *dpll.Live // nil without a formula
	children []tree.Node
	pair     []dpll.Subproblem
}

// open is a node that is still to be visited.
type open struct {
	node   tree.Node
	at     dpll.Subproblem
	parent int32
	depth  int32
}

// grow visits all nodes, depth first.
func (g *grower) grow(ctx context.Context) error {
	stack := []open{{parent: -1}}
	if g.live != nil {
		stack[0].at = g.live.Root()
	}
	for step := 0; len(stack) > 0; step++ {
		if step%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		children := g.visit(x)
		for i := len(children) - 1; i >= 0; i-- { // the first child is visited next
			y := open{node: children[i], parent: int32(x.node), depth: x.depth + 1}
			if g.live != nil {
				y.at = g.pair[i]
			}
			stack = append(stack, y)
		}
	}
	g.tree.sum()
	return nil
}

// visit fills in a node, and returns its children.
func (g *grower) visit(x open) []tree.Node {
	t := g.recorded
	children, work, count, found := t.Expand(x.node, g.children[:0])
	g.children = children
	n := &g.tree.Nodes[x.node]
	*n = Node{
		Parent: x.parent, Depth: x.depth, Level: int32(t.Level(x.node)), Assigned: int32(t.Assigned(x.node)), Work: work, Count: count,
	}
	switch {
	case len(children) > 0:
		n.First, n.Last = int32(children[0]), int32(children[1])
	case count > 1:
		n.Kind = Frozen
	case found:
		n.Kind = Model
	default:
		n.Kind = Conflict
	}
	if g.live == nil {
		return children
	}
	if decisions := x.at.Decisions(); len(decisions) > 0 {
		n.Decision = decisions[len(decisions)-1]
	}
	if n.Kind == Inner {
		g.pair, _, _, _ = g.live.Expand(x.at, g.pair[:0])
	}
	return children
}

// sum adds up the subtrees, from the leaves to the root.
func (t *Tree) sum() {
	nodes := t.Nodes
	for i := len(nodes) - 1; i >= 0; i-- {
		n := &nodes[i]
		n.Below += n.Work
		n.Size += n.Count
		n.End = max(n.End, int32(i)+1)
		if n.Parent >= 0 {
			up := &nodes[n.Parent]
			up.Below += n.Below
			up.Size += n.Size
			up.End = max(up.End, n.End)
		}
	}
}

// children are the children of a node, in order.
func (t *Tree) children(up *Node) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for at := up.First; at != 0 && at <= up.Last && yield(at); at = t.Nodes[at].End {
		}
	}
}

// Path returns the nodes from the root to a node, both included.
func (t *Tree) Path(node int) []int {
	path := make([]int, t.Nodes[node].Depth+1)
	for i, at := len(path)-1, int32(node); i >= 0; i-- {
		path[i] = int(at)
		at = t.Nodes[at].Parent
	}
	return path
}

// Decisions returns the decisions that lead to a node, from the root down.
func (t *Tree) Decisions(node int) []cnf.Lit {
	var decisions []cnf.Lit
	for _, at := range t.Path(node)[1:] {
		decisions = append(decisions, t.Nodes[at].Decision)
	}
	return decisions
}
