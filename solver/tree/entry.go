package tree

import (
	"math"

	"transat/solver/dpll"
)

// Most subtrees are small: half of all elements are leaves, and one subtree in 300 has more than 500 elements. So the
// data of nearly all elements fit into 64 bits; a list has the rest.
//
//	 work      level   own    step   size   kind
//	┌─────────┬───────┬──────┬──────┬──────┬────┐
//	│   18    │  15   │  12  │  8   │  9   │ 2  │ bits
//	└─────────┴───────┴──────┴──────┴──────┴────┘
//	 index in the list               0        0

// entry has the data of an element, or their index in Tree.large. Machines read it too (balance.PackedElement): a test
// compares the two formats.
type entry uint64

// nodeData are the data of an element.
type nodeData struct {
	work     uint64 // of its subtree
	own      uint64 // work of the element itself, if it is an inner node
	end      Node   // the first element after its subtree
	level    uint32 // see Tree.Level
	step     uint32 // from here to the level of its children, if it had any: the variables that it assigns, but for the root
	kind     dpll.NodeKind
	solvable bool // there is a model in the subtree
}

const (
	kindBits, sizeBits, stepBits, ownBits, levelBits = 2, 9, 8, 12, 15

	sizeAt  = kindBits
	stepAt  = sizeAt + sizeBits
	ownAt   = stepAt + stepBits
	levelAt = ownAt + ownBits
	workAt  = levelAt + levelBits

	solvableInner = 3 // the kind, in an entry, of an inner node with a model below it

	maxWork     = math.MaxUint64 >> 14 // several weeks of a thousand cores
	maxElements = math.MaxUint32
	maxLevel    = math.MaxUint32 >> 9
)

// small says that the entry has the data itself; otherwise index is their index in Tree.large.
func (e entry) small() bool { return e.size() != 0 }
func (e entry) index() int  { return int(e >> stepAt) }

// Data of a small element. Its kind may also be solvableInner.
func (e entry) kind() dpll.NodeKind { return dpll.NodeKind(e & (1<<kindBits - 1)) }
func (e entry) size() Node          { return Node(e >> sizeAt & (1<<sizeBits - 1)) }
func (e entry) step() uint32        { return uint32(e >> stepAt & (1<<stepBits - 1)) }
func (e entry) own() uint64         { return uint64(e >> ownAt & (1<<ownBits - 1)) }
func (e entry) level() uint32       { return uint32(e >> levelAt & (1<<levelBits - 1)) }
func (e entry) work() uint64        { return uint64(e >> workAt) }

// ownWork returns the work of the element without its descendants.
func (x *nodeData) ownWork() int64 {
	if x.kind == dpll.Inner {
		return int64(x.own)
	}
	return int64(x.work)
}

// at returns the data of an element.
func (t *Tree) at(n Node) nodeData {
	e := entry(t.elements[n])
	if !e.small() {
		return t.large[e.index()]
	}
	kind := e.kind()
	x := nodeData{
		work: e.work(), own: e.own(), end: n + e.size(), level: e.level(), step: e.step(),
		kind: kind, solvable: kind >= dpll.ModelLeaf,
	}
	if kind == solvableInner {
		x.kind = dpll.Inner
	}
	return x
}

// end returns the first element after the subtree of n.
func (t *Tree) end(n Node) Node {
	e := entry(t.elements[n])
	if !e.small() {
		return t.large[e.index()].end
	}
	return n + e.size()
}

// set stores the data of an element, once for each.
func (t *Tree) set(n Node, x *nodeData) {
	kind, size := uint64(x.kind), x.end-n
	if x.kind == dpll.Inner && x.solvable {
		kind = solvableInner
	}
	if size >= 1<<sizeBits || x.step >= 1<<stepBits || x.own >= 1<<ownBits || x.level >= 1<<levelBits || x.work >= 1<<(64-workAt) {
		t.elements[n] = uint64(len(t.large)) << stepAt
		t.large = append(t.large, *x)
		return
	}
	t.elements[n] = uint64(x.work)<<workAt | uint64(x.level)<<levelAt | uint64(x.own)<<ownAt |
		uint64(x.step)<<stepAt | uint64(size)<<sizeAt | kind
}
