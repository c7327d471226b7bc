package instances

import (
	"crypto/sha1"
	"encoding/binary"
	"fmt"
	"math"
)

// UTS is a tree of the Unbalanced Tree Search benchmark, the usual workload of load balancers without a formula. Only
// the parameters of the tree are stored: a node holds a state of 20 bytes, and SHA-1 computes the states of its
// children from it, so any processor can continue from any node.
//
//	root      SHA-1 of 16 zero bytes and the seed
//	child i   SHA-1 of the parent's state and i, i = 0, 1, 2, …
//	u         the last four bytes of a state without their first bit, as a fraction of 2³¹
//
// u looks random, and decides the number of children. There are two laws, and a tree may have one above some depth and
// the other below:
//
//	geometric   b(h) on average at depth h; nearly all nodes have few, some have many, at most 100
//	binomial    m with probability q, otherwise none; q·m is a little below 1, so that subtrees of all sizes occur
//
// No two subtrees are alike, and only a search tells the size of one. The published numbers of nodes, and the depth,
// check the whole: one wrong bit makes another tree.
//
// A UTS is read only. Its methods are those of a tree for machines; Record makes a tree that knows the sizes of its
// subtrees.
//
// Source: S. Olivier, J. Huan, J. Liu, J. Prins, J. Dinan, P. Sadayappan, C.-W. Tseng: UTS: An Unbalanced
// Tree Search Benchmark, LCPC 2006. Left out: the shape whose mean falls exponentially, which no published
// tree has.
type UTS struct {
	name, title string
	size        utsSize

	cut  int32 // depth of nodes without children; 0 for a tree that is not cut
	seed uint32
	top  int       // number of the root's children, if not 0
	logs []float64 // ln(1−p) per depth of the geometric law, p = 1/(1+b(h)); 0 for no children
	q    float64   // binomial law, at all depths below
	m    int
}

// utsSize is the published size of a tree.
type utsSize struct {
	nodes, leaves int64
	depth         int32 // of the deepest node; that of the root is 0
}

// UTSNode is a node of a UTS.
type UTSNode struct {
	state [UTSStateBytes]byte
	depth int32
}

// UTSStateBytes is the size of a node's state.
const UTSStateBytes = sha1.Size

// UTSWork is the work of a node, in the unit of machines: about as much as that of a mean node of a random formula with
// 350 variables, 173 clause visits. The benchmark leaves it open.
const UTSWork = 200

// maxUTSChildren is the largest number of children of a node other than the root.
const maxUTSChildren = 100

// Name is the name for Open.
func (t *UTS) Name() string { return t.name }

// Nodes is the published number of nodes, or 0 for a tree that is cut.
func (t *UTS) Nodes() int64 { return t.size.nodes }

// Cut returns the tree without the nodes below a depth, at least 1: the nodes at that depth have no children. Cut at
// one depth after another, a tree makes a family of trees of growing size. The name is that of the tree and the depth,
// "uts-t1/8".
func (t *UTS) Cut(depth int32) *UTS {
	short := *t
	short.name = fmt.Sprintf("%s/%d", t.name, depth)
	short.title = fmt.Sprintf("%s, cut at depth %d", t.name, depth)
	short.size, short.cut = utsSize{}, depth
	return &short
}

// Seeded returns the tree with another seed: one of the same law, whose size nobody knows before it is searched.
func (t *UTS) Seeded(seed uint32) *UTS {
	other := *t
	other.name = fmt.Sprintf("%s, seed %d", t.name, seed)
	other.title = fmt.Sprintf("%s, seed %d", t.title, seed)
	other.size, other.seed = utsSize{}, seed
	return &other
}

// Root returns the root.
func (t *UTS) Root() UTSNode {
	var seed [16 + 4]byte
	binary.BigEndian.PutUint32(seed[16:], t.seed)
	return UTSNode{state: sha1.Sum(seed[:])}
}

// Expand appends the children of e to dst, and returns the extended slice, the work of e, and 1, since every element is
// one node. There are no solutions.
func (t *UTS) Expand(e UTSNode, dst []UTSNode) (children []UTSNode, work, nodes int64, found bool) {
	var data [UTSStateBytes + 4]byte
	copy(data[:], e.state[:])
	for i := range t.children(e) {
		binary.BigEndian.PutUint32(data[UTSStateBytes:], uint32(i))
		dst = append(dst, UTSNode{state: sha1.Sum(data[:]), depth: e.depth + 1})
	}
	return dst, UTSWork, 1, false
}

// children is the number of children of e.
func (t *UTS) children(e UTSNode) int {
	switch h := int(e.depth); {
	case t.barren(e.depth):
		return 0
	case h == 0 && t.top > 0:
		return t.top
	case h < len(t.logs):
		return min(maxUTSChildren, int(math.Log(1-e.uniform())/t.logs[h]))
	case e.uniform() < t.q:
		return t.m
	}
	return 0
}

// barren reports whether all nodes at a depth are without children, whatever their states.
func (t *UTS) barren(depth int32) bool {
	h := int(depth)
	return t.cut > 0 && depth >= t.cut || h < len(t.logs) && t.logs[h] == 0 || h >= len(t.logs) && t.q == 0
}

// uniform is u, 0 ≤ u < 1.
func (e UTSNode) uniform() float64 {
	return float64(binary.BigEndian.Uint32(e.state[16:])&math.MaxInt32) / (1 << 31)
}

// Finish searches the whole subtree of e. It returns its work and its number of nodes.
func (t *UTS) Finish(e UTSNode) (work, nodes int64, found bool) {
	stack := append(make([]UTSNode, 0, 64), e)
	for ; len(stack) > 0; nodes++ {
		last := len(stack) - 1
		if e := stack[last]; t.barren(e.depth + 1) { // the states of the children are not needed
			nodes += int64(t.children(e))
			stack = stack[:last]
			continue
		}
		stack, _, _, _ = t.Expand(stack[last], stack[:last])
	}
	return UTSWork * nodes, nodes, false
}

// Level returns the depth of e.
func (t *UTS) Level(e UTSNode) int { return int(e.depth) }

// Subtree returns 0: the size of a subtree is not known in advance.
func (t *UTS) Subtree(UTSNode) (work, nodes, elements int64) { return 0, 0, 0 }
