package tree

import "transat/solver/dpll"

// freezer collects the nodes of a frozen subtree in preorder.
type freezer struct {
	level int // of the root
	work  int64
	nodes int64 // 0 if there is no subtree
	found bool  // a model; nodes after it do not count
}

// add counts the next node.
func (f *freezer) add(kind dpll.Kind, work int64) {
	if f.found {
		return
	}
	f.work += work
	f.nodes++
	f.found = kind == dpll.ModelLeaf
}

// kind returns the kind of the leaf that stands for the subtree.
func (f *freezer) kind() dpll.Kind {
	if f.found {
		return dpll.ModelLeaf
	}
	return dpll.ConflictLeaf
}
