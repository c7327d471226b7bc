package cube

import (
	"context"

	"transat/solver/cnf"
)

// Tree is the tree into which a splitter splits a formula, for searches outside this package. Only one goroutine may use it at a time.
type Tree struct{ split splitter }

// TreeNode is a node of a Tree. It is of use to that alone.
type TreeNode struct{ n node }

// NewTree returns the tree of f under a splitter, "" for RuleSplitter with its branching rule. If cubes are given, they are no nodes of a
// branching rule: then look-ahead splits those that are too hard. The error is that of dpll.NewLive, or the context's.
func NewTree(ctx context.Context, f *cnf.Formula, splitter, rule string, given bool) (*Tree, error) {
	t := &Tree{}
	var err error
	if (splitter == RuleSplitter || splitter == "") && !given {
		t.split, err = newRuled(ctx, f, rule)
	} else {
		t.split, err = newLooking(ctx, f)
	}
	return t, err
}

// Derived returns clauses that are searched besides those of the formula: a proof begins with them.
func (t *Tree) Derived() [][]cnf.Lit { return t.split.derived() }

// Work returns what look-ahead has done so far, for a Grain.
func (t *Tree) Work() int64 { return t.split.work() }

// At returns the node to which decisions lead. The error says that they are not those of a branching rule.
func (t *Tree) At(decisions []cnf.Lit) (TreeNode, error) {
	n, err := t.split.at(decisions)
	return TreeNode{n}, err
}

// Expand appends the children of a node to dst, or returns a model if it is one. Failed are literals that hold at the node: propagation
// refutes the complement of each after those before it, and the children rest on them. Branch, if not 0, is what to split on.
func (t *Tree) Expand(n TreeNode, branch cnf.Var, dst []TreeNode) (children []TreeNode, failed []cnf.Lit, model cnf.Model) {
	n.n.branch = branch
	all, model := t.split.expand(n.n, nil)
	for _, c := range all {
		dst = append(dst, TreeNode{c})
	}
	return dst, t.split.failed(), model
}

// Path returns the decisions that lead to the node.
func (n TreeNode) Path() []cnf.Lit { return n.n.path }

// Assigned returns how many variables are assigned there.
func (n TreeNode) Assigned() int { return n.n.assigned }

// Conflict reports whether propagation refutes it.
func (n TreeNode) Conflict() bool { return n.n.conflict }

// Alone reports whether it rests on its decisions alone, and not on literals that failed above it.
func (n TreeNode) Alone() bool { return len(n.n.steps) <= len(n.n.path) }
