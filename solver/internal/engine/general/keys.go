package general

import (
	"math/bits"

	"transat/solver/cnf"
)

// keys are the numbers that the branching rule compares: how many of the remaining clauses (not
// satisfied) of each length contain a literal. The counts of a literal lie side by side in one word, in
// lanes of equal width, clauses of length two in the highest:
//
//	┌──────────┬──────────┬──────────┬─────┐
//	│ length 2 │ length 3 │ length 4 │ ... │
//	└──────────┴──────────┴──────────┴─────┘
//
// The top bit of a lane stays clear whatever the rule computes. So one addition adds the counts of two
// literals in all lengths, comparing two words compares them length by length, and a clause that becomes
// shorter changes the word of each of its literals by one addition.
//
// The more clauses a variable has, the wider the lanes must be and the fewer lengths have one; two and
// three always do. The others are counted when a tie has to be broken.
type keys struct {
	words []uint64   // by literal; the word of a literal with a value means nothing
	rows  [][]uint64 // by depth + 1: the words of that node; nil if there is no room for copies
	depth int        // words is rows[depth], if there are any

	one       []uint64 // by length, one clause of that length; 0 if the length has no lane
	lanes     int
	width     uint   // bits in a lane
	laneTops  uint64 // the top bit of every lane
	weighMin  uint64 // all ones if the branching rule counts the rarer sign twice, otherwise zero
	satisfied [256]uint64
	shortened [256]uint64
}

// newKeys makes keys for no clauses, with lanes that are wide enough if each literal comes to occur as
// often as occurrences says.
func newKeys(occurrences []uint32, longest, minWeight int, copies bool) keys {
	score := uint32(1)
	for code := cnf.Pos(1).Code(); int(code) < len(occurrences); code += 2 {
		pos, neg := occurrences[code], occurrences[code+1]
		score = max(score, pos+neg+min(pos, neg))
	}
	longest = max(longest, 3)
	width := bits.Len32(score) + 1
	k := keys{
		words: make([]uint64, len(occurrences)),
		one:   make([]uint64, longest+2),
		lanes: min(64/width, longest-1),
		width: uint(width),
	}
	for i := range k.lanes {
		k.one[i+2] = 1 << (width * (k.lanes - 1 - i))
		k.laneTops |= k.one[i+2] << (width - 1)
	}
	if minWeight == 2 {
		k.weighMin = ^uint64(0)
	}
	if copies {
		k.rows = [][]uint64{k.words}
	}
	k.changesOfPairs()
	return k
}

// changesOfPairs fills the tables that say how the word of a literal changes when another literal of its
// short clause gets a value, given the values of the two that remain: a, its own, and b. A literal that
// has a value does not change. A clause that becomes a unit clause is not counted anew: its last
// literal gets a value at the same node.
func (k *keys) changesOfPairs() {
	k.satisfied[litFree+2*litFree] = -k.one[3] // entry a + 2·b
	k.satisfied[litFree+2*litFalse] = -k.one[2]
	k.shortened[litFree+litFree] = k.one[2] - k.one[3] // entry a + b
}

// longestLane returns the largest length that has a lane.
func (k *keys) longestLane() uint32 { return uint32(k.lanes + 1) }

// descend begins a new row, a copy of the present one.
func (k *keys) descend() {
	k.depth++
	if k.depth == len(k.rows) {
		k.rows = append(k.rows, make([]uint64, len(k.words)))
	}
	copy(k.rows[k.depth], k.words)
	k.words = k.rows[k.depth]
}

// ascend goes back to the row above.
func (k *keys) ascend() {
	k.depth--
	k.words = k.rows[k.depth]
}

// add adds to the words of all literals of a clause. To leave out literals with a value would cost a
// test for each.
func (k *keys) add(clause []cnf.Lit, change uint64) {
	for _, l := range clause {
		k.words[l.Code()] += change
	}
}

// score computes the numbers that the rule gives to a variable, for all lengths that have a lane, from
// the words of its literals.
func (k *keys) score(pos, neg uint64) uint64 {
	return pos + neg + k.minLanes(pos, neg)&k.weighMin
}

// scoreBound is at least score, and faster to compute.
func (k *keys) scoreBound(pos, neg uint64) uint64 {
	return pos + neg + (pos+neg)>>1&k.weighMin
}

// minLanes returns the smaller of a and b in each lane.
func (k *keys) minLanes(a, b uint64) uint64 {
	keep := ((a | k.laneTops) - b) & k.laneTops
	keep -= keep >> ((k.width - 1) & 63)
	return a ^ (a^b)&keep
}
