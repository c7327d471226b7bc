package solver

import (
	"errors"
	"fmt"
	"iter"
	"math"
)

// Tree is a recorded search tree. It answers every question about a node in constant time (Finish, if
// there is a model below: linear in the depth), and it is read only, so any number of goroutines may
// use it. A nil Tree has no nodes and no use.
//
// In memory a node takes 16 bytes, in preorder: the first child of node i is i+1, and the second
// begins where the first one's subtree ends. The work of an inner node is what its subtree has more
// than those of its children.
//
//	    0           node   0  1  2  3  4
//	  ┌─┴─┐         end    5  4  3  4  5
//	  1   4         work  20  8  3  2  3    of the subtree; of node 0 itself: 20 − 8 − 3
//	┌─┴─┐
//	2   3
type Tree struct {
	treeID
	nodes   []treeNode
	models  int64
	longest uint64 // see CriticalPath, as is depth
	depth   int64
}

// Node is a node of a recorded tree: its position in preorder.
type Node uint32

// treeID says what a tree is the tree of.
type treeID struct {
	hash [32]byte // of the formula
	rule string   // name of the branching rule
}

// treeNode is what the tree knows of a node.
type treeNode struct {
	work uint64 // in the subtree of this node
	end  Node   // the first node behind that subtree
	info uint32 // level << infoLevel | infoSolvable if the subtree holds a model | kind
}

const (
	infoKind     = 1<<2 - 1
	infoSolvable = 1 << 2
	infoLevel    = 3

	maxTreeNodes = math.MaxUint32
	maxLevel     = math.MaxUint32 >> infoLevel
)

func (n *treeNode) kind() nodeKind { return nodeKind(n.info & infoKind) }

// Root returns the root.
func (t *Tree) Root() Node { return 0 }

// Expand appends the children of n to dst, if it has any: first that of the literal
// which the branching rule picks. It returns the extended slice, the work of n itself, the number of its nodes, and whether
// n is a model.
func (t *Tree) Expand(n Node, dst []Node) (children []Node, work, nodes int64, found bool) {
	node := &t.nodes[n]
	if node.kind() != nodeInner {
		return dst, int64(node.work), 1, node.kind() == nodeModel
	}
	first, second := t.children(n)
	return append(dst, first, second), t.ownWork(n), 1, false
}

// children returns the children of an inner node.
func (t *Tree) children(n Node) (first, second Node) { return n + 1, t.nodes[n+1].end }

// ownWork returns the work of n without that of the nodes below it.
func (t *Tree) ownWork(n Node) int64 {
	work := t.nodes[n].work
	if t.nodes[n].kind() == nodeInner {
		first, second := t.children(n)
		work -= t.nodes[first].work + t.nodes[second].work
	}
	return int64(work)
}

// Finish returns the work and the number of the nodes in the subtree of n, n included, in
// depth-first order up to the first model, and whether there is one.
func (t *Tree) Finish(n Node) (work, nodes int64, found bool) {
	start := n
	for t.nodes[n].info&infoSolvable != 0 {
		work += t.ownWork(n)
		if t.nodes[n].kind() == nodeModel {
			return work, int64(n + 1 - start), true
		}
		first, second := t.children(n)
		n = first
		if t.nodes[first].info&infoSolvable == 0 {
			work += int64(t.nodes[first].work)
			n = second
		}
	}
	return int64(t.nodes[n].work), int64(t.nodes[n].end - n), false
}

// Level returns the number of variables assigned at n, see the package comment.
func (t *Tree) Level(n Node) int { return int(t.nodes[n].info >> infoLevel) }

// Subtree returns the work of the subtree of n, n included, and the numbers of its nodes and elements, or 0 if the
// subtree holds a model.
func (t *Tree) Subtree(n Node) (work, nodes, elements int64) {
	if t.nodes[n].info&infoSolvable != 0 {
		return 0, 0, 0
	}
	elements = int64(t.nodes[n].end - n)
	return int64(t.nodes[n].work), elements, elements
}

// Nodes returns the number of nodes.
func (t *Tree) Nodes() int64 { return int64(len(t.nodes)) }

// Work returns the work of the whole tree.
func (t *Tree) Work() int64 { return int64(t.nodes[0].work) }

// Models returns the number of model leaves.
func (t *Tree) Models() int64 { return t.models }

