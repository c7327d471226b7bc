// Package tree records search trees, so that any number of simulated processors can replay them, and stores them in
// files.
//
// [Record] searches the tree of a formula and returns it as a [Tree]; a [Cache] is a folder of recorded trees. To read
// the source, begin with record.go (the encoding of an element), then record_parts.go (threads), build.go (from the
// encoding to a tree), and file.go (the format of files).
package tree

import "transat/solver/dpll"

// Tree is a recorded search tree. It answers every question about a node in constant time (but Finish, if there is a
// model below, in time linear in the depth). It is read only, so any number of goroutines may use it. The methods of a
// nil Tree must not be called.
//
// Its load elements are nodes and frozen subtrees (see frozen.go of package dpll); a frozen subtree is one leaf. They
// lie in preorder: the first child of element i is i+1, and the second follows the first one's subtree. The work of an
// inner node is that of its subtree less that of its children's subtrees.
//
//	    0           element   0  1  2  3  4
//	  ┌─┴─┐         end       5  4  3  4  5
//	  1   4         work     20  8  3  2  3    of the subtree; of node 0 itself: 20 − 8 − 3
//	┌─┴─┐           before    0  1  2  3  9 10 the number of nodes before it: 3 stands for 6
//	2   3
//
// In memory an element takes 8 bytes (see entry.go), and 8 more for the numbers of nodes if some element is a frozen
// subtree. A second child is far from its parent in memory, and reading it takes longer than anything else. So the
// parent has its level and, through the parent's own work, the work of its subtree (see [Tree.Survey]). Both children have the same
// level.
type Tree struct {
	identity
	elements []uint64   // entries
	large    []nodeData // of the elements whose data do not fit into an entry
	before   []int64    // number of nodes before each element, and of all at the end; nil if every element is one node
	models   int64
	longest  uint64 // see CriticalPath, also for depth
	depth    int64
}

// Node is a load element of a recorded tree: its position in preorder.
type Node uint32

// identity says whose tree it is.
type identity struct {
	hash [32]byte // of the formula
	rule string   // name of the branching rule
}

// Root returns the root.
func (t *Tree) Root() Node { return 0 }

// Expand appends the children of n to dst, if it has any: first the one in which the literal of the branching rule is
// true. It returns the extended slice, the work of n itself, the number of nodes, and whether n is a model. The number
// is 1, or for a frozen subtree the number that Finish visits.
func (t *Tree) Expand(n Node, dst []Node) (children []Node, work, nodes int64, found bool) {
	x := t.at(n)
	if x.kind != dpll.Inner {
		return dst, int64(x.work), t.count(n, n+1), x.solvable
	}
	return append(dst, n+1, t.end(n+1)), int64(x.own), 1, false
}

// Survey is Expand that also appends to known, for each child, its level, and the work and number of nodes of its
// subtree, as Level and Subtree return them. It reads the second child only if there may be a model below.
func (t *Tree) Survey(n Node, dst []Node, known [][3]int64) (children []Node, about [][3]int64, work, nodes int64, found bool) {
	x := t.at(n)
	if x.kind == dpll.Inner && !x.solvable {
		first := t.at(n + 1)
		return append(dst, n+1, first.end), append(known,
			[3]int64{int64(x.level + x.step), int64(first.work), t.count(n+1, first.end)},
			[3]int64{int64(x.level + x.step), int64(x.work - x.own - first.work), t.count(first.end, x.end)},
		), int64(x.own), 1, false
	}
	children, work, nodes, found = t.Expand(n, dst)
	for _, c := range children[len(dst):] {
		work, nodes, _ := t.Subtree(c)
		known = append(known, [3]int64{int64(t.Level(c)), work, nodes})
	}
	return children, known, work, nodes, found
}

// Packed returns the entry of each element, as entry.go describes it; or nil if some element is not one node. The slice
// must not be changed.
func (t *Tree) Packed() []uint64 {
	if t.before != nil {
		return nil
	}
	return t.elements
}

// count returns the number of nodes of the elements from, …, to-1.
func (t *Tree) count(from, to Node) int64 {
	if t.before == nil {
		return int64(to - from)
	}
	return t.before[to] - t.before[from]
}

// Finish returns the work and the number of the nodes in the subtree of n, n included, in depth-first order up to the
// first model, and whether there is one.
func (t *Tree) Finish(n Node) (work, nodes int64, found bool) {
	start, x := n, t.at(n)
	for x.solvable {
		if x.kind == dpll.ModelLeaf {
			return work + int64(x.work), t.count(start, n+1), true
		}
		work += int64(x.own)
		n++
		if x = t.at(n); !x.solvable {
			work += int64(x.work)
			n = x.end
			x = t.at(n)
		}
	}
	return work + int64(x.work), t.count(start, x.end), false
}

// Level returns the number of variables that are assigned when n is listed: those at its parent, and its own decision. Unit
// propagation comes when n is expanded, but at the root: there it is the number after propagation.
func (t *Tree) Level(n Node) int { return int(t.at(n).level) }

// Assigned returns the number of variables that are assigned at n after its propagation; of a frozen subtree, at its root.
func (t *Tree) Assigned(n Node) int {
	x := t.at(n)
	return int(x.level + x.step - 1)
}

// Subtree returns the work of the subtree of n, n included, and the numbers of its nodes and elements, or 0 if the
// subtree holds a model.
func (t *Tree) Subtree(n Node) (work, nodes, elements int64) {
	x := t.at(n)
	if x.solvable {
		return 0, 0, 0
	}
	return int64(x.work), t.count(n, x.end), int64(x.end - n)
}

// Number returns the position of n.
func (t *Tree) Number(n Node) uint32 { return uint32(n) }

// Behind returns the first position behind the subtree of n.
func (t *Tree) Behind(n Node) uint32 { return uint32(t.end(n)) }

// Nodes returns the number of nodes of all elements. In a frozen subtree, nodes after the first model do not count.
func (t *Tree) Nodes() int64 { return t.count(0, Node(len(t.elements))) }

// Elements returns the number of load elements; without frozen subtrees it is Nodes.
func (t *Tree) Elements() int64 { return int64(len(t.elements)) }

// Work returns the work of all elements.
func (t *Tree) Work() int64 { return int64(t.at(0).work) }

// Models returns the number of leaves that are models, or frozen subtrees with one.
func (t *Tree) Models() int64 { return t.models }

// Rule returns the name of the branching rule.
func (t *Tree) Rule() string { return t.rule }

// Hash returns the hash of the formula.
func (t *Tree) Hash() [32]byte { return t.hash }

// CriticalPath returns the largest sum of work on a path from the root to a leaf, and the number of
// nodes on that path: the least work that any number of processors must do one after the other.
func (t *Tree) CriticalPath() (work, nodes int64) { return int64(t.longest), t.depth }
