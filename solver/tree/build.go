package tree

import (
	"errors"
	"fmt"

	"transat/solver/dpll"
)

// The ways in which encoded elements can fail to be a tree.
var (
	errNodeCut      = errors.New("a node is cut short or malformed")
	errNodesMissing = errors.New("nodes are missing")
	errNodesLeft    = errors.New("there are nodes behind the end of the tree")
)

// builder makes a tree from encoded elements in preorder.
type builder struct {
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
	work  uint64 // of the elements before it in preorder
}

// newBuilder expects the given number of elements, at least 1 and at most maxElements.
func newBuilder(id identity, elements int64) *builder {
	return &builder{tree: &Tree{identity: id, elements: make([]entry, elements)}}
}

// read appends the elements encoded in data, which must end where one ends.
func (b *builder) read(data []byte) error {
	for len(data) > 0 {
		e, size := decodeElement(data)
		if size == 0 {
			return errNodeCut
		}
		data = data[size:]
		if err := b.add(e); err != nil {
			return err
		}
	}
	return nil
}

// add appends one element.
func (b *builder) add(e element) error {
	above, path := uint32(0), e.work
	if len(b.open) > 0 {
		parent := &b.open[len(b.open)-1]
		above, path = parent.level, parent.path+e.work
	} else if b.next > 0 {
		return errNodesLeft
	}
	if int(b.next) >= len(b.tree.elements) {
		return errNodesLeft
	}
	if e.step > maxLevel-uint64(above) {
		return fmt.Errorf("node %d has a level above %d", b.next, maxLevel)
	}
	if e.work > maxWork-b.work {
		return fmt.Errorf("the work up to node %d exceeds %d", b.next, uint64(maxWork))
	}
	level := above + uint32(e.step)
	b.noteStep(e.step)
	to := &b.tree.elements[b.next]
	to.info = level<<infoLevel | uint32(e.kind)
	if e.nodes > 1 || b.tree.before != nil {
		b.count(e.nodes)
	}
	if e.kind == dpll.Inner {
		to.works = min(e.work, ownLarge)
		b.open = append(b.open, openInner{node: b.next, level: level, path: path, work: b.work})
		b.work += e.work
		b.next++
		return nil
	}
	to.works = e.work << ownBits
	b.work += e.work
	if path >= b.tree.longest {
		b.tree.longest, b.tree.depth = path, int64(len(b.open))+int64(e.nodes)
	}
	if e.kind == dpll.ModelLeaf {
		to.info |= infoSolvable
		b.tree.models++
	}
	b.close(to)
	return nil
}

// noteStep tells the parent of the next element, if that is a second child, how far below it lies.
func (b *builder) noteStep(step uint64) {
	if last := len(b.open) - 1; last >= 0 && b.open[last].left && step <= maxStep {
		b.tree.elements[b.open[last].node].info |= uint32(step) << infoStep
	}
}

// count notes how many nodes the next element is. No one does so before the first frozen subtree.
func (b *builder) count(nodes uint64) {
	t := b.tree
	if t.before == nil {
		t.before = make([]int64, len(t.elements)+1)
		for i := range t.before[:b.next+1] {
			t.before[i] = int64(i)
		}
	}
	t.before[b.next+1] = t.before[b.next] + int64(nodes)
}

// close ends the subtree of the leaf that was read last, and all subtrees that end with it.
func (b *builder) close(leaf *entry) {
	b.next++
	leaf.end = b.next
	solvable := leaf.info & infoSolvable
	for n := len(b.open) - 1; n >= 0; n-- {
		top := &b.open[n]
		inner := &b.tree.elements[top.node]
		inner.info |= solvable
		if !top.left {
			top.left = true
			return
		}
		inner.end = b.next
		inner.works |= (b.work - top.work) << ownBits
		solvable = inner.info & infoSolvable
		b.open = b.open[:n]
	}
}

// finish returns the tree, if it is complete.
func (b *builder) finish() (*Tree, error) {
	if len(b.open) > 0 || int(b.next) != len(b.tree.elements) {
		return nil, errNodesMissing
	}
	return b.tree, nil
}