// Rule returns the name of the branching rule.
func (t *Tree) Rule() string { return t.rule }

// Hash returns the hash of the formula.
func (t *Tree) Hash() [32]byte { return t.hash }

// CriticalPath returns the largest sum of work on a path from the root to a leaf, and the number of
// nodes on that path: the least work that any number of processors must do one after the other.
func (t *Tree) CriticalPath() (work, nodes int64) { return int64(t.longest), t.depth }

// preorder yields every node with its depth.
func (t *Tree) preorder() iter.Seq2[Node, int] {
	return func(yield func(Node, int) bool) {
		var ends []Node // of the subtrees that the current node lies in
		for n := range Node(t.Nodes()) {
			for len(ends) > 0 && ends[len(ends)-1] <= n {
				ends = ends[:len(ends)-1]
			}
			if !yield(n, len(ends)) {
				return
			}
			ends = append(ends, t.nodes[n].end)
		}
	}
}

// The ways in which encoded nodes can fail to be a tree.
var (
	errNodeCut      = errors.New("a node is cut short or malformed")
	errNodesMissing = errors.New("nodes are missing")
	errNodesLeft    = errors.New("there are nodes behind the end of the tree")
)

// treeBuilder makes a tree from encoded nodes in preorder.
type treeBuilder struct {
	tree *Tree
	next Node
	work uint64
	open []openInner
}

// openInner is an inner node whose subtree has not been read to its end.
type openInner struct {
	node  Node
	level uint32
	left  bool   // the first child's subtree is complete
	path  uint64 // work on the path from the root to the node
	work  uint64 // of the nodes before it in preorder
}

// newTreeBuilder expects the given number of nodes, at least 1 and at most maxTreeNodes.
func newTreeBuilder(id treeID, nodes int64) *treeBuilder {
	return &treeBuilder{tree: &Tree{treeID: id, nodes: make([]treeNode, nodes)}}
}

// read appends the nodes encoded in data, which must end where a node ends.
func (b *treeBuilder) read(data []byte) error {
	for len(data) > 0 {
		kind, step, work, size := decodeNode(data)
		if size == 0 {
			return errNodeCut
		}
		data = data[size:]
		if err := b.add(kind, step, work); err != nil {
			return err
		}
	}
	return nil
}

// add appends one node.
func (b *treeBuilder) add(kind nodeKind, step, work uint64) error {
	above, path := uint32(0), work
	if len(b.open) > 0 {
		parent := &b.open[len(b.open)-1]
		above, path = parent.level, parent.path+work
	} else if b.next > 0 {
		return errNodesLeft
	}
	if int(b.next) >= len(b.tree.nodes) {
		return errNodesLeft
	}
	if step > maxLevel-uint64(above) {
		return fmt.Errorf("node %d has a level above %d", b.next, maxLevel)
	}
	if work > math.MaxInt64-b.work {
		return fmt.Errorf("the work up to node %d exceeds 64 bits", b.next)
	}
	level := above + uint32(step)
	node := &b.tree.nodes[b.next]
	node.info = level<<infoLevel | uint32(kind)
	if kind == nodeInner {
		b.open = append(b.open, openInner{node: b.next, level: level, path: path, work: b.work})
		b.work += work
		b.next++
		return nil
	}
	node.work = work
	b.work += work
	if path >= b.tree.longest {
		b.tree.longest, b.tree.depth = path, int64(len(b.open)+1)
	}
	if kind == nodeModel {
		node.info |= infoSolvable
		b.tree.models++
	}
	b.close(node)
	return nil
}

// close ends the subtree of the leaf that was read last, and all subtrees that end with it.
func (b *treeBuilder) close(leaf *treeNode) {
	b.next++
	leaf.end = b.next
	solvable := leaf.info & infoSolvable
	for n := len(b.open) - 1; n >= 0; n-- {
		top := &b.open[n]
		inner := &b.tree.nodes[top.node]
		inner.info |= solvable
		if !top.left {
			top.left = true
			return
		}
		inner.end, inner.work = b.next, b.work-top.work
		solvable = inner.info & infoSolvable
		b.open = b.open[:n]
	}
}

// finish returns the tree, if it is complete.
func (b *treeBuilder) finish() (*Tree, error) {
	if len(b.open) > 0 || int(b.next) != len(b.tree.nodes) {
		return nil, errNodesMissing
	}
	return b.tree, nil
}
