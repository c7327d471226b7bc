package tree

import (
	"context"
	"encoding/binary"
	"errors"
	"math"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/rules"
	"transat/solver/internal/varint"
)

// ErrTreeTooLarge says that a tree has more elements than a recorded tree can hold.
var ErrTreeTooLarge = errors.New("search tree has more than 4294967295 load elements, too many to record")

// Options configure a recording. The zero value records with one thread, without limits, under the rule "lex".
type Options struct {
	Rule     string      // name of the branching rule, one of rules.All; "" is "lex"
	Engine   rules.Build // makes the engines of a rule that is not in the table; nil means the rule's own
	MaxNodes int64       // the recording stops if the tree has more load elements; 0 is no limit
	// Progress, if not nil, is called about every ProgressNodes nodes, by one goroutine at a time.
	Progress func(dpll.Progress)
	// Threads is the number of goroutines that search; with 0 and 1 only the caller's does. The tree is the same for any
	// number.
	Threads int
	// MaxMemory is how many bytes the engine of a thread may take; 0 is no limit. The recorded tree takes memory besides.
	MaxMemory int64
}

// Record searches the whole tree of f and returns it. A model does not end the search: it is a leaf like a conflict,
// except that Expand reports it as found.
//
// The error is ErrNodeLimit or the context's error if the search could not be finished,
// ErrTreeTooLarge if the tree has more elements than a Tree can hold, ErrMemory if the engine of a thread
// needs more than opt.MaxMemory, and otherwise as for Solve.
//
// During the search, memory grows by about three bytes an element, and seven for a frozen subtree; the tree itself
// takes 8 bytes an element, or 16 if there are frozen subtrees.
func Record(ctx context.Context, f *cnf.Formula, opt Options) (*Tree, error) {
	rule, err := rules.Find(opt.Rule)
	if err != nil {
		return nil, err
	}
	opt.Rule = rule.Name
	walks := make([]*dpll.Walk, max(1, opt.Threads))
	for i := range walks {
		walks[i], err = dpll.NewWalk(ctx, f, dpll.WalkOptions{Rule: rule.Name, Engine: opt.Engine, MaxMemory: opt.MaxMemory})
		if err != nil {
			return nil, err
		}
	}
	return record(ctx, f, walks, opt)
}

// recordLimit returns the largest number of elements to record, and the error for a larger tree.
func recordLimit(maxNodes int64) (limit int64, err error) {
	if maxNodes == 0 || maxNodes > maxElements {
		return maxElements, ErrTreeTooLarge
	}
	return maxNodes, dpll.ErrNodeLimit
}

// element is a load element as it is recorded.
type element struct {
	kind  dpll.NodeKind // of a frozen subtree: dpll.ModelLeaf if it has a model, and otherwise dpll.ConflictLeaf
	step  uint64        // from its parent's level to its own
	work  uint64
	nodes uint64 // 1, but for a frozen subtree
}

// The encoding of an element is one byte with its kind and the step from its parent's level to its own, then its work as a
// varint. Elements are in preorder, so the parent is the nearest earlier inner node that still lacks a child, and its level
// need not be written.
//
//	step << 1 | kind   inner node or conflict leaf, step < escapedStep
//	escaped | kind     the same, and the step follows as a varint
//	escapedModel       model leaf, and the step follows as a varint
//	escapedFrozen      frozen subtree, and the step follows as a varint; after the work another varint,
//	                   nodes << 1, plus 1 if it has a model
//
// On hard random 3-SAT a node takes 2.6 bytes, and a frozen subtree 7.
const (
	escapedStep   = 126
	escaped       = escapedStep << 1
	escapedModel  = 0xfe
	escapedFrozen = 0xff
)

// appendElement appends the encoding of an element.
func appendElement(dst []byte, e element) []byte {
	if e.nodes == 1 {
		return appendNode(dst, e.kind, e.step, e.work)
	}
	dst = binary.AppendUvarint(append(dst, escapedFrozen), e.step)
	dst = binary.AppendUvarint(dst, e.work)
	nodes := e.nodes << 1
	if e.kind == dpll.ModelLeaf {
		nodes++
	}
	return binary.AppendUvarint(dst, nodes)
}

