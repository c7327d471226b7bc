package packed

import (
	"math/bits"

	"transat/solver/cnf"
)

// Constants that repeat a pattern in every byte or every lane of a word.
const (
	highBits  = 0x8080808080808080 // the top bit of each byte
	laneBits  = 0x8000800080008000 // the top bit of each 16-bit lane
	laneUnits = 0x0001000100010001 // the lowest bit of each lane
)

// The search for the best variable looks at one group at a time. Eight variables have their
// positive literals in the lanes of two words and their negative ones in the lanes of the next two, see packedLit.
const (
	groupVars  = 16
	groupLanes = 2 * groupVars
	groupWords = groupLanes / 4
)

// Branch picks the variable with the highest score, the first on ties. A score has the binary clauses
// in its high byte and the ternary ones in its low byte, so that comparing scores compares the vectors
// of the rule. Assigned variables have score 0.
func (e *Engine) Branch() cnf.Lit {
	if e.row < len(e.marks) {
		e.count()
	}
	row := e.rows[e.row*e.stride : (e.row+1)*e.stride]
	return cnf.Pos(e.pick(row))
}

// pick returns the first variable with the highest score, or 0 if all scores are 0.
//
// The search for the maximum begins at the score of the variable that was picked last time at this
// depth: it often comes close, and where few variables beat the best one so far, few branches are
// mispredicted. One less is taken for a start, so that the first variable with that score is found.
func (e *Engine) pick(row []uint16) (picked cnf.Var) {
	hint := &e.hints[e.row]
	best := e.score(uint64(row[*hint]), uint64(row[hint.not()]))
	best -= min(best, 1)
	reach := e.reach(best)
	for i := seek(row, 0, reach); i < len(row); i = seek(row, i+groupLanes, reach) {
		if score, index := e.beat((*[groupLanes]uint16)(row[i:]), best); score > best {
			best, picked = score, cnf.Var(i/2)+index
			reach = e.reach(best)
		}
	}
	*hint = packLit(cnf.Pos(picked))
	return picked
}

// reach returns a word that, added to the sums of the two lanes of four variables, sets the top bit of
// each lane whose score may be above best.
//
// All numbers in bytes and lanes leave their top bit free (see Fits), so one addition compares four
// lanes with a bound. The bound is on the sum, which is faster to compute than the score. If the rarer
// sign counts twice, a score is at most one and a half times the sum, so that the binary clauses must
// be two thirds of those in best, rounded up; and if they cannot be more than in best, the ternary
// clauses must be as many.
func (e *Engine) reach(best uint64) uint64 {
	bound := best + 1
	if e.weighMin != 0 {
		binary, ternary := best/oneBinary, best%oneBinary
		least := (2*binary + 2) / 3
		bound = least * oneBinary
		if least+least/2 <= binary {
			bound += (2*(ternary+1) + 2) / 3
		}
	}
	return laneBits - bound*laneUnits
}

// seek returns where the next group begins, in row[from:], in which a variable is within reach; len(row)
// if there is none.
func seek(row []uint16, from int, reach uint64) int {
	for row := row[from:]; len(row) >= groupLanes; row = row[groupLanes:] {
		lanes := (*[groupLanes]uint16)(row)
		a := word(lanes[0:]) + word(lanes[8:]) + reach
		b := word(lanes[4:]) + word(lanes[12:]) + reach
		c := word(lanes[16:]) + word(lanes[24:]) + reach
		d := word(lanes[20:]) + word(lanes[28:]) + reach
		if (a|b|c|d)&laneBits != 0 {
			return from
		}
		from += groupLanes
	}
	return from
}

// beat returns the highest score of a group, and which of its variables has it first; or best if no
// score is above it.
func (e *Engine) beat(lanes *[groupLanes]uint16, best uint64) (score uint64, index cnf.Var) {
	scores := [groupWords / 2]uint64{
		e.score(word(lanes[0:]), word(lanes[8:])),
		e.score(word(lanes[4:]), word(lanes[12:])),
		e.score(word(lanes[16:]), word(lanes[24:])),
		e.score(word(lanes[20:]), word(lanes[28:])),
	}
	above := laneBits - (best+1)*laneUnits
	if ((scores[0]+above)|(scores[1]+above)|(scores[2]+above)|(scores[3]+above))&laneBits == 0 {
		return best, 0
	}
	top := maxLanes(maxLanes(scores[0], scores[1]), maxLanes(scores[2], scores[3]))
	top = maxLanes(top, top>>32)
	score = max(top&0xffff, top>>16&0xffff)
	for lane := findLane(scores[0], score); ; lane = findLane(scores[index/4], score) {
		if lane < 4 {
			return score, index + lane
		}
		index += 4
	}
}

// score computes the scores of four variables from the lanes of their literals.
func (e *Engine) score(pos, neg uint64) uint64 {
	return pos + neg + minBytes(pos, neg)&e.weighMin
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

// findLane returns the first lane of w that equals x, or 4 if none does. Subtracting 1 from a lane that
// has become zero sets its top bit; what it borrows disturbs later lanes only.
func findLane(w, x uint64) cnf.Var {
	return cnf.Var(bits.TrailingZeros64(((w^x*laneUnits)-laneUnits)&laneBits)) / 16
}
