// Package tree records search trees, so that they can be replayed by any number of processors, and keeps them in files.
//
// [Record] searches a tree and makes a [Tree] of it, [Cache] is a folder of them. record.go says how an element is written, record_parts.go
// how several threads record one tree, build.go how a tree is put together, and file.go what a file looks like.
package tree

import (
	"iter"
	"math"

	"transat/solver/dpll"
)

// Tree is a recorded search tree. It answers every question about a node in constant time (Finish, if
// there is a model below: linear in the depth), and it is read only, so any number of goroutines may
// use it. A nil Tree has no nodes and no use.
//
// What it consists of are load elements: nodes, and frozen subtrees (see frozen.go), each of which is one leaf. They lie in
// preorder: the first child of element i is i+1, and the second begins where the first one's subtree ends. The work of an
// inner node is what its subtree has more than those of its children.
//
//	    0           element   0  1  2  3  4
//	  ┌─┴─┐         end       5  4  3  4  5
//	  1   4         work     20  8  3  2  3    of the subtree; of node 0 itself: 20 − 8 − 3
//	┌─┴─┐           before    0  1  2  3  9 10 the number of nodes before it: 3 stands for 6
//	2   3
//
// In memory an element takes 16 bytes, and 8 more for the numbers of nodes if they are not those of the elements. A second child
// is far from its parent, and to look at it takes longer than all else. So the parent knows what is asked of it: its level, and by
// the parent's own work that of its subtree (see [Tree.Survey]).
type Tree struct {
	identity
	elements []entry
	before   []int64 // and at the end that of all nodes; nil if every element is one node
	models   int64
	longest  uint64 // see CriticalPath, as is depth
	depth    int64
}

// Node is a load element of a recorded tree: its position in preorder.
type Node uint32

// identity says what a tree is the tree of.
type identity struct {
	hash [32]byte // of the formula
	rule string   // name of the branching rule
}

// entry is what the tree knows of an element.
type entry struct {
	works uint64 // that in the subtree << ownBits | the element's own if it is an inner node, or ownLarge if that is more
	end   Node   // the first element behind that subtree
	info  uint32 // level << infoLevel | step of the second child << infoStep | infoSolvable if the subtree holds a model | kind
}

const (
	ownBits  = 14
	ownLarge = 1<<ownBits - 1
	maxWork  = math.MaxUint64 >> ownBits // some weeks of a thousand cores

	infoKind     = 1<<2 - 1
	infoSolvable = 1 << 2
	infoStep     = 3
	maxStep      = 1<<6 - 1 // a larger one is not noted
	infoLevel    = 9

	maxElements = math.MaxUint32
	maxLevel    = math.MaxUint32 >> infoLevel
)

func (e *entry) kind() dpll.Kind { return dpll.Kind(e.info & infoKind) }

// work is that in the subtree of the element.
func (e *entry) work() uint64 { return e.works >> ownBits }

// step is how many levels the second child lies below an inner node; 0 if that is not noted.
func (e *entry) step() uint32 { return e.info >> infoStep & maxStep }

// Root returns the root.
func (t *Tree) Root() Node { return 0 }

// Expand appends the children of n to dst, if it has any: first that of the literal
// which the branching rule picks. It returns the extended slice, the work of n itself, how many nodes n is, and
// whether it is a model: 1, or if n is a frozen subtree, those that Finish visits.
func (t *Tree) Expand(n Node, dst []Node) (children []Node, work, nodes int64, found bool) {
	e := &t.elements[n]
	if e.kind() != dpll.Inner {
		return dst, int64(e.work()), t.count(n, n+1), e.kind() == dpll.ModelLeaf
	}
	first, second := t.children(n)
	return append(dst, first, second), t.ownWork(n), 1, false
}

// Survey is Expand that also appends, to known, what Level and Subtree say of each child: its level, and the work and
// the number of nodes in its subtree. It does not look at the second child if it can do without.
func (t *Tree) Survey(n Node, dst []Node, known [][3]int64) (children []Node, about [][3]int64, work, nodes int64, found bool) {
	e := &t.elements[n]
	if e.kind() != dpll.Inner {
		return dst, known, int64(e.work()), t.count(n, n+1), e.kind() == dpll.ModelLeaf
	}
	first, second := t.children(n)
	if own := e.works & ownLarge; own < ownLarge && e.step() > 0 && e.info&infoSolvable == 0 {
		below, level := &t.elements[first], e.info>>infoLevel
		return append(dst, first, second), append(known,
			[3]int64{int64(below.info >> infoLevel), int64(below.work()), t.count(first, second)},
			[3]int64{int64(level + e.step()), int64(e.work() - own - below.work()), t.count(second, e.end)},
		), int64(own), 1, false
	}
	return append(dst, first, second), append(known, t.about(first), t.about(second)), t.ownWork(n), 1, false
}

