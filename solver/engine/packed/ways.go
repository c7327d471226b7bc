package packed

import (
	"math/bits"

	"transat/solver/engine"
)

// The way back from a conflict: which places on the trail it rests on. Those of the node itself are found one from the other. What those of the nodes above
// rest on is the same for many conflicts, and is kept, as a bit for each place on the trail. Nothing here branches on what is hard to predict.

// ways knows where on the trail literals are, and what they rest on.
type ways struct {
	words   int    // in a row of bits
	nowhere uint16 // a place on the trail behind all others: that of what needs no explanation

	places  [packedLits]uint16 // by literal that is false: where on the trail its complement is
	placed  int                // literals from here on the trail are not in places
	numbers []int64            // by place on the trail that is reached: the number of the clause, or 0
	rows    []uint64           // by place on the trail: all that it rests on, itself included
	rowed   int                // places from here on have no row

	reached [packedLits]uint8  // by place on the trail: 1 if it is in here or above
	here    [packedLits]uint16 // places at the node that the conflict rests on
	above   [packedLits]uint16 // places above it, next to those
	next    int                // number of those above
	row     []uint64           // all that the conflict rests on
	hints   []int64
}

func newWays(vars int) ways {
	words := vars/64 + 1
	return ways{
		words: words, nowhere: uint16(64 * words),
		numbers: make([]int64, 64*words), rows: make([]uint64, (64*words+1)*words),
		row: make([]uint64, words), hints: make([]int64, vars+2),
	}
}

// changed says that the trail will be another one from a place on.
func (w *ways) changed(from int) { w.placed, w.rowed = min(w.placed, from), min(w.rowed, from) }

// Explain implements engine.Noting.
func (e *Engine) Explain(t *engine.Trace) []int64 {
	n := e.notes
	for i, l := range e.trail[n.placed:e.size] {
		n.places[l.not()%packedLits] = uint16(n.placed + i)
	}
	n.placed = e.size
	node := e.marks[len(e.marks)-1]
	for ; n.rowed < node; n.rowed++ {
		n.makeRow(n.rowed, e.trail[n.rowed%packedLits])
	}
	n.reach(uint16(node), &e.trail)
	n.reachAbove(node>>6 + 1)

	hints, last := n.hints, 0
	for i, word := range n.row[:(e.size+63)>>6] {
		for d := word & n.decisions[i]; d != 0; d &= d - 1 {
			at := i<<6 + bits.TrailingZeros64(d)
			n.numbers[at] = t.Need(int(n.reasons[at%packedLits]>>32) - n.clauses)
		}
		numbers := n.numbers[i<<6:][:64]
		for ; word != 0; word &= word - 1 {
			number := numbers[bits.TrailingZeros64(word)&63]
			hints[last] = number
			last += int(uint64(-number) >> 63) // a first child has no number
		}
	}
	hints[last] = int64(n.facts[n.conflict>>32].number)
	return hints[:last+1]
}

// rests returns on which places a literal on the trail rests, and the number of the clause that made it true.
func (n *notes) rests(at uint16, l packedLit) (a, b uint16, number uint32) {
	why := n.reasons[at%packedLits]
	f := n.facts[why>>32]
	other := packedLit(why) ^ packedLit(why>>16) ^ l
	return n.places[f.owner%packedLits], n.places[other%packedLits], f.number
}

// makeRow makes the row of a place from those of two places before it.
func (n *notes) makeRow(at int, l packedLit) {
	a, b, number := n.rests(uint16(at), l)
	n.numbers[at] = int64(number)
	words := at>>6 + 1
	row := n.rows[at*n.words:][:words]
	x, y := n.rows[int(a)*n.words:][:words], n.rows[int(b)*n.words:][:words]
	for i := range row {
		row[i] = x[i] | y[i]
	}
	row[at>>6] |= 1 << (at & 63)
}

// reach finds the places that the conflict rests on and that begin with node: in row. Those before it that are next to them it puts into above.
func (n *notes) reach(node uint16, trail *[packedLits]packedLit) {
	clear(n.row)
	n.reached[n.nowhere] = 1
	conflict := n.facts[n.conflict>>32]
	here, above := 0, 0
	here, above = n.add(n.places[packedLit(n.conflict)%packedLits], node, here, above)
	here, above = n.add(n.places[packedLit(n.conflict>>16)%packedLits], node, here, above)
	here, above = n.add(n.places[conflict.owner%packedLits], node, here, above)
	for i := 0; i < here; i++ {
		at := n.here[i%packedLits]
		a, b, number := n.rests(at, trail[at%packedLits])
		n.numbers[at] = int64(number)
		here, above = n.add(a, node, here, above)
		here, above = n.add(b, node, here, above)
	}
	for _, at := range n.here[:here] {
		n.reached[at] = 0
		n.row[at>>6] |= 1 << (at & 63)
	}
	n.next = above
}

// add adds a place to those at the node, or to those above, unless it is there already. It returns their numbers.
func (n *notes) add(at, node uint16, here, above int) (int, int) {
	fresh := 1 - int(n.reached[at%packedLits])
	n.reached[at%packedLits] = 1
	n.here[here%packedLits], n.above[above%packedLits] = at, at
	before := int(uint32(int32(at)-int32(node)) >> 31)
	return here + fresh&^before, above + fresh&before
}

// reachAbove adds what the places in above rest on, which is in that many words.
func (n *notes) reachAbove(words int) {
	above := n.above[:n.next]
	for i := range words {
		word := n.row[i]
		rows := n.rows[i:]
		for _, at := range above {
			word |= rows[int(at)*n.words]
		}
		n.row[i] = word
	}
	for _, at := range above {
		n.reached[at] = 0
	}
}
