package packed

import (
	"math/bits"

	"transat/solver/internal/engine"
)

// The way back from a conflict: which places on the trail it rests on. Those of the node itself are found one from the other. What those of the nodes above
// rest on is the same for many conflicts, and is kept, as a bit for each place on the trail. Nothing here branches on what is hard to predict.

// ways knows where on the trail literals are, and what they rest on. It is an engine.Explainer, and has a trail of its own.
type ways struct {
	facts   []fact // by place in the lists; behind them the unit clauses, and the decisions, which are no clauses
	clauses int    // without the decisions

	trail     [packedLits]packedLit
	reasons   [packedLits]noted
	decisions [packedLits / 64]uint64 // a bit for each place on the trail
	size      int                     // of the trail
	conflict  noted                   // the clause that is false

	words   int    // in a row of bits
	nowhere uint16 // a place on the trail behind all others: that of what needs no explanation

	places  [packedLits]uint16 // by literal that is false: where on the trail its complement is
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

func newWays(vars int) *ways {
	words := vars/64 + 1
	w := &ways{
		words: words, nowhere: uint16(64 * words),
		numbers: make([]int64, 64*words), rows: make([]uint64, (64*words+1)*words),
		row: make([]uint64, words), hints: make([]int64, vars+2),
	}
	w.places[alwaysFalse] = w.nowhere
	return w
}

// read reads what is in a log, and returns the place of the node.
func (w *ways) read(log []uint64) (node int) {
	from := int(uint32(log[0]))
	w.conflict = noted(log[1])
	w.rowed = min(w.rowed, from)
	i := from >> 6
	w.decisions[i] &= 1<<(from&63) - 1
	clear(w.decisions[i+1 : w.words])
	for i, entry := range log[2:] {
		at, why := from+i, noted(entry)
		l := packedLit(why >> (why >> 63 << 4))
		why &^= upper
		w.trail[at%packedLits], w.reasons[at%packedLits] = l, why
		w.places[l.not()%packedLits] = uint16(at)
		if int(why>>32) >= w.clauses {
			w.decisions[at>>6] |= 1 << (at & 63)
		}
	}
	w.size = from + len(log) - 2
	return int(log[0] >> 32)
}

// Explain implements engine.Explainer.
func (w *ways) Explain(log []uint64, t *engine.Trace) []int64 {
	node := w.read(log)
	for ; w.rowed < node; w.rowed++ {
		w.makeRow(w.rowed, w.trail[w.rowed%packedLits])
	}
	w.reach(uint16(node))
	w.reachAbove(node>>6 + 1)

	hints, last := w.hints, 0
	for i, word := range w.row[:(w.size+63)>>6] {
		for d := word & w.decisions[i]; d != 0; d &= d - 1 {
			at := i<<6 + bits.TrailingZeros64(d)
			w.numbers[at] = t.Need(int(w.reasons[at%packedLits]>>32) - w.clauses)
		}
		numbers := w.numbers[i<<6:][:64]
		for ; word != 0; word &= word - 1 {
			number := numbers[bits.TrailingZeros64(word)&63]
			hints[last] = number
			last += int(uint64(-number) >> 63) // a first child has no number
		}
	}
	hints[last] = int64(w.facts[w.conflict>>32].number)
	return hints[:last+1]
}

// rests returns on which places a literal on the trail rests, and the number of the clause that made it true.
func (w *ways) rests(at uint16, l packedLit) (a, b uint16, number uint32) {
	why := w.reasons[at%packedLits]
	f := w.facts[why>>32]
	other := packedLit(why) ^ packedLit(why>>16) ^ l
	return w.places[f.owner%packedLits], w.places[other%packedLits], f.number
}

// makeRow makes the row of a place from those of two places before it.
func (w *ways) makeRow(at int, l packedLit) {
	a, b, number := w.rests(uint16(at), l)
	w.numbers[at] = int64(number)
	words := at>>6 + 1
	row := w.rows[at*w.words:][:words]
	x, y := w.rows[int(a)*w.words:][:words], w.rows[int(b)*w.words:][:words]
	for i := range row {
		row[i] = x[i] | y[i]
	}
	row[at>>6] |= 1 << (at & 63)
}

// reach finds the places that the conflict rests on and that begin with node: in row. Those before it that are next to them it puts into above.
func (w *ways) reach(node uint16) {
	clear(w.row)
	w.reached[w.nowhere] = 1
	conflict := w.facts[w.conflict>>32]
	here, above := 0, 0
	here, above = w.add(w.places[packedLit(w.conflict)%packedLits], node, here, above)
	here, above = w.add(w.places[packedLit(w.conflict>>16)%packedLits], node, here, above)
	here, above = w.add(w.places[conflict.owner%packedLits], node, here, above)
	for i := 0; i < here; i++ {
		at := w.here[i%packedLits]
		a, b, number := w.rests(at, w.trail[at%packedLits])
		w.numbers[at] = int64(number)
		here, above = w.add(a, node, here, above)
		here, above = w.add(b, node, here, above)
	}
	for _, at := range w.here[:here] {
		w.reached[at] = 0
		w.row[at>>6] |= 1 << (at & 63)
	}
	w.next = above
}

// add adds a place to those at the node, or to those above, unless it is there already. It returns their numbers.
func (w *ways) add(at, node uint16, here, above int) (int, int) {
	fresh := 1 - int(w.reached[at%packedLits])
	w.reached[at%packedLits] = 1
	w.here[here%packedLits], w.above[above%packedLits] = at, at
	before := int(uint32(int32(at)-int32(node)) >> 31)
	return here + fresh&^before, above + fresh&before
}

// reachAbove adds what the places in above rest on, which is in that many words.
func (w *ways) reachAbove(words int) {
	above := w.above[:w.next]
	for i := range words {
		word := w.row[i]
		rows := w.rows[i:]
		for _, at := range above {
			word |= rows[int(at)*w.words]
		}
		w.row[i] = word
	}
	for _, at := range above {
		w.reached[at] = 0
	}
}
