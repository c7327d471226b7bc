package drat

import (
	"math"

	"transat/solver/cnf"
)

// checker is a set of clauses, and an assignment that propagation extends. Literals are the codes of cnf.Lit as
// numbers, since all lists are indexed by them.
type checker struct {
	store
	values []uint8  // by literal
	places []uint32 // by variable with a value: its place in trail
	trail  []entry  // the true literals in the order of their assignment

	decisions []uint32 // the places of assumptions, ascending
	head      heads    // the progress of propagation
	units     []ref    // the unit clauses that are there, in the order of their addition
	empty     ref      // the empty clause of the formula, if there is one
	short     [2]lists[pair]
	long      [2]lists[watch]
	dirty     []bool // by literal: some clauses in its lists have become core, see migrate
	work      []ref  // for needs
	allCore   bool   // all clauses count as core, since nothing asks for the core

	occurrences lists[ref] // by literal: the clauses with it, after the first RAT check
	indexed     bool

	cause  ref    // the clause in which the last check ended, or the reason of the literal in which it did; 0 if that was assumed
	trace  *trace // nil without hints
	report Report
}

// entry is a true literal.
type entry struct {
	lit    uint32
	reason ref   // the clause that implied it, or 0 if it was assumed
	head   heads // the progress of propagation when it became true
	needed bool  // its reason, the reasons of the literals in that, and so on, are core
}

// pair is a clause of two or three literals in the list of one of them: the other two. The second literal of a binary
// clause is alwaysFalse.
type pair struct {
	a, b   uint32
	clause ref
}

// watch is a longer clause in the list of one of its first two literals, with another of its literals: while that is
// true, propagation skips the clause.
type watch struct {
	clause ref
	other  uint32
}

// longSize is the least size of clauses that are watched.
const longSize = 4

// The values of a literal. The sum of two is at least isUnit if both literals are false, or one is false and the other
// has no value.
const (
	isTrue  = 0
	isFree  = 3
	isFalse = 5

	isUnit     = isFree + isFalse
	isConflict = isFalse + isFalse
)

// alwaysFalse is the code of no variable.
const alwaysFalse = 0

// The tiers of propagation, see propagate.go.
const (
	tierUnits = iota
	tierCoreShort
	tierCoreLong
	tierShort
	tierLong
	tiers
)

// heads is the progress of every tier: the number of unit clauses, or of literals on the trail, that it has visited.
type heads [tiers]uint32

// newChecker returns a checker for clauses over the variables up to vars, with room for a number of words in the store.
func newChecker(vars, words int, forward bool) *checker {
	literals := 2*vars + 2
	c := &checker{
		store:   newStore(literals, words, forward),
		values:  make([]uint8, literals),
		places:  make([]uint32, vars+1),
		trail:   make([]entry, 0, vars+1),
		dirty:   make([]bool, literals),
		allCore: forward,
	}
	for i := range c.values {
		c.values[i] = isFree
	}
	c.values[alwaysFalse], c.values[alwaysFalse^1] = isFalse, isTrue
	for i := range c.short {
		c.short[i] = newLists[pair](literals)
		c.long[i] = newLists[watch](literals)
	}
	return c
}

// newClause stores a clause and attaches it.
func (c *checker) newClause(clause []cnf.Lit, flags uint32) ref {
	if c.allCore {
		flags |= flagCore
	}
	r := c.add(clause, flags)
	if c.indexed {
		c.index(r)
	}
	c.attach(r)
	return r
}

// class returns 1 for core clauses and 0 for others.
func (c *checker) class(r ref) int {
	if c.has(r, flagCore) {
		return 1
	}
	return 0
}

// tier returns the tier that visits r.
func (c *checker) tier(r ref) int {
	switch size := c.size(r); {
	case size < longSize && c.has(r, flagCore):
		return tierCoreShort
	case size < longSize:
		return tierShort
	case c.has(r, flagCore):
		return tierCoreLong
	}
	return tierLong
}

// topLevel returns the number of literals of the trail that do not depend on assumptions.
func (c *checker) topLevel() uint32 {
	if len(c.decisions) > 0 {
		return c.decisions[0]
	}
	return uint32(len(c.trail))
}

// never is a place after the whole trail.
const never = math.MaxUint32

// assign makes l true. reason is the clause that implies it, or 0 for an assumption.
func (c *checker) assign(l uint32, reason ref) {
	c.values[l] = isTrue
	c.values[l^1] = isFalse
	c.places[l>>1] = uint32(len(c.trail))
	if c.dirty[l^1] {
		c.migrate(l ^ 1)
	}
	c.trail = c.trail[:len(c.trail)+1]
	e := &c.trail[len(c.trail)-1]
	e.lit, e.reason, e.needed = l, reason, false
	// One by one: some were written just before, and copying them all would wait for that.
	e.head[0], e.head[1], e.head[2], e.head[3], e.head[4] = c.head[0], c.head[1], c.head[2], c.head[3], c.head[4]
	c.report.Propagations++
}

// assume makes l true as a decision.
func (c *checker) assume(l uint32) {
	c.decisions = append(c.decisions, uint32(len(c.trail)))
	c.assign(l, 0)
}

// back removes all literals from a place of the trail on. The progress of propagation is again that of the first of
// them, so it finds their implications again.
func (c *checker) back(to uint32) {
	if int(to) >= len(c.trail) {
		return
	}
	for i := range c.trail[to:] {
		l := c.trail[int(to)+i].lit
		c.values[l] = isFree
		c.values[l^1] = isFree
	}
	c.head = c.trail[to].head
	c.trail = c.trail[:to]
	n := len(c.decisions)
	for n > 0 && c.decisions[n-1] >= to {
		n--
	}
	c.decisions = c.decisions[:n]
}
