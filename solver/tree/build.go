package tree

import (
	"errors"
	"fmt"

	"transat/solver/dpll"
)

// Errors of encoded elements that are not a tree.
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

// openInner is an inner node whose subtree is not complete. It has no more fields than it needs, since there are many.
type openInner struct {
	path, before, own uint64 // work on the path from the root to the node, of the elements before it in preorder, and of the node
	node              Node
	level, step       uint32
	left              bool // the first child's subtree is complete
	solvable          bool // there is a model in its subtree as read so far
}

// mostShort is more work than fits into two bytes.
const mostShort = 1 << 14

// newBuilder starts a tree of the given number of elements, at least 1 and at most maxElements.
func newBuilder(id identity, elements int64) *builder {
	return &builder{tree: &Tree{identity: id, elements: make([]uint64, elements)}}
}

// read appends the elements encoded in data, which must end after a complete one.
func (b *builder) read(data []byte) error {
	for {
		if data = b.readMost(data); len(data) == 0 {
			return nil
		}
		e, size := decodeElement(data)
		if size == 0 {
			return errNodeCut
		}
		data = data[size:]
		if err := b.add(e); err != nil {
			return err
		}
	}
}

// readMost appends elements as read does, up to the first that is a frozen subtree or a model, whose step and work take
// more than three bytes, or for which the stack has no room. It returns the rest of data. Nearly all elements are read
// here, with the state of add and close in registers.
func (b *builder) readMost(data []byte) []byte {
	t, open := b.tree, b.open
	if t.before != nil || len(open) == 0 {
		return data
	}
	elements, next, work, longest, depth := t.elements, int(b.next), b.work, t.longest, t.depth
	stack, top := open[:cap(open)], len(open)-1
	for len(data) >= 3 && top >= 0 && top+1 < len(stack) && next < len(elements) && work <= maxWork-mostShort {
		head, low, high := data[0], uint64(data[1]), uint64(data[2])
		two := low >> 7                                // 1 if the work has two bytes
		if head-2 >= escaped-2 || two&(high>>7) != 0 { // add refuses a step of 0
			break
		}
		own := low&0x7f | high<<7&-two
		parent := &stack[top]
		level, step := parent.level+parent.step, uint32(head>>1)
		if level >= 1<<levelBits {
			break
		}
		data = data[2+two:]
		path := parent.path + own
		if dpll.NodeKind(head&1) == dpll.Inner {
			top++
			x := &stack[top]
			x.own, x.level, x.step, x.node, x.path, x.before, x.left, x.solvable = own, level, step, Node(next), path, work, false, false
			work += own
			next++
			continue
		}
		elements[next] = own<<workAt | uint64(level)<<levelAt | uint64(step)<<stepAt | 1<<sizeAt | uint64(dpll.ConflictLeaf)
		work += own
		next++
		if path >= longest {
			longest, depth = path, int64(top)+2
		}
		for solvable := false; top >= 0; top-- {
			x := &stack[top]
			x.solvable = x.solvable || solvable
			if !x.left {
				x.left = true
				break
			}
			solvable = x.solvable
			t.set(x.node, x.data(Node(next), work))
		}
	}
	b.open, b.next, b.work, t.longest, t.depth = stack[:top+1], Node(next), work, longest, depth
	return data
}

// add appends one element.
func (b *builder) add(e element) error {
	root := b.next == 0
	above, path := uint32(0), e.work // variables assigned at the parent
	if len(b.open) > 0 {
		parent := &b.open[len(b.open)-1]
		above, path = parent.level+parent.step-1, parent.path+e.work
	} else if !root {
		return errNodesLeft
	}
	if int(b.next) >= len(b.tree.elements) {
		return errNodesLeft
	}
	if e.step == 0 && !root {
		return fmt.Errorf("node %d has the level of its parent", b.next)
	}
	if e.step > maxLevel-uint64(above) {
		return fmt.Errorf("node %d has a level above %d", b.next, maxLevel)
	}
	if e.work > maxWork-b.work {
		return fmt.Errorf("the work up to node %d exceeds %d", b.next, uint64(maxWork))
	}
	level, step := above+1, uint32(e.step)
	if root {
		level, step = step, 1
	}
	if e.nodes > 1 || b.tree.before != nil {
		b.count(e.nodes)
	}
	if e.kind == dpll.Inner {
		b.open = append(b.open, openInner{}) // field by field: copying a whole value takes longer
		x := &b.open[len(b.open)-1]
		x.own, x.level, x.step, x.node, x.path, x.before = e.work, level, step, b.next, path, b.work
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
	b.tree.set(b.next, &nodeData{work: e.work, end: b.next + 1, level: level, step: step, kind: e.kind, solvable: solvable})
	b.next++
	b.close(solvable)
	return nil
}

// count records the number of nodes of the next element. Before the first frozen subtree it is not called.
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

// close ends all subtrees that end with the last leaf, which is solvable or not.
func (b *builder) close(solvable bool) {
	for n := len(b.open) - 1; n >= 0; n-- {
		top := &b.open[n]
		top.solvable = top.solvable || solvable
		if !top.left {
			top.left = true
			return
		}
		solvable = top.solvable
		b.tree.set(top.node, top.data(b.next, b.work))
		b.open = b.open[:n]
	}
}

// data returns the data of the node. Its subtree ends before element end; work is the work of all elements before that.
func (x *openInner) data(end Node, work uint64) *nodeData {
	return &nodeData{work: work - x.before, own: x.own, end: end, level: x.level, step: x.step, kind: dpll.Inner, solvable: x.solvable}
}

// finish returns the tree, if it is complete.
func (b *builder) finish() (*Tree, error) {
	if len(b.open) > 0 || int(b.next) != len(b.tree.elements) {
		return nil, errNodesMissing
	}
	return b.tree, nil
}
