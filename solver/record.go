package solver

import (
	"context"
	"encoding/binary"
	"errors"
)

// Record searches the whole tree of f and returns it. It does not stop at models: a model is a leaf
// like a conflict, except that Expand says found. opt is used as by Solve, except that Record can
// search with several threads; the tree does not depend on their number.
//
// The error is ErrNodeLimit or the context's error if the search could not be finished,
// ErrTreeTooLarge if the tree has more nodes than a Tree can hold, ErrMemory if the engine of a thread
// needs more than opt.MaxMemory, and otherwise as for Solve. opt.Clock is not read.
//
// While the search runs, memory grows by about three bytes a node; the tree itself takes 16 bytes a
// node.
func Record(ctx context.Context, f *Formula, opt Options) (*Tree, error) {
	if opt.Proof != nil {
		return nil, errors.New("a recording writes no proof, only Solve does")
	}
	opt.Clock = nil // several threads must not read it
	searches := make([]*search, max(1, opt.Threads))
	for i := range searches {
		var err error
		if searches[i], err = begin(ctx, f, opt); err != nil {
			return nil, err
		}
	}
	return record(ctx, f, searches)
}

// recordLimit returns the number of nodes that may be recorded, and the error if there are more.
func recordLimit(maxNodes int64) (limit int64, err error) {
	if maxNodes == 0 || maxNodes > maxTreeNodes {
		return maxTreeNodes, ErrTreeTooLarge
	}
	return maxNodes, ErrNodeLimit
}

// nodeKind tells what became of a node.
type nodeKind uint8

const (
	nodeInner nodeKind = iota
	nodeConflict
	nodeModel
)

// A node is written as one byte that holds its kind and the step from its parent's level to its
// own, then its work as a varint. Nodes follow each other in preorder, so a parent is the nearest
// earlier inner node that still lacks a child, and its level need not be written.
//
//	step << 1 | kind   inner node or conflict leaf, step < escapedStep
//	escaped | kind     the same, and the step follows as a varint
//	escapedModel       model leaf, and the step follows as a varint
//
// On hard random 3-SAT a node takes 2.6 bytes.
const (
	escapedStep  = 126
	escaped      = escapedStep << 1
	escapedModel = 0xfe
)

// appendNode appends the encoding of a node.
func appendNode(dst []byte, kind nodeKind, step uint64, work uint64) []byte {
	switch {
	case kind == nodeModel:
		dst = binary.AppendUvarint(append(dst, escapedModel), step)
	case step >= escapedStep:
		dst = binary.AppendUvarint(append(dst, escaped|byte(kind)), step)
	default:
		dst = append(dst, byte(step)<<1|byte(kind))
	}
	if work < 0x80 {
		return append(dst, byte(work))
	}
	return binary.AppendUvarint(dst, work)
}

// decodeNode decodes the node at the beginning of data. Its size is 0 if there is none.
func decodeNode(data []byte) (kind nodeKind, step, work uint64, size int) {
	head := data[0]
	// Most nodes have a short step and work below 1<<14.
	if len(data) >= 3 && head < escaped {
		low, high := data[1], data[2]
		if low < 0x80 {
			return nodeKind(head & 1), uint64(head >> 1), uint64(low), 2
		}
		if high < 0x80 {
			return nodeKind(head & 1), uint64(head >> 1), uint64(high)<<7 | uint64(low&0x7f), 3
		}
	}
	kind, step, size = nodeKind(head&1), uint64(head>>1), 1
	if head >= escaped {
		if head == escapedModel {
			kind = nodeModel
		} else if head > escapedModel {
			return 0, 0, 0, 0
		}
		var n int
		if step, n = binary.Uvarint(data[1:]); n <= 0 {
			return 0, 0, 0, 0
		}
		size += n
	}
	work, n := binary.Uvarint(data[size:])
	if n <= 0 {
		return 0, 0, 0, 0
	}
	return kind, step, work, size + n
}

// recorder collects the nodes of a search in preorder.
type recorder struct {
	level   int      // of the parent of the first node
	full    [][]byte // blocks that have been filled, so that growing copies nothing
	block   []byte
	nodes   int64
	parents []openNode // inner nodes that still lack a child
}

// openNode is an inner node some of whose children are still to come.
type openNode struct {
	level int
	left  bool // the first child has been seen
}

const (
	smallestBlock = 1 << 10
	largestBlock  = 1 << 18
	maxNodeBytes  = 1 + 2*binary.MaxVarintLen64
)

// add records the next node in preorder.
func (r *recorder) add(kind nodeKind, level int, work int64) {
	if cap(r.block)-len(r.block) < maxNodeBytes {
		r.cut()
		r.block = make([]byte, 0, min(max(smallestBlock, 2*cap(r.block)), largestBlock))
	}
	r.block = appendNode(r.block, kind, uint64(level-r.above()), uint64(work))
	r.nodes++
	if kind == nodeInner {
		r.parents = append(r.parents, openNode{level: level})
	}
}

// above returns the level of the parent of the next node in preorder, which is taken to be seen.
func (r *recorder) above() int {
	n := len(r.parents) - 1
	if n < 0 {
		return r.level
	}
	level := r.parents[n].level
	if r.parents[n].left {
		r.parents = r.parents[:n]
	} else {
		r.parents[n].left = true
	}
	return level
}

// cut ends the block under way.
func (r *recorder) cut() {
	if len(r.block) > 0 {
		r.full = append(r.full, r.block)
		r.block = r.block[len(r.block):]
	}
}
