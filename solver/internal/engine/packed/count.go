package packed

import "transat/solver/cnf"

// A row holds, for each literal in the order of packedLit, how many of the remaining clauses that
// contain it are binary (high byte) and ternary (low byte). A literal that has a value has zeros.
// Row 0 counts the clauses of the formula itself, row d+1 the clauses that remain at the node at depth d.
const (
	oneTernary = 1
	oneBinary  = 1 << 8
)

// The tables below say how the lanes of a clause's literals change when one of its literals gets a
// value, given the values of the other two, a and b. Changes are added modulo 2^16. Literals that have
// a value do not change. The tables have 256 entries so that a sum of values, a byte, needs no bounds
// check.

// changesIfTrue are for a clause that is satisfied. The change for a is in the lower half of entry
// values[a] + 2·values[b], and that for b in the upper half.
func changesIfTrue() (c [256]uint32) {
	c[packedFree+2*packedFree] = lanes(-oneTernary, -oneTernary)
	c[packedFree+2*packedFalse] = lanes(-oneBinary, 0)
	c[packedFalse+2*packedFree] = lanes(0, -oneBinary)
	return c
}

// changesIfFalse are for a clause that gets shorter: entry values[a] + values[b] is the change for both.
func changesIfFalse() (c [256]uint16) {
	c[packedFree+packedFree] = oneBinary - oneTernary
	return c
}

func lanes(a, b int) uint32 { return uint32(uint16(a)) | uint32(uint16(b))<<16 }

// maxRow is the size of a row in which every packedLit has a lane.
const maxRow = 1 << 16

// makeRows makes row 0 and room for a few more.
func (e *Engine) makeRows(p *cnf.Problem) {
	e.growRows(min(e.vars, 30) + 2)
	row := e.rowAt(0)
	for i := range p.Clauses.Len() {
		clause := p.Clauses.Clause(i)
		change := uint16(oneTernary)
		if len(clause) == 2 {
			change = oneBinary
		}
		for _, l := range clause {
			row[packLit(l)] += change
		}
	}
}

// growRows makes room for n rows. The last one is followed by enough lanes that rowAt can be an array
// that has a lane for every packedLit, which saves all bounds checks.
func (e *Engine) growRows(n int) {
	grown := make([]uint16, n*e.stride+maxRow)
	copy(grown, e.rows)
	e.rows = grown
}

func (e *Engine) rowAt(i int) *[maxRow]uint16 { return (*[maxRow]uint16)(e.rows[i*e.stride:]) }

// count makes the row of the current node from the row of its parent. The blocks that propagation queued at this
// node must still be in the queue.
//
// A clause may contain several literals that got a value at this node. They get it once more here, in an
// order that is easy to follow: first they become true, one after the other, and each time the clauses
// that still remained are taken out; then their complements become false. By then a clause of these is
// satisfied, or its other two literals are free, since propagation has come to its end.
func (e *Engine) count() {
	e.row++
	if (e.row+1)*e.stride+maxRow > len(e.rows) {
		e.growRows(2 * e.row)
	}
	row := e.rowAt(e.row)
	copy(row[:e.stride], e.rows[(e.row-1)*e.stride:])

	lits := e.trail[e.marks[e.row-1]:e.size]
	for _, l := range lits {
		e.values[l] = valueFree
		e.values[l.not()] = valueFree
	}
	if e.vectors != nil {
		e.queueFalse(e.row - 1)
	}
	e.countTrue(row, e.queueLists(lits))
	for _, l := range lits {
		e.values[l] = valueTrue
		e.values[l.not()] = valueFalse
	}
	e.countFalse(row, e.queue[:e.queued.blocks()])
	for _, l := range lits {
		row[l] = 0
		row[l.not()] = 0
	}
}

// countTrue makes the literals true whose blocks are queued, and applies the changes to their clauses.
func (e *Engine) countTrue(row *[maxRow]uint16, queue []uint16) {
	blocks := e.blocks
	owners := e.owners[:len(blocks)] // one bounds check for both
	for _, b := range queue {
		e.values[owners[b]] = valueTrue
		block := &blocks[b]
		e.satisfy(row, block[0])
		e.satisfy(row, block[1])
		e.satisfy(row, block[2])
		e.satisfy(row, block[3])
	}
}

// countFalse applies the changes to the clauses in the queue, which have a literal that is false.
func (e *Engine) countFalse(row *[maxRow]uint16, queue []uint16) {
	blocks := e.blocks
	for _, b := range queue {
		block := &blocks[b]
		e.shorten(row, block[0])
		e.shorten(row, block[1])
		e.shorten(row, block[2])
		e.shorten(row, block[3])
	}
}

// satisfy changes the lanes of the pair that is left of a satisfied clause.
func (e *Engine) satisfy(row *[maxRow]uint16, pair uint32) {
	a, b := uint16(pair), pair>>16
	change := e.ifTrue[uint8(e.values[a].small()+2*e.values[b].small())]
	row[a] += uint16(change)
	row[b] += uint16(change >> 16)
}

// shorten changes the lanes of the pair that is left of a clause that gets shorter.
func (e *Engine) shorten(row *[maxRow]uint16, pair uint32) {
	a, b := uint16(pair), pair>>16
	change := e.ifFalse[uint8(e.values[a].small()+e.values[b].small())]
	row[a] += change
	row[b] += change
}
