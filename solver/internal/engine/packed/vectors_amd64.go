package packed

import (
	"golang.org/x/sys/cpu"

	"transat/solver/internal/engine"
)

// The same engine with vectors of 512 bits: propagation, keys and the pick of a frozen subtree, in assembly. They find the same as
// the functions in Go. They are for formulas of up to 1,023 variables, on processors of the family x86-64 that have AVX-512
// with its extensions BW and VBMI2: Intel's since 2019, AMD's since 2022. What makes them faster:
//
// One bit a literal. A literal that is true is a bit in a row of bits, one row for each depth, so that a row of 512 variables fits
// into two registers, and going back takes nothing. As a literal and its complement are eight places apart, one
// 16-bit lane has both: to find the values of 32 literals takes one permutation, and one rotation lane by lane.
//
// A list is a vector. Most lists have up to 16 pairs, and so their clauses are visited all at once, without a branch. The
// pairs of unit clauses are compressed to the front and written behind the ones found before. A mask takes the place of
// Go's padding.
//
// One call for a node's propagation, one for its keys, one for its pick: to call a function in assembly costs more than a short one in Go.
//
// A slice begins with the pointer to its elements, so assembly reads it like a pointer.
type vectors struct {
	pairs    []uint32   // of all lists, without padding
	lists    []list     // by literal
	units    []uint32   // literals of unit clauses, in the lower halves
	trail    *packedLit // the literals that become true
	before   *truths    // of the parent
	after    *truths    // of the node
	count    int        // of units at first, or of literals on the trail
	assigned int        // literals on the trail before the last wave
	visits   int        // of pairs
	conflict bool
	visited  uint32 // visits in the lower half, and the number of lists in the upper one
	ordered  bool   // whether the trail must have the same order as in Go

	words [32][4]uint8 // by word of a row: a bit for each
	bits  [64]uint64   // by place in a word: its bit

	// For keys.
	row, rowAbove *uint16  // of the node, and of its parent
	lanes         int      // in a row
	base, now     *uint32  // the first elements of Weighted.base and Weighted.now
	scores        []uint16 // room for a row
	beside        []uint32 // room for a lane beside each of units

	rows []*truths // row d+1 belongs to the node at depth d, row 0 to the formula
}

// truths has a bit for every literal: whether it is true.
type truths [maxVector / 64]uint64

// maxVector is how many literals vectors can hold, with the two of variable 0.
const maxVector = 2048

// list is where the pairs of a literal are.
type list struct {
	mask  uint16 // a bit for each of the first 16 pairs
	from  uint16 // its first pair
	pairs uint16
	one   uint16
}

// hasVectors reports whether this computer has the instructions.
func hasVectors() bool {
	x := &cpu.X86
	return x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VL && x.HasAVX512VBMI2 && x.HasBMI2 && x.HasPOPCNT
}

// newVectors returns the vectors of an engine, or nil if the computer has none or the formula is too large.
func newVectors(e *Engine) *vectors {
	if e.stride > maxVector || len(e.blocks) == 0 || !hasVectors() {
		return nil
	}
	lists := make([]list, e.stride)
	pairs := make([]uint32, 0, 4*len(e.blocks)+16) // with room to read 16 anywhere
	for l := range lists {
		n := e.extents[l].pairs()
		lists[l] = list{mask: uint16(1<<min(n, 16) - 1), from: uint16(len(pairs)), pairs: n, one: 1}
		for _, block := range e.list(packedLit(l)) {
			pairs = append(pairs, block[:min(n, 4)]...)
			n -= min(n, 4)
		}
	}
	units := 4*len(e.blocks) + len(e.units) + 17 // all pairs, the literals to assume, and room behind the last one
	v := &vectors{
		pairs:  pairs,
		lists:  lists,
		units:  make([]uint32, units),
		lanes:  e.stride,
		scores: make([]uint16, e.stride),
		beside: make([]uint32, units),
		rows:   []*truths{{1 << alwaysTrue}},
	}
	for i := range v.words {
		v.words[i][i/8] = 1 << (i % 8)
	}
	for i := range v.bits {
		v.bits[i] = 1 << i
	}
	return v
}

// assumeVectors makes the given literals true at the node at the given depth, and propagates.
func (e *Engine) assumeVectors(depth int, lits ...packedLit) engine.Step {
	v := e.vectors
	for len(v.rows) < depth+2 {
		v.rows = append(v.rows, new(truths))
	}
	for i, l := range lits {
		v.units[i] = uint32(l)
	}
	v.before, v.after = v.rows[depth], v.rows[depth+1]
	v.trail, v.count = &e.trail[e.size], len(lits)
	switch {
	case e.stride > maxVector/2:
		propagate2048(v)
	case v.ordered:
		propagate1024(v)
	default:
		propagateQueue(v)
		v.assigned, v.visits = int(v.visited>>16), int(uint16(v.visited))
	}
	s := engine.Step{Assigned: e.size + v.assigned, Propagated: v.assigned, Visits: int64(v.visits)}
	if v.conflict {
		s.End = engine.Conflict
		return s
	}
	for _, l := range e.trail[e.size:s.Assigned] {
		e.values[l] = valueTrue
		e.values[l.not()] = valueFalse
	}
	e.size = s.Assigned
	return s
}

// inOrder says whether the trail must have the same order as without vectors.
func (v *vectors) inOrder(yes bool) { v.ordered = yes }

// queueFalse queues the blocks of the literals that have become false at the node at the given depth, as propagation without
// vectors does.
func (e *Engine) queueFalse(depth int) {
	e.queued = 0
	for _, l := range e.trail[e.marks[depth]:e.size] {
		e.queued += extent(len(e.queueLists([]packedLit{l.not()})))
	}
}

// updateVectors is update with vectors.
func (e *Weighted) updateVectors(depth int) {
	v, from := e.vectors, e.marks[depth]
	v.row, v.rowAbove = &e.keyRow(depth)[0], &e.rows[(depth-1)*e.stride]
	v.before, v.after = v.rows[depth], v.rows[depth+1]
	v.trail, v.count = &e.trail[from], e.size-from
	v.base, v.now = &e.base[0], &e.now[0]
	if e.stride <= maxVector/2 {
		updateKeys1024(v)
	} else {
		updateKeys2048(v)
	}
}

// pickVectors returns the positive literal of the variable with the highest score, or alwaysTrue if all scores are 0.
func (e *Weighted) pickVectors(depth int) packedLit {
	v := e.vectors
	v.row, v.after = &e.keyRow(depth)[0], v.rows[depth+1]
	return packedLit(pickKeys(v))
}

//go:noescape
func propagateQueue(v *vectors)

//go:noescape
func propagate1024(v *vectors)

//go:noescape
func propagate2048(v *vectors)

//go:noescape
func updateKeys1024(v *vectors)

//go:noescape
func updateKeys2048(v *vectors)

//go:noescape
func pickKeys(v *vectors) (l uint64)
