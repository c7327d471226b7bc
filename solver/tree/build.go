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
	facts  // without work and end
	node   Node
	left   bool   // the first child's subtree is complete
	path   uint64 // work on the path from the root to the node
	before uint64 // work of the elements before it in preorder
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
	if e.nodes > 1 || b.tree.before != nil {
		b.count(e.nodes)
	}
	if e.kind == dpll.Inner {
		b.open = append(b.open, openInner{}) // field by field, since to copy the whole takes longer
		x := &b.open[len(b.open)-1]
		x.own, x.level, x.node, x.path, x.before = e.work, level, b.next, path, b.work
		b.work += e.work
		b.next++
		return nil
	}
	b.work += e.work
	if path >= b.tree.longest {
		b.tree.longest, b.tree.depth = path, int64(len(b.open))+int64(e.nodes)
	}
	solvable := e.kind == dpll.ModelLeaf
	if solvable {
		b.tree.models++
	}
	b.tree.note(b.next, &facts{work: e.work, end: b.next + 1, level: level, kind: e.kind, solvable: solvable})
	b.next++
	b.close(solvable)
	return nil
}

// noteStep tells the parent of the next element, if that is a second child, how far below it lies.
func (b *builder) noteStep(step uint64) {
	if last := len(b.open) - 1; last >= 0 && b.open[last].left {
		b.open[last].step = uint32(step)
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

// close ends all subtrees that end with the leaf that was read last, a solvable one or not.
func (b *builder) close(solvable bool) {
	for n := len(b.open) - 1; n >= 0; n-- {
		top := &b.open[n]
		top.solvable = top.solvable || solvable
		if !top.left {
			top.left = true
			return
		}
		top.end, top.work = b.next, b.work-top.before
		solvable = top.solvable
		b.tree.note(top.node, &top.facts)
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
