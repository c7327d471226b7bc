package solver

import "encoding/binary"

// A row holds, for each literal in the order of packedLit, how many of the remaining clauses that
// contain it are binary (high byte) and ternary (low byte). A literal that has a value has zeros.
// Row 0 counts the clauses of the formula itself, row d+1 those that remain at the node at depth d.
//
// A row is bytes rather than words, and every access names the byte order, so that the pick finds
// its lanes in the right order on any computer; on most this costs nothing.
const (
	oneTernary = 1
	oneBinary  = 1 << 8
)

// A clause changes the lanes of its free literals when one of its literals gets a value. The change
// depends on the sum of the values of the other two.
var (
	// changeIfTrue is for a clause that is satisfied.
	changeIfTrue = [256]uint16{0: lane(-oneTernary), packedFalse: lane(-oneBinary)}
	// changeIfFalse is for a clause that gets shorter. One that becomes a unit clause is not counted
	// anew: its last literal gets a value at the same node.
	changeIfFalse = [256]uint16{0: lane(oneBinary - oneTernary)}
)

// maxRow is the size of a row if every packedLit had a lane.
const maxRow = 1 << 17

func lane(n int) uint16 { return uint16(n) }

// makeRows makes row 0 and room for a few more.
func (e *packed) makeRows(p *problem) {
	e.growRows(min(e.vars, 30) + 2)
	row := e.rowAt(0)
	for i := range p.clauses.Len() {
		clause := p.clauses.Clause(i)
		change := uint16(oneTernary)
		if len(clause) == 2 {
			change = oneBinary
		}
		for _, l := range clause {
			changeLane(row, packLit(l), change)
		}
	}
}

// growRows makes room for n rows. The last one is followed by enough bytes that rowAt can be an
// array that has a lane for every packedLit, which saves all bounds checks.
func (e *packed) growRows(n int) {
	grown := make([]byte, n*e.stride+maxRow)
	copy(grown, e.rows)
	e.rows = grown
}

func (e *packed) rowAt(i int) *[maxRow]byte { return (*[maxRow]byte)(e.rows[i*e.stride:]) }

func changeLane(row *[maxRow]byte, l packedLit, change uint16) {
	i := uint32(l) * 2
	n := uint16(row[i]) | uint16(row[i+1])<<8
	n += change
	row[i], row[i+1] = byte(n), byte(n>>8)
}

// count makes the row of the current node from that of its parent.
func (e *packed) count() {
	e.row++
	if (e.row+1)*e.stride+maxRow > len(e.rows) {
		e.growRows(2 * e.row)
	}
	row := e.rowAt(e.row)
	copy(row[:e.stride], e.rows[(e.row-1)*e.stride:])

	// The literals get their values once more, one after the other, so that each clause is seen in
	// every state it went through.
	lits := e.trail[e.marks[e.row-1]:e.size]
	for _, l := range lits {
		e.values[l] = 0
		e.values[l.not()] = 0
	}
	for _, l := range lits {
		e.countTrue(row, l)
		e.countFalse(row, l.not())
		e.values[l] = packedTrue
		e.values[l.not()] = packedFalse
		binary.LittleEndian.PutUint16(row[uint32(l)*2:], 0)
		binary.LittleEndian.PutUint16(row[uint32(l.not())*2:], 0)
	}
}

// countTrue takes the clauses that l satisfies out of the counts. Of a binary clause, the change is
// kept from the literal that is false: its value, 1, makes the mask 0.
func (e *packed) countTrue(row *[maxRow]byte, l packedLit) {
	values, changes := &e.values, &changeIfTrue
	list := e.lists[l]
	for _, block := range e.blocks[list.first:list.last] {
		for _, pair := range block {
			a, b := packedLit(pair), packedLit(pair>>16)
			change := changes[values[a]+values[b]]
			changeLane(row, a, change&(uint16(values[a])-1))
			changeLane(row, b, change&(uint16(values[b])-1))
		}
	}
}

// countFalse makes the ternary clauses of l binary.
func (e *packed) countFalse(row *[maxRow]byte, l packedLit) {
	values, changes := &e.values, &changeIfFalse
	list := e.lists[l]
	for _, block := range e.blocks[list.first:list.last] {
		for _, pair := range block {
			a, b := packedLit(pair), packedLit(pair>>16)
			change := changes[values[a]+values[b]]
			changeLane(row, a, change)
			changeLane(row, b, change)
		}
	}
}
