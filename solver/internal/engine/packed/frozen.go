package packed

import (
	"math"

	"transat/solver/cnf"
)

// Frozen subtrees of the rule "weights". Read weights.go first. A row holds the key of every literal modulo 2^16. Larger keys are rare, and
// do no harm but to mislead the rule.

// freeze makes the node at the given depth, a look node, the root of a frozen subtree.
func (e *Weighted) freeze(depth int) {
	e.frozen = depth
	at := e.looks[depth]
	for _, l := range e.trail[:e.size] {
		e.base[l], e.base[l.not()] = 0, frozenFalse
	}
	clear(e.masks)
	for _, l := range at.free {
		e.base[l], e.base[l.not()] = frozenWeight(at.h[l.not()]), frozenWeight(at.h[l])
		e.masks[l.word()] |= keyMask(l)
	}
	e.base[alwaysTrue], e.base[alwaysFalse] = 0, frozenFalse
	copy(e.now, e.base)

	row := e.keyRow(depth)
	clear(row[:e.stride])
	for i := range at.clauses {
		c := &at.clauses[i]
		x, y, z := e.base[c[0]], e.base[c[1]], e.base[c[2]]
		row[c[0]] += uint16(y * z)
		row[c[1]] += uint16(x * z)
		row[c[2]] += uint16(x * y)
	}
}

// frozenWeight makes a whole number of a weight, at least one.
func frozenWeight(h float32) uint32 { return max(1, uint32(float32(frozenUnit*h)+0.5)) }

// keyMask has ones in the lane of a variable, where the bits of a key are that count for the pick.
func keyMask(l packedLit) uint64 { return math.MaxUint16 >> keyPrecision << (l % 4 * 16) }

// word returns the number of the group of four variables that the variable of l belongs to.
func (l packedLit) word() packedLit { return l>>4<<1 | l>>2&1 }

// firstOf returns the positive literal of the first of four variables.
func firstOf(word packedLit) packedLit { return word>>1<<4 | word&1<<2 }

// keyRow returns the row of a depth.
func (e *Weighted) keyRow(depth int) *[maxRow]uint16 {
	if (depth+1)*e.stride+maxRow > len(e.rows) {
		e.growRows(2*depth + 2)
	}
	return e.rowAt(depth)
}

// update makes the keys of the node at the given depth from the keys of its parent. The blocks that propagation queued at the node must
// still be in the queue. A key changes by the difference of the literal's g, times g of the third literal. The order does not matter,
// since each literal changes once, before its first clause.
func (e *Weighted) update(depth int) {
	if e.vectors != nil {
		e.updateVectors(depth)
		return
	}
	row := e.keyRow(depth)
	copy(row[:e.stride], e.rows[(depth-1)*e.stride:])
	lits := e.trail[e.marks[depth]:e.size]
	nowTrue, nowFalse := e.queueLists(lits), e.queue[:e.queued.blocks()]
	e.changeTo(row, nowTrue, 0)
	e.changeTo(row, nowFalse, frozenFalse)
	for _, l := range lits { // literals without clauses too
		e.now[l], e.now[l.not()] = 0, frozenFalse
		e.masks[l.word()] &^= keyMask(l)
	}
}

// changeTo gives the literals whose blocks are queued a new g.
func (e *Weighted) changeTo(row *[maxRow]uint16, queue []uint16, g uint32) {
	blocks := e.blocks
	owners := e.owners[:len(blocks)] // one bounds check for both
	now := (*[1 << 16]uint32)(e.now)
	for _, b := range queue {
		owner := owners[b]
		now[owner] = g
		difference := g - e.base[owner]
		block := &blocks[b]
		change(row, now, block[0], difference)
		change(row, now, block[1], difference)
		change(row, now, block[2], difference)
		change(row, now, block[3], difference)
	}
}

