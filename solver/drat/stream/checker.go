package stream

import "math"

// checker knows the clauses that hold now, and the literals that follow from some assumptions. Literals are the codes of package
// cnf: l^1 is the complement of l.
//
// Levels are as in a search: level 0 has the literals that follow without an assumption, and each assumption opens one more level.
// All levels up to base belong to the piece, and the levels above to the lemma that was checked last.
type checker struct {
	all    []uint8  // the values, and room for as many as narrow lists can tell apart
	values []uint8  // by literal; both of variable 0 are true
	levels []int32  // by variable, if it has a value
	trail  []uint32 // literals in the order in which they have become true
	head   int      // those before it have been propagated
	starts []int    // where levels 1, 2, … begin in the trail, each with its assumption
	base   int
	wrong  int // the level at which some clause has lost all literals, noLevel if none has

	clauses
	parked  [][]ref // by level above base: clauses that have to be looked at again when it ends
	again   []ref   // scratch of back
	pending ref     // the lemma that was added last, which is not in its place yet
}

// The values. When a clause of three literals loses one, the sum of the values of the other two says more: 4 (one is false, one is
// free) is a unit clause, 6 is a conflict, and a smaller sum is of no interest.
const (
	isTrue  uint8 = 0
	free    uint8 = 1
	isFalse uint8 = 3

	unitShift = 2 // a sum shifted by this is 0 or 1
	conflict  = 2 * isFalse
)

const noLevel = math.MaxInt

func newChecker(vars int) *checker {
	c := &checker{
		all:     make([]uint8, max(2*vars+2, narrowLits)),
		levels:  make([]int32, vars+1),
		wrong:   noLevel,
		clauses: newClauses(vars),
		parked:  make([][]ref, 2),
	}
	c.values = c.all[:2*vars+2]
	for i := 2; i < len(c.values); i++ {
		c.values[i] = free
	}
	return c
}

func (c *checker) level() int { return len(c.starts) }

// assign makes a free literal true.
func (c *checker) assign(l uint32) {
	c.values[l], c.values[l^1] = isTrue, isFalse
	c.levels[l>>1] = int32(len(c.starts))
	c.trail = append(c.trail, l)
}

// open begins a level with an assumption, which must be free.
func (c *checker) open(l uint32) {
	c.starts = append(c.starts, len(c.trail))
	if len(c.parked) <= len(c.starts) {
		c.parked = append(c.parked, nil)
	}
	c.assign(l)
}

// back ends all levels above the given one, and puts the pending lemma in its place.
func (c *checker) back(level int) {
	c.cut(level)
	if r := c.pending; r != 0 {
		c.pending = 0
		c.place(r)
	}
}

// cut ends all levels above the given one.
func (c *checker) cut(level int) {
	if level >= len(c.starts) {
		return
	}
	start := c.starts[level]
	for _, l := range c.trail[start:] {
		c.values[l], c.values[l^1] = free, free
	}
	c.trail = c.trail[:start]
	c.head = min(c.head, start)
	c.again = c.again[:0]
	for i := level + 1; i <= len(c.starts); i++ {
		c.again = append(c.again, c.parked[i]...)
		c.parked[i] = c.parked[i][:0]
	}
	c.starts = c.starts[:level]
	if c.wrong > level {
		c.wrong = noLevel
	}
	for _, r := range c.again {
		c.place(r)
	}
}

// follows reports whether a clause follows by reverse unit propagation. Its assumptions stay.
func (c *checker) follows(lits []uint32) bool {
	c.back(c.shared(lits))
	if c.fails() {
		return true
	}
	for _, l := range lits {
		switch c.values[l] {
		case isTrue:
			return true
		case free:
			c.open(l ^ 1)
			if c.fails() {
				return true
			}
		}
	}
	return false
}

// shared returns the level up to which all that is assumed are complements of literals in a clause.
func (c *checker) shared(lits []uint32) int {
	c.mark(lits)
	level := c.base
	for level < len(c.starts) && c.marked(c.trail[c.starts[level]]^1) {
		level++
	}
	return level
}

