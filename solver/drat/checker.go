package drat

import (
	"math"

	"transat/solver/cnf"
)

// checker is a set of clauses, and an assignment that propagation extends. Literals are the codes of
// cnf.Lit as bare numbers, since everything here is indexed by them.
type checker struct {
	store
	values []uint8  // by literal
	places []uint32 // by variable that has a value: where it is in trail
	trail  []entry  // the true literals in the order of their assignment

	decisions []uint32 // the places of what was assumed, ascending
	head      heads    // how far propagation has come
	units     []ref    // the unit clauses that are alive, in the order of their addition
	empty     ref      // the empty clause of the formula, if there is one
	short     [2]lists[pair]
	long      [2]lists[watch]
	dirty     []bool // by literal: clauses in its lists have become core, see migrate
	work      []ref  // for needs
	allCore   bool   // all clauses count as core, since the core is not asked for

	occurrences lists[ref] // by literal: the clauses with it, from the first RAT check on
	indexed     bool

	cause  ref    // the clause in which the last check ended, or the reason of the literal that did; 0 if that was assumed
	trace  *trace // nil if hints are not asked for
	report Report
}

// entry is a true literal.
type entry struct {
	lit    uint32
	reason ref   // the clause that made it true, or 0 if it was assumed
	head   heads // how far propagation had come when it became true
	needed bool  // its reason, and the reasons of that one's literals, and so on, are core
}

// pair is a clause of two or three literals as it stands in the lists of each of them: the other
// two. The second literal of a binary clause is alwaysFalse.
type pair struct {
	a, b   uint32
	clause ref
}

// watch is a longer clause as it stands in the lists of its first two literals, with another of its
// literals: while that one is true, the clause need not be looked at.
type watch struct {
	clause ref
	other  uint32
}

// longSize is the size from which on clauses are watched.
const longSize = 4

// The values of a literal. Of two literals, the sum is at least isUnit if both are false, or one is
// false and the other free.
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

// heads says for every tier how far it has come: the number of unit clauses, or of literals on the
// trail, which it has dealt with.
type heads [tiers]uint32

// newChecker returns a checker for clauses over the variables up to vars, with room for that many
// words in the store.
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

// tier returns the tier that has to look at r.
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

// topLevel returns how many literals of the trail do not depend on assumptions.
func (c *checker) topLevel() uint32 {
	if len(c.decisions) > 0 {
		return c.decisions[0]
	}
	return uint32(len(c.trail))
}

// never is no place on the trail, but behind all.
const never = math.MaxUint32

// assign makes l true. The clause is the reason, or 0 for an assumption.
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
	// One by one, since some were written a moment ago, and a copy of all would have to wait for them.
	e.head[0], e.head[1], e.head[2], e.head[3], e.head[4] = c.head[0], c.head[1], c.head[2], c.head[3], c.head[4]
	c.report.Propagations++
}

// assume makes l true as a decision.
func (c *checker) assume(l uint32) {
	c.decisions = append(c.decisions, uint32(len(c.trail)))
	c.assign(l, 0)
}

// back takes away all literals from the given place of the trail on. Propagation is then where it was
// when the first of them became true, and finds again what follows without it.
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
