package tree

import "transat/solver/dpll"

// frozenTotal adds up the nodes of a frozen subtree that is being recorded, in preorder.
type frozenTotal struct {
	level int // of the root
	work  int64
	nodes int64 // 0 if no subtree is under way
	found bool  // a model; nodes after it do not count
}

// add counts the next node.
func (f *frozenTotal) add(kind dpll.NodeKind, work int64) {
	if f.found {
		return
	}
	f.work += work
	f.nodes++
	f.found = kind == dpll.ModelLeaf
}

// kind is the kind of the leaf that stands for the subtree.
func (f *frozenTotal) kind() dpll.NodeKind {
	if f.found {
		return dpll.ModelLeaf
	}
	return dpll.ConflictLeaf
}
