// Package packed is the engine for formulas with at most three literals a clause and up to 4,095 variables, random 3-SAT
// above all: [Engine] branches by counts of clauses, [Weighted] by weights of literals.
//
// Start with the essays at these two types. Propagation is in propagate.go, the numbers that a branching rule looks at in
// count.go and pick.go; look.go and frozen.go are the two kinds of nodes that Weighted has.
package packed

import (
	"math"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// Engine is the engine for formulas with at most three literals a clause, random 3-SAT above all.
// It is nearly twice as fast as the general one. What makes the difference:
//
// Two literals in a word. The list of a literal holds, for each clause that contains it, the other
// two literals as two 16-bit halves of one word, all words of a list side by side. A clause is thus
// stored three times, and a visit reads one word instead of following a clause number. A binary
// clause is a pair with a literal that is always false.
//
// Values that add up. A literal that is true, free or false counts 0, 3 or 5, and the sum over a pair
// tells the state of the clause:
//
//	sum  pair           the clause, if the literal of the list is false
//	 0   true,  true    is satisfied
//	 3   true,  free    is satisfied
//	 5   true,  false   is satisfied
//	 6   free,  free    has become binary
//	 8   false, free    is a unit clause
//	10   false, false   is falsified
//
// Above these small numbers, a value has a weight of 0, 100 or 200 times 2^56, so that the addition of
// two values overflows for the last two sums and for no other.
//
// The values lie in an array with room for 65,536, so that a 16-bit literal needs no bounds check.
//
// Waves without branches. Whether a pair is worth a second look (sum 8 or 10) is as good as random, so
// a branch on it would be mispredicted every other time. Instead every pair is written behind the
// candidates found so far, and the carry of the addition is added to their number. Lists are padded to
// blocks of four with pairs of a literal that is always true, so that the loop runs over whole blocks.
// How many of them a list has is random too; so there is no loop over a list, but a queue of the blocks
// of a whole wave, which is filled while the wave is assigned (propagate.go).
//
// Propagate first, count later. Half of all nodes are conflicts, and they have four times as many
// propagations as the others. So the numbers that the branching rule looks at are touched only when
// branch is called, on a node that has survived. They form one row per depth, copied from the
// parent's row and corrected; going back means to use the row above again (count.go).
//
// Counts of eight bits. The numbers of binary and ternary clauses of a literal are the two bytes of a
// 16-bit lane, four lanes to a word, and the pick works on whole words (pick.go).
//
// Where a processor has vectors of 512 bits, there is a faster way for some of this: see vectors_amd64.go.
type Engine struct {
	vars    int
	refuted bool
	units   []packedLit

	blocks  [][4]uint32        // of pairs, grouped by literal
	first   [packedLits]uint64 // by literal: the numbers of its first four blocks, one to a lane
	extents [packedLits]extent // by literal: of its list

	owners []packedLit // by block: the literal whose list it is in

	trail  [packedLits]packedLit // true literals in the order of their assignment; only the first size count
	size   int
	marks  []int // marks[d] is where the node at depth d begins in trail
	rows   []uint16
	stride int         // lanes in a row
	row    int         // number of the last row that is up to date: row d+1 belongs to the node at depth d
	hints  []packedLit // by row: the literal that was picked there last

	ifTrue   [256]uint32
	ifFalse  [256]uint16
	weighMin uint64 // all ones if the branching rule counts the rarer sign twice, otherwise zero

	values     [1 << 16]packedValue // by literal
	candidates [1<<16 + 16]uint32   // pairs, with room to write 16 after the last
	queue      [1<<16 + 4]uint16    // numbers of blocks, with room to write four after the last
	queued     extent               // the blocks that the waves of the current node have queued

	vectors *vectors // nil if this computer has none
}

// extent is the size of a list, or of several: the number of blocks in the lower half, the number of pairs,
// which is the number of clauses, in the upper half.
type extent uint32

func (x extent) blocks() uint16 { return uint16(x) }
func (x extent) pairs() uint16  { return uint16(x >> 16) }

// packedLit is a literal in the numbering that suits the pick: the positive literals of variables
// 8i to 8i+7 have the codes 16i to 16i+7, and their complements the next eight. Variable 0, which no
// formula has, is always true.
type packedLit uint16

// The literals of variable 0.
const (
	alwaysTrue  packedLit = 0
	alwaysFalse packedLit = alwaysTrue ^ packedSign
)

const packedSign = 8

// packedLits is a power of two above all literals. In an array of this size, an index modulo
// packedLits needs no bounds check.
const packedLits = 2 * (maxVars + 1)

func packLit(l cnf.Lit) packedLit {
	v := packedLit(l.Var())
	return v>>3<<4 | v&7 | packedLit(l.Code()&1)*packedSign
}

func (l packedLit) variable() cnf.Var { return cnf.Var(l>>4<<3 | l&7) }

func (l packedLit) not() packedLit { return l ^ packedSign }

// packedValue is the value of a literal: a small number and a weight, see packed.
type packedValue uint64

// The values of a literal.
const (
	valueTrue  packedValue = packedTrue
	valueFree  packedValue = packedFree | 100<<56
	valueFalse packedValue = packedFalse | 200<<56
)

// The small numbers of the values.
const (
	packedTrue  = 0
	packedFree  = 3
	packedFalse = 5
)

// small returns the small number of v.
func (v packedValue) small() uint32 { return uint32(v) }

// Limits of packed. A row takes 4 bytes a variable and there may be one per variable; the pairs
// are indexed by 16 bits; and a score, see Rule, must not exceed 7 bits.
const (
	maxVars  = 1<<12 - 1
	maxPairs = 1<<16 - 1
	maxScore = math.MaxInt8
)

// Fits reports whether packed can hold p. It depends on the formula only, not on the rule.
func Fits(p *cnf.Problem) bool {
	if p.Longest > 3 || p.Vars > maxVars || p.Clauses.Literals() > maxPairs {
		return false
	}
	for v := cnf.Var(1); int(v) <= p.Vars; v++ {
		pos, neg := p.Occ[cnf.Pos(v).Code()], p.Occ[cnf.Neg(v).Code()]
		if pos+neg+min(pos, neg) > maxScore {
			return false
		}
	}
	return true
}

// New returns the engine for p. The branching rule counts the rarer sign of a variable minWeight times, 1 or 2.
func New(p *cnf.Problem, minWeight int) *Engine {
	e := &Engine{
		vars:    p.Vars,
		refuted: p.Refuted,
		ifTrue:  changesIfTrue(),
		ifFalse: changesIfFalse(),
		stride:  (p.Vars + groupVars) / groupVars * groupLanes, // of whole groups, and variable 0 counts
		hints:   make([]packedLit, p.Vars+2),
	}
	for _, l := range p.Units {
		e.units = append(e.units, packLit(l))
	}
	for l := range e.stride {
		e.values[l] = valueFree
	}
	e.values[alwaysTrue] = valueTrue
	e.values[alwaysFalse] = valueFalse
	if minWeight == 2 {
		e.weighMin = math.MaxUint64
	}
	e.makeLists(p)
	e.makeRows(p)
	e.vectors = newVectors(e)
	return e
}

// makeLists lays out the lists in the order of the variables. A zero word is the padding.
func (e *Engine) makeLists(p *cnf.Problem) {
	total := 0
	for code := range uint32(len(p.Occ)) {
		l := cnf.FromCode(code)
		if l.IsNone() {
			continue
		}
		blocks := (int(p.Occ[l.Code()]) + 3) / 4
		for range blocks {
			e.owners = append(e.owners, packLit(l))
		}
		e.first[packLit(l)] = uint64(total)*laneUnits + 0x0003_0002_0001_0000
		e.extents[packLit(l)] = extent(blocks) | extent(p.Occ[l.Code()])<<16
		total += blocks
	}
	e.blocks = make([][4]uint32, total)
	used := make([]uint32, e.stride)
	add := func(l, a, b packedLit) {
		i := used[l]
		used[l]++
		e.list(l)[i/4][i%4] = uint32(a) | uint32(b)<<16
	}
	for i := range p.Clauses.Len() {
		clause := p.Clauses.Clause(i)
		a, b, c := packLit(clause[0]), packLit(clause[1]), alwaysFalse
		if len(clause) == 3 {
			c = packLit(clause[2])
			add(c, a, b)
		}
		add(a, b, c)
		add(b, a, c)
	}
}

// list returns the blocks of l.
func (e *Engine) list(l packedLit) [][4]uint32 {
	return e.blocks[uint16(e.first[l%packedLits]):][:e.extents[l%packedLits].blocks()]
}

func (e *Engine) Reset() engine.Step {
	for len(e.marks) > 0 {
		e.Undo()
	}
	e.marks = append(e.marks, 0)
	if e.refuted {
		return engine.Step{End: engine.Conflict}
	}
	if e.vectors != nil {
		return e.assumeVectors(0, e.units...)
	}
	for i, l := range e.units {
		e.candidates[i] = unitPair(l)
	}
	return e.propagate(uint16(len(e.units)))
}

func (e *Engine) Assume(l cnf.Lit) engine.Step {
	e.marks = append(e.marks, e.size)
	if e.vectors != nil {
		return e.assumeVectors(len(e.marks)-1, packLit(l))
	}
	e.candidates[0] = unitPair(packLit(l))
	return e.propagate(1)
}

// unitPair returns a candidate that makes l true.
func unitPair(l packedLit) uint32 { return uint32(l) | uint32(alwaysFalse)<<16 }

func (e *Engine) Undo() {
	depth := len(e.marks) - 1
	from := e.marks[depth]
	e.marks = e.marks[:depth]
	e.row = min(e.row, depth)
	for _, l := range e.trail[from:e.size] {
		e.values[l] = valueFree
		e.values[l.not()] = valueFree
	}
	e.size = from
}

// Looking is for the engine that branches by weights.
func (e *Engine) Looking() bool { return false }

// FrozenDepth is for the engine that branches by weights, too.
func (e *Engine) FrozenDepth() int { return -1 }

// Bytes returns how much memory the engine holds.
func (e *Engine) Bytes() int64 { return engine.BytesHeld(e) }

func (e *Engine) Model(m cnf.Model) {
	for _, l := range e.trail[:e.size] {
		m[l.variable()] = l&packedSign == 0
	}
}
