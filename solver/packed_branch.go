package solver

import "math/bits"

// Constants that repeat a pattern in every byte or every lane of a word.
const (
	highBits  = 0x8080808080808080 // the top bit of each byte
	laneBits  = 0x8000800080008000 // the top bit of each 16-bit lane
	laneUnits = 0x0001000100010001 // the lowest bit of each lane
)

// branch computes the score of every variable and picks the highest, the first on ties. A score has
// the binary clauses in its high byte and the ternary ones in its low byte, so that comparing scores
// compares the vectors of the rule. Assigned variables have score 0.
//
// Four variables are dealt with at a time, in the lanes of a word. All numbers in bytes and lanes
// leave their top bit free (see packable), so a subtraction with that bit set beforehand compares all
// of them at once: the bit survives where the first operand is at least the second.
func (e *packed) branch() Lit {
	if e.row < len(e.marks) {
		e.count()
	}
	row := e.rows[e.row*e.stride : (e.row+1)*e.stride]
	best := e.scoreAll(row)
	top := max(best&0xffff, best>>16&0xffff, best>>32&0xffff, best>>48)
	if top == 0 {
		return 0
	}
	wanted := top * laneUnits
	for i, scores := range e.scores {
		// Subtracting 1 from a lane sets its top bit if it was 0. A borrow can only spoil lanes above.
		if hit := (scores ^ wanted - laneUnits) & laneBits; hit != 0 {
			return Pos(Var(4*i + bits.TrailingZeros64(hit)/16))
		}
	}
	panic("solver: the best score is gone")
}

// scoreAll fills e.scores and returns the maximum of each of the four lanes. It keeps two maxima, for
// words with even and odd numbers, so that one need not wait for the other.
func (e *packed) scoreAll(row []uint16) uint64 {
	var even, odd uint64
	scores, weighMin := e.scores, e.weighMin
	for i := 1; i < len(scores); i += 2 {
		lanes := (*[16]uint16)(row[8*(i-1):])
		pos, neg := word(lanes[0:]), word(lanes[4:])
		score := pos + neg + minBytes(pos, neg)&weighMin
		scores[i-1] = score
		even = maxLanes(even, score)
		pos, neg = word(lanes[8:]), word(lanes[12:])
		score = pos + neg + minBytes(pos, neg)&weighMin
		scores[i] = score
		odd = maxLanes(odd, score)
	}
	return maxLanes(even, odd)
}

// word reads four lanes, the first one lowest. On most computers it is one instruction.
func word(lanes []uint16) uint64 {
	_ = lanes[3]
	return uint64(lanes[0]) | uint64(lanes[1])<<16 | uint64(lanes[2])<<32 | uint64(lanes[3])<<48
}

// minBytes returns the smaller of a and b in each byte.
func minBytes(a, b uint64) uint64 {
	keep := ((a | highBits) - b) & highBits
	keep -= keep >> 7
	return a ^ (a^b)&keep
}

// maxLanes returns the larger of a and b in each lane.
func maxLanes(a, b uint64) uint64 {
	keep := ((a | laneBits) - b) & laneBits
	keep -= keep >> 15
	return b ^ (a^b)&keep
}