// appendNode appends the encoding of an element of one node.
func appendNode(dst []byte, kind dpll.NodeKind, step uint64, work uint64) []byte {
	switch {
	case kind == dpll.ModelLeaf:
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

// decodeElement decodes the element at the beginning of data. Its size is 0 if the encoding is wrong.
func decodeElement(data []byte) (e element, size int) {
	head := data[0]
	// Most elements are nodes with a short step and work below 1<<14.
	if len(data) >= 3 && head < escaped {
		low, high := data[1], data[2]
		if low < 0x80 {
			return element{dpll.NodeKind(head & 1), uint64(head >> 1), uint64(low), 1}, 2
		}
		if high < 0x80 {
			return element{dpll.NodeKind(head & 1), uint64(head >> 1), uint64(high)<<7 | uint64(low&0x7f), 1}, 3
		}
	}
	return decodeAny(data)
}

// decodeAny is decodeElement for elements of any kind and length.
func decodeAny(data []byte) (e element, size int) {
	r := varint.Reader{Rest: data[1:]}
	head := data[0]
	e = element{kind: dpll.NodeKind(head & 1), step: uint64(head >> 1), nodes: 1}
	if head >= escaped {
		e.step = r.Next(math.MaxUint64)
	}
	e.work = r.Next(math.MaxUint64)
	switch head {
	case escapedModel:
		e.kind = dpll.ModelLeaf
	case escapedFrozen:
		nodes := r.Next(math.MaxUint64)
		e.kind, e.nodes = dpll.ConflictLeaf+dpll.NodeKind(nodes&1), nodes>>1
		r.Bad = r.Bad || e.nodes < 2 || e.nodes > e.work // every node takes work
	}
	if r.Bad {
		return element{}, 0
	}
	return e, len(data) - len(r.Rest)
}

// recorder collects the elements of a search in preorder.
type recorder struct {
	level    int      // of the parent of the first element
	full     [][]byte // full blocks, so that growing copies nothing
	block    []byte
	elements int64       // that are complete
	parents  []openNode  // inner nodes that still lack a child
	frozen   frozenTotal // of the frozen subtree under way
}

// openNode is an inner node that still lacks a child.
type openNode struct {
	level int
	left  bool // the first child is recorded
}

const (
	smallestBlock = 1 << 10
	largestBlock  = 1 << 18
)

// Add records the next node in preorder. See dpll.Recorder.
func (r *recorder) Add(kind dpll.NodeKind, level int, work int64, frozenDepth int) {
	if frozenDepth <= 0 {
		r.closeFrozen()
	}
	switch {
	case frozenDepth < 0:
		r.put(level, element{kind: kind, work: uint64(work), nodes: 1})
	case frozenDepth == 0:
		r.frozen = frozenTotal{level: level}
		fallthrough
	default:
		r.frozen.add(kind, work)
	}
}

// Elements returns the number of complete elements.
func (r *recorder) Elements() int64 { return r.elements }

// closeFrozen completes the frozen subtree, if there is one.
func (r *recorder) closeFrozen() {
	if f := r.frozen; f.nodes > 0 {
		r.put(f.level, element{kind: f.kind(), work: uint64(f.work), nodes: uint64(f.nodes)})
		r.frozen = frozenTotal{}
	}
}

// put records an element of the given level.
func (r *recorder) put(level int, e element) {
	if cap(r.block)-len(r.block) < maxElementBytes {
		r.endBlock()
		r.block = make([]byte, 0, min(max(smallestBlock, 2*cap(r.block)), largestBlock))
	}
	e.step = uint64(level - r.above())
	r.block = appendElement(r.block, e)
	r.elements++
	if e.kind == dpll.Inner {
		r.parents = append(r.parents, openNode{level: level})
	}
}

// above returns the level of the parent of the next element in preorder, and marks that element as seen.
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

// cut ends the frozen subtree and the block under way.
func (r *recorder) cut() {
	r.closeFrozen()
	r.endBlock()
}

func (r *recorder) endBlock() {
	if len(r.block) > 0 {
		r.full = append(r.full, r.block)
		r.block = r.block[len(r.block):]
	}
}
