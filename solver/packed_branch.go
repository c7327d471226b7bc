package solver

// Constants that repeat a pattern in every byte or every lane of a word.
const (
	highBits  = 0x8080808080808080 // the top bit of each byte
	laneBits  = 0x8000800080008000 // the top bit of each 16-bit lane
	laneUnits = 0x0001000100010001 // the lowest bit of each lane
)

// branch picks the variable with the highest score, the first on ties. A score has the binary clauses
// in its high byte and the ternary ones in its low byte, so that comparing scores compares the vectors
// of the rule. Assigned variables have score 0.
//
// The search for the maximum begins at the score of the variable that was picked last time at this
// depth: it often comes close, and where few variables beat the best one so far, few branches are
// mispredicted. One less is taken for a start, so that the first variable with that score is found.
func (e *packed) branch() Lit {
	if e.row < len(e.marks) {
		e.count()
	}
	row := e.rows[e.row*e.stride : (e.row+1)*e.stride]
	hint := &e.hints[e.row]
	known := e.score(uint64(row[*hint]), uint64(row[hint.not()]))
	v := e.pick(row, known-min(known, 1))
	*hint = packLit(Pos(v))
	return Pos(v)
}

// pick returns the first variable of those with the highest score, or 0 if none is above best.
//
// Four variables are dealt with at a time, in the lanes of a word, and eight in a turn of the loop. All
// numbers in bytes and lanes leave their top bit free (see packable), so one addition compares four
// lanes with a bound: it sets the top bit where the bound is reached.
func (e *packed) pick(row []uint16, best uint64) (picked Var) {
	reach := laneBits - e.bound(best)*laneUnits
	for v := Var(0); len(row) >= 16; v += 8 {
		first := word(row) + word(row[4:])
		second := word(row[8:]) + word(row[12:])
		if ((first+reach)|(second+reach))&laneBits != 0 {
			var index Var
			if best, index = e.beat(row, best); index < 8 {
				picked = v + index
				reach = laneBits - e.bound(best)*laneUnits
			}
		}
		row = row[16:]
	}
	return picked
}

// beat returns the highest score of the eight variables at the beginning of row, and which of them
// has it first; or best and 8 if none is above best.
func (e *packed) beat(row []uint16, best uint64) (score uint64, index Var) {
	index = 8
	for first := Var(0); first < 8; first += 4 {
		scores := e.score(word(row[2*first:]), word(row[2*first+4:]))
		for lane := range Var(4) {
			if score := scores >> (16 * lane) & 0xffff; score > best {
				best, index = score, first+lane
			}
		}
	}
	return best, index
}

// score computes the scores of four variables from the lanes of their literals.
func (e *packed) score(pos, neg uint64) uint64 {
	return pos + neg + minBytes(pos, neg)&e.weighMin
}

// bound returns the least sum of the two lanes of a variable whose score is above best. The sum is
// faster to compute than the score. If the rarer sign counts twice, a score is at most one and a half
// times the sum, so that the binary clauses must be two thirds of those in best, rounded up; and if
// they cannot be more than in best, the ternary clauses must be as many.
func (e *packed) bound(best uint64) uint64 {
	if e.weighMin == 0 {
		return best + 1
	}
	binary, ternary := best/oneBinary, best%oneBinary
	least := (2*binary + 2) / 3
	if least+least/2 > binary {
		return least * oneBinary
	}
	return least*oneBinary + (2*(ternary+1)+2)/3
}

// word reads four lanes, the first one lowest. On most computers it is one instruction.
func word(lanes []uint16) uint64 {
	_ = lanes[3]
	return uint64(lanes[0]) | uint64(lanes[1])<<16 | uint64(lanes[2])<<32 | uint64(lanes[3])<<48
}

// putWord is the opposite of word.
func putWord(lanes []uint16, word uint64) {
	_ = lanes[3]
	lanes[0] = uint16(word)
	lanes[1] = uint16(word >> 16)
	lanes[2] = uint16(word >> 32)
	lanes[3] = uint16(word >> 48)
}

// minBytes returns the smaller of a and b in each byte.
func minBytes(a, b uint64) uint64 {
	keep := ((a | highBits) - b) & highBits
	keep -= keep >> 7
	return a ^ (a^b)&keep
}