// fails propagates, and reports whether some clause has lost all literals.
func (c *checker) fails() bool {
	if c.wrong == noLevel && !c.propagate() {
		c.wrong = len(c.starts)
	}
	return c.wrong != noLevel
}

// add takes up a clause that holds from now on.
func (c *checker) add(lits []uint32, lemma bool) {
	lits, ok := c.normal(lits)
	if !ok {
		return
	}
	if r := c.find(lits); r != 0 {
		c.store[r+wordCopies]++
		return
	}
	if c.pending != 0 {
		c.place(c.pending)
	}
	c.pending = c.keep(lits, lemma)
}

// remove takes a clause back. If there is no such clause nothing happens: checking with additional clauses is sound, since every clause
// here is implied.
func (c *checker) remove(lits []uint32) {
	lits, ok := c.normal(lits)
	if !ok {
		return
	}
	r := c.find(lits)
	if r == 0 {
		return
	}
	if c.store[r+wordCopies]--; c.store[r+wordCopies] == 0 {
		c.drop(r)
	}
}

// drop forgets a clause.
func (c *checker) drop(r ref) {
	switch place := c.store[r+wordPlace]; {
	case r == c.pending:
		c.pending = 0
	case place == attached:
		c.detach(r)
	case int(place) > c.base:
		list := c.parked[place]
		for i := len(list) - 1; i >= 0; i-- { // it is mostly the last one
			if list[i] == r {
				list[i] = list[len(list)-1]
				c.parked[place] = list[:len(list)-1]
				break
			}
		}
	}
	c.forget(r)
}

// place puts a clause with two literals that are not false into the lists of propagation. Any other clause is a unit clause, or has
// lost all literals; it is parked until the assignment that makes it so is taken back.
func (c *checker) place(r ref) {
	lits := c.lits(r)
	found := 0
	for i, l := range lits {
		if c.values[l] != isFalse {
			lits[i], lits[found] = lits[found], l
			if found++; found == 2 {
				c.attach(r)
				return
			}
		}
	}
	level := c.base // a clause that holds only in the piece is no conflict outside it
	switch {
	case found == 0:
		for _, l := range lits {
			level = max(level, int(c.levels[l>>1]))
		}
		c.wrong = min(c.wrong, level)
	case c.values[lits[0]] == free:
		c.assign(lits[0])
		level = len(c.starts)
	default:
		level = int(c.levels[lits[0]>>1])
	}
	c.store[r+wordPlace] = uint32(level)
	if level > c.base {
		c.parked[level] = append(c.parked[level], r)
	}
}

// forgetPiece goes back to the consequences of the formula alone.
func (c *checker) forgetPiece() {
	for c.lemmas != 0 {
		c.drop(c.lemmas)
	}
	c.base = 0
	c.back(0)
}

// assume begins a piece, in which literals are true, and forgets the lemmas of the piece before. The piece has a level of its own
// even if nothing is assumed: consequences of its lemmas must not stay on level 0, or another piece could rest on them.
func (c *checker) assume(lits []uint32) {
	if c.forgetPiece(); c.fails() {
		return
	}
	c.base, c.starts = 1, append(c.starts, len(c.trail))
	for _, l := range lits {
		switch c.values[l] {
		case isFalse:
			c.wrong = 1
		case free:
			c.assign(l)
		}
		if c.fails() {
			return
		}
	}
}

// include counts it as shown that a path cannot hold. It reports false if not all of its decisions hold here.
func (c *checker) include(path []uint32) bool {
	claim := make([]uint32, len(path))
	for i, l := range path {
		claim[i] = l ^ 1
	}
	c.back(c.shared(claim))
	if c.fails() {
		return true
	}
	for _, l := range claim {
		if c.values[l] != isFalse {
			return false
		}
	}
	c.wrong = c.level()
	return true
}
