// Package general is the engine for all formulas: clauses of any length, any number of variables. [Engine] branches by counts of
// clauses, [Weighted] by weights of literals.
//
// Start with the essays at these two types. Propagation is in propagate.go; keys.go, count.go and count_long.go keep the
// numbers that a branching rule compares, and branch.go and tournament.go find the best variable; look.go and frozen.go are the
// two kinds of nodes of Weighted.
package general

import (
	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// Engine is the engine for all formulas: clauses of any length, any number of variables.
//
// Short clauses have no state. For every clause of two or three literals that contains it, the list of a
// literal holds the other two as a pair. The values of a pair tell whether the clause is satisfied, unit or
// falsified, so that a visit writes nothing, and going back has nothing to undo.
//
// Long clauses, of four or more literals, have a state: how many of their literals are not false,
// and the exclusive or of these literals. When the number falls to one, the exclusive or is the literal
// that the unit clause rule makes true, and the clause need not be searched for it. A visit costs the
// same in a clause of four literals and in one of a thousand.
//
// Most nodes are conflicts, or become so before anything else is known about them, so propagation
// (propagate.go) touches values and states and nothing else. Only Branch, which is called on nodes
// that survive, updates the keys of the branching rule: one word a literal that counts
// clauses of several lengths at once (keys.go, count.go).
//
// In a small formula these words are copied for every depth, and going back means to use the copy above
// again. In a large one that would take too much memory, and looking at every variable before every
// decision too much time. There the words are changed back one by one, and the variables hold a
// tournament, in which a decision repeats only the games that may have another outcome
// (tournament.go).
type Engine struct {
	vars    int
	refuted bool
	units   []cnf.Lit

	lists []listStart  // by literal: where its lists begin; they end where the lists of the next literal begin
	pairs []pair       // the other two literals of each short clause
	longs []uint32     // numbers of long clauses
	long  *cnf.Formula // the long clauses

	values []uint8     // by literal: litTrue, litFree or litFalse
	trail  []cnf.Lit   // the true literals in the order of their assignment
	marks  []int       // marks[d] is where the node at depth d begins in trail
	states []longState // by long clause
	stated int         // the complements of trail[:stated] are in states

	pairCandidates []pair   // see scanPairs
	longCandidates []uint32 // see scanLongs

	keys    keys
	counted int         // the nodes at depths below this one are in keys and in longCounts
	counts  longCounts  // of the long clauses
	best    *tournament // nil for a small formula
	ties    []cnf.Var   // room for the variables among which branch has to choose

	done        <-chan struct{} // closed when the search is no longer waited for
	patience    int             // clause visits until the next look at done
	interrupted bool            // done was found closed
}

// listStart tells where the lists of a literal begin.
type listStart struct{ pairs, longs uint32 }

// The values of a literal. The sum over a pair is 8 or more, so that bit 3 is set, if at most one of
// its literals is free and none is true. Bit 1 is set only in the value of a free literal.
const (
	litTrue  uint8 = 0
	litFree  uint8 = 3
	litFalse uint8 = 5
)

// Codes of literals of no variable. The second one fills up the pair of a binary clause.
const (
	codeAlwaysTrue  = 0
	codeAlwaysFalse = 1
)

// pair is two literals, the first one in the lower half.
type pair uint64

func makePair(a, b cnf.Lit) pair { return pair(a.Code()) | pair(b.Code())<<32 }

func (p pair) first() cnf.Lit  { return cnf.FromCode(uint32(p)) }
func (p pair) second() cnf.Lit { return cnf.FromCode(uint32(p >> 32)) }

// longState is the state of a long clause in propagation: the number of its literals that are not false
// in the upper half, their exclusive or in the lower one.
type longState uint64

const oneNotFalse longState = 1 << 32

func (s longState) without(l cnf.Lit) longState { return (s - oneNotFalse) ^ longState(l.Code()) }
func (s longState) with(l cnf.Lit) longState    { return (s + oneNotFalse) ^ longState(l.Code()) }
func (s longState) falsified() bool             { return s < oneNotFalse }

// unit returns the literal that is not false, if there is only one.
func (s longState) unit() cnf.Lit { return cnf.FromCode(uint32(s)) }

// pairsOf returns the pairs of the short clauses that contain l.
func (g *Engine) pairsOf(l cnf.Lit) []pair {
	return g.pairs[g.lists[l.Code()].pairs:g.lists[l.Code()+1].pairs]
}

// longsOf returns the numbers of the long clauses that contain l.
func (g *Engine) longsOf(l cnf.Lit) []uint32 {
	return g.longs[g.lists[l.Code()].longs:g.lists[l.Code()+1].longs]
}

func (g *Engine) Reset() engine.Step {
	for len(g.marks) > 0 {
		g.Undo()
	}
	g.marks = append(g.marks, 0)
	if g.refuted {
		return engine.Step{End: engine.Conflict}
	}
	for _, l := range g.units {
		g.assign(l)
	}
	return g.propagate()
}

func (g *Engine) Assume(l cnf.Lit) engine.Step {
	g.marks = append(g.marks, len(g.trail))
	g.assign(l)
	return g.propagate()
}

func (g *Engine) Undo() {
	depth := len(g.marks) - 1
	from := g.marks[depth]
	g.marks = g.marks[:depth]
	if g.counted > depth {
		g.uncount(g.trail[from:])
	}
	g.unscanLongs(from)
	for _, l := range g.trail[from:] {
		g.release(l)
	}
	g.trail = g.trail[:from]
}

// Holds reports whether l is true at the current node. It is for rules that embed the engine and have a Branch of their own.
func (g *Engine) Holds(l cnf.Lit) bool { return g.values[l.Code()] == litTrue }

// set makes l true.
func (g *Engine) set(l cnf.Lit) {
	g.values[l.Code()] = litTrue
	g.values[l.Not().Code()] = litFalse
}

// release makes l and its complement free.
func (g *Engine) release(l cnf.Lit) {
	g.values[l.Code()] = litFree
	g.values[l.Not().Code()] = litFree
}

// assign makes l true, and remembers it.
func (g *Engine) assign(l cnf.Lit) {
	g.set(l)
	g.trail = append(g.trail, l)
}

// Looking is for the engine that branches by weights.
func (g *Engine) Looking() bool { return false }

// FrozenDepth is for the engine that branches by weights, too.
func (g *Engine) FrozenDepth() int { return -1 }

// Bytes returns how much memory the engine holds.
func (g *Engine) Bytes() int64 { return engine.BytesHeld(g) }

func (g *Engine) Model(m cnf.Model) {
	for _, l := range g.trail {
		m[l.Var()] = !l.Negative()
	}
}
