package instances

import (
	"context"
	"fmt"
	"slices"
)

// UTSRecord is a UTS with its shape in memory: the same nodes and the same work, and the sizes of all subtrees, so that
// machines need not visit every node. It is read only.
//
// A node takes four bytes, enough for trees of 4 billion nodes. Nodes are in preorder: the first child of node i is
// i+1, and every child ends where the next one begins.
//
//	  0         node   0  1  2  3  4
//	┌─┼─┐       end    5  2  4  4  5
//	1 2 4
//	  │
//	  3
type UTSRecord struct {
	ends  []uint32
	depth int32 // of the deepest node
}

// UTSPlace is a node of a UTSRecord.
type UTSPlace struct {
	node  uint32 // in preorder
	depth int32
}

// Record searches the whole tree and stores its shape, in four bytes a node. If progress is not nil, Record calls it
// from time to time with the number of nodes so far. The error is the context's, or says that the tree is not the
// published one: then this computer rounds logarithms differently.
//
// It takes about 0.1 µs a node, most of it for the states of nodes; it skips the states of nodes that cannot have
// children, three quarters of uts-t1 and similar trees.
func (t *UTS) Record(ctx context.Context, progress func(nodes int64)) (*UTSRecord, error) {
	const every = 1 << 16 // nodes with states
	r := &UTSRecord{ends: make([]uint32, 0, t.size.nodes)}
	leaves := int64(0)
	var path []uint32 // the ancestors of the current node
	stack := []UTSNode{t.Root()}
	for visited := 0; len(stack) > 0; visited++ {
		if visited%every == 0 {
			if err := ctx.Err(); err != nil {
				return nil, context.Cause(ctx)
			}
			if progress != nil {
				progress(int64(len(r.ends)))
			}
		}
		last := len(stack) - 1
		e := stack[last]
		stack = stack[:last]
		r.close(path[e.depth:])
		path = append(path[:e.depth], uint32(len(r.ends)))
		r.add(e.depth)
		children := t.children(e)
		switch {
		case children == 0:
			leaves++
		case t.barren(e.depth + 1):
			leaves += int64(children)
			for range children {
				r.add(e.depth + 1)
			}
		default:
			stack, _, _, _ = t.Expand(e, stack)
			slices.Reverse(stack[last:]) // so that the first child is on top
		}
		if t.size.nodes > 0 && int64(len(r.ends)) > t.size.nodes {
			break
		}
	}
	r.close(path)
	if got := (utsSize{int64(len(r.ends)), leaves, r.depth}); t.size.nodes > 0 && got != t.size {
		return nil, fmt.Errorf("%s: found %d nodes, %d leaves and depth %d; published are %d, %d and %d: "+
			"the mathematical functions of this computer are not those of others",
			t.name, got.nodes, got.leaves, got.depth, t.size.nodes, t.size.leaves, t.size.depth)
	}
	return r, nil
}

// add appends a node, for now without children.
func (r *UTSRecord) add(depth int32) {
	r.ends = append(r.ends, uint32(len(r.ends)+1))
	r.depth = max(r.depth, depth)
}

// close ends the subtrees of nodes here.
func (r *UTSRecord) close(nodes []uint32) {
	for _, n := range nodes {
		r.ends[n] = uint32(len(r.ends))
	}
}

// Root returns the root.
func (r *UTSRecord) Root() UTSPlace { return UTSPlace{} }

// Expand is that of the UTS.
func (r *UTSRecord) Expand(e UTSPlace, dst []UTSPlace) (children []UTSPlace, work, nodes int64, found bool) {
	for n := e.node + 1; n < r.ends[e.node]; n = r.ends[n] {
		dst = append(dst, UTSPlace{n, e.depth + 1})
	}
	return dst, UTSWork, 1, false
}

// Survey is Expand that also appends to known, for each child, its level, and the work and the number of nodes of its
// subtree, as Level and Subtree return them. A child ends where the next one begins, so Survey reads nothing else.
func (r *UTSRecord) Survey(
	e UTSPlace, dst []UTSPlace, known [][3]int64,
) (children []UTSPlace, about [][3]int64, work, nodes int64, found bool) {
	end := r.ends[e.node]
	for n := e.node + 1; n < end; {
		next := r.ends[n]
		dst = append(dst, UTSPlace{n, e.depth + 1})
		below := int64(next - n)
		known = append(known, [3]int64{int64(e.depth + 1), UTSWork * below, below})
		n = next
	}
	return dst, known, UTSWork, 1, false
}

// Finish is that of the UTS, in constant time.
func (r *UTSRecord) Finish(e UTSPlace) (work, nodes int64, found bool) {
	work, nodes, _ = r.Subtree(e)
	return work, nodes, false
}

// CriticalPath returns the work on the longest path from the root to a leaf, and the number of its nodes.
func (r *UTSRecord) CriticalPath() (work, nodes int64) {
	nodes = int64(r.depth + 1)
	return UTSWork * nodes, nodes
}

// Level returns the depth of e.
func (r *UTSRecord) Level(e UTSPlace) int { return int(e.depth) }

// Subtree returns the work in the subtree of e, and the number of its nodes, twice: every element is one node.
func (r *UTSRecord) Subtree(e UTSPlace) (work, nodes, elements int64) {
	nodes = int64(r.ends[e.node] - e.node)
	return UTSWork * nodes, nodes, nodes
}

// Number returns the number of e in preorder.
func (r *UTSRecord) Number(e UTSPlace) uint32 { return e.node }

// Behind returns the number of the first node behind the subtree of e.
func (r *UTSRecord) Behind(e UTSPlace) uint32 { return r.ends[e.node] }