// change changes the keys of the other two literals of a clause of whose third g has changed.
func change(row *[maxRow]uint16, now *[1 << 16]uint32, pair, difference uint32) {
	a, b := uint16(pair), pair>>16
	x, y := now[a], now[b]
	row[a] += uint16(difference * y)
	row[b] += uint16(difference * x)
}

// restore takes back the changes of update, except the row, which is of no use any more.
func (e *Weighted) restore(lits []packedLit) {
	for _, l := range lits {
		e.now[l], e.now[l.not()] = e.base[l], e.base[l.not()]
		e.masks[l.word()] |= keyMask(l)
	}
}

// pickFrozen picks the variable with the highest score, the first on ties, and of its literals the one
// with the larger key. The search for the maximum is the same as in Engine.pick.
func (e *Weighted) pickFrozen(depth int) cnf.Lit {
	row := e.keyRow(depth)[:e.stride]
	if e.vectors != nil {
		picked := e.pickVectors(depth)
		if picked == alwaysTrue {
			return e.pickRemaining()
		}
		if row[picked] >= row[picked.not()] {
			return picked.literal()
		}
		return picked.not().literal()
	}
	hint := &e.hints[depth]
	w := hint.word()
	four := row[firstOf(w):]
	best := keyScore(word(four), word(four[packedSign:]), e.masks[w]) >> (*hint % 4 * 16) & math.MaxUint16
	best -= min(best, 1)
	reach := laneBits - (best+1)*laneUnits
	picked := alwaysTrue
	for g := 0; g+4 <= len(e.masks); g += 4 {
		lanes := (*[groupLanes]uint16)(row[8*g:])
		masks := (*[4]uint64)(e.masks[g:])
		scores := [4]uint64{
			keyScore(word(lanes[0:]), word(lanes[8:]), masks[0]),
			keyScore(word(lanes[4:]), word(lanes[12:]), masks[1]),
			keyScore(word(lanes[16:]), word(lanes[24:]), masks[2]),
			keyScore(word(lanes[20:]), word(lanes[28:]), masks[3]),
		}
		if ((scores[0]+reach)|(scores[1]+reach)|(scores[2]+reach)|(scores[3]+reach))&laneBits == 0 {
			continue
		}
		var at packedLit
		best, at = highest(&scores)
		picked = packedLit(8*g) + at
		reach = laneBits - (best+1)*laneUnits
	}
	if picked == alwaysTrue {
		return e.pickRemaining()
	}
	*hint = picked
	if row[picked] >= row[picked.not()] {
		return picked.literal()
	}
	return picked.not().literal()
}

// keyScore computes the scores of four variables from the keys of their literals.
func keyScore(x, y, mask uint64) uint64 {
	x, y = x>>keyPrecision&mask, y>>keyPrecision&mask
	keep := ((x | laneBits) - y) & laneBits // where y is the smaller one
	keep -= keep >> 15
	return x + y + 2*(x^(x^y)&keep)
}

// highest returns the highest score of a group, and where its first variable with that score is.
func highest(scores *[4]uint64) (score uint64, at packedLit) {
	top := maxLanes(maxLanes(scores[0], scores[1]), maxLanes(scores[2], scores[3]))
	top = maxLanes(top, top>>32)
	score = max(top&math.MaxUint16, top>>16&math.MaxUint16)
	for i := 0; ; i++ {
		if lane := findLane(scores[i], score); lane < 4 {
			return score, firstOf(packedLit(i)) + packedLit(lane)
		}
	}
}

// pickRemaining picks the first free variable of the first clause that remains, or returns 0 if there is none. It is
// for nodes at which no key is worth mentioning.
func (e *Weighted) pickRemaining() cnf.Lit {
	for _, c := range e.looks[e.frozen].clauses {
		if e.values[c[0]] == valueTrue || e.values[c[1]] == valueTrue || e.values[c[2]] == valueTrue {
			continue
		}
		for _, l := range c[:3] {
			if e.values[l] == valueFree {
				return l.literal()
			}
		}
	}
	return cnf.Lit{}
}