// Two is what Split says of an inner node: its children, its own work, and what lies in the subtree of each child.
type Two = struct {
	First, Second           Node
	Work                    int64
	FirstLevel, SecondLevel int32
	FirstWork, SecondWork   int64
	FirstNodes, SecondNodes uint32
}

// Split is Survey for an inner node with no model below, if that can be told without a look at its second child. For all others
// FirstNodes is 0.
func (t *Tree) Split(n Node) (two Two) {
	e := &t.elements[n]
	own, step := e.works&ownLarge, e.step()
	if own == ownLarge || step == 0 || e.info&(infoKind|infoSolvable) != uint32(dpll.Inner) {
		return two
	}
	below := &t.elements[n+1]
	two.First, two.Second = n+1, below.end
	two.Work = int64(own)
	two.FirstLevel, two.SecondLevel = int32(below.info>>infoLevel), int32(e.info>>infoLevel+step)
	two.FirstWork, two.SecondWork = int64(below.work()), int64(e.work()-own-below.work())
	two.FirstNodes, two.SecondNodes = uint32(t.count(two.First, two.Second)), uint32(t.count(two.Second, e.end))
	return two
}

// about is what Survey says of a child.
func (t *Tree) about(n Node) [3]int64 {
	work, nodes, _ := t.Subtree(n)
	return [3]int64{int64(t.Level(n)), work, nodes}
}

// children returns the children of an inner node.
func (t *Tree) children(n Node) (first, second Node) { return n + 1, t.elements[n+1].end }

// count returns the number of nodes of the elements from one up to another.
func (t *Tree) count(from, to Node) int64 {
	if t.before == nil {
		return int64(to - from)
	}
	return t.before[to] - t.before[from]
}

// ownWork returns the work of n without that of the nodes below it.
func (t *Tree) ownWork(n Node) int64 {
	e := &t.elements[n]
	if e.kind() != dpll.Inner {
		return int64(e.work())
	}
	if own := e.works & ownLarge; own < ownLarge {
		return int64(own)
	}
	first, second := t.children(n)
	return int64(e.work() - t.elements[first].work() - t.elements[second].work())
}

// Finish returns the work and the number of the nodes in the subtree of n, n included, in
// depth-first order up to the first model, and whether there is one.
func (t *Tree) Finish(n Node) (work, nodes int64, found bool) {
	start := n
	for t.elements[n].info&infoSolvable != 0 {
		work += t.ownWork(n)
		if t.elements[n].kind() == dpll.ModelLeaf {
			return work, t.count(start, n+1), true
		}
		first, second := t.children(n)
		n = first
		if t.elements[first].info&infoSolvable == 0 {
			work += int64(t.elements[first].work())
			n = second
		}
	}
	return int64(t.elements[n].work()), t.count(n, t.elements[n].end), false
}

// Level returns the number of variables assigned at n, see the package comment.
func (t *Tree) Level(n Node) int { return int(t.elements[n].info >> infoLevel) }

// Subtree returns the work of the subtree of n, n included, and the numbers of its nodes and elements, or 0 if the
// subtree holds a model.
func (t *Tree) Subtree(n Node) (work, nodes, elements int64) {
	if t.elements[n].info&infoSolvable != 0 {
		return 0, 0, 0
	}
	end := t.elements[n].end
	return int64(t.elements[n].work()), t.count(n, end), int64(end - n)
}

// Nodes returns the number of nodes that all elements have together. In a frozen subtree, no search goes on behind the first
// model.
func (t *Tree) Nodes() int64 { return t.count(0, Node(len(t.elements))) }

// Elements returns the number of load elements: Nodes, if there are no frozen subtrees.
func (t *Tree) Elements() int64 { return int64(len(t.elements)) }

// Work returns the work of all elements.
func (t *Tree) Work() int64 { return int64(t.elements[0].work()) }

// Models returns the number of leaves that are models, or frozen subtrees with one.
func (t *Tree) Models() int64 { return t.models }

// Rule returns the name of the branching rule.
func (t *Tree) Rule() string { return t.rule }

// Hash returns the hash of the formula.
func (t *Tree) Hash() [32]byte { return t.hash }

// CriticalPath returns the largest sum of work on a path from the root to a leaf, and the number of
// nodes on that path: the least work that any number of processors must do one after the other.
func (t *Tree) CriticalPath() (work, nodes int64) { return int64(t.longest), t.depth }

// preorder yields every element with its depth.
func (t *Tree) preorder() iter.Seq2[Node, int] {
	return func(yield func(Node, int) bool) {
		var ends []Node // of the subtrees that the current element lies in
		for n := range Node(len(t.elements)) {
			for len(ends) > 0 && ends[len(ends)-1] <= n {
				ends = ends[:len(ends)-1]
			}
			if !yield(n, len(ends)) {
				return
			}
			ends = append(ends, t.elements[n].end)
		}
	}
}
