package general

import (
	"slices"

	"transat/solver/cnf"
)

// count brings the keys up to date with the current node, if they are not.
func (g *Engine) count() {
	if g.counted == len(g.marks) {
		return
	}
	lits := g.trail[g.marks[g.counted]:]
	g.counted++
	if g.keys.rows != nil {
		g.keys.descend()
	}
	// The literals get their values once more, one after the other, so that each short clause is seen
	// in every state it went through.
	for _, l := range lits {
		g.release(l)
	}
	for _, l := range lits {
		g.satisfyPairs(l)
		g.shortenPairs(l.Not())
		g.set(l)
	}
	if len(g.states) > 0 {
		g.countLongs(lits)
	}
	if g.best != nil {
		g.replay(lits)
	}
}

// uncount takes the literals of the current node out of the keys again. If nothing has been copied,
// everything is done in the opposite order, with the opposite sign.
func (g *Engine) uncount(lits []cnf.Lit) {
	g.counted--
	if len(g.states) > 0 {
		g.uncountLongs()
	}
	if g.keys.rows != nil {
		g.keys.ascend()
		return
	}
	for _, l := range slices.Backward(lits) {
		g.release(l)
		g.lengthenPairs(l.Not())
		g.unsatisfyPairs(l)
	}
	if g.best != nil {
		g.replay(lits)
	}
}

// satisfyPairs counts that l has satisfied its short clauses.
func (g *Engine) satisfyPairs(l cnf.Lit) {
	values, words, change := g.values, g.keys.words, &g.keys.satisfied
	for _, p := range g.pairsOf(l) {
		a, b := p.first(), p.second()
		words[a.Code()] += change[values[a.Code()]+2*values[b.Code()]]
		words[b.Code()] += change[values[b.Code()]+2*values[a.Code()]]
	}
}

// shortenPairs counts that l, which is false, has shortened its short clauses.
func (g *Engine) shortenPairs(l cnf.Lit) {
	values, words, changes := g.values, g.keys.words, &g.keys.shortened
	for _, p := range g.pairsOf(l) {
		a, b := p.first(), p.second()
		change := changes[values[a.Code()]+values[b.Code()]]
		words[a.Code()] += change
		words[b.Code()] += change
	}
}

// unsatisfyPairs is the opposite of satisfyPairs.
func (g *Engine) unsatisfyPairs(l cnf.Lit) {
	values, words, change := g.values, g.keys.words, &g.keys.satisfied
	for _, p := range g.pairsOf(l) {
		a, b := p.first(), p.second()
		words[a.Code()] -= change[values[a.Code()]+2*values[b.Code()]]
		words[b.Code()] -= change[values[b.Code()]+2*values[a.Code()]]
	}
}

// lengthenPairs is the opposite of shortenPairs.
func (g *Engine) lengthenPairs(l cnf.Lit) {
	values, words, changes := g.values, g.keys.words, &g.keys.shortened
	for _, p := range g.pairsOf(l) {
		a, b := p.first(), p.second()
		change := changes[values[a.Code()]+values[b.Code()]]
		words[a.Code()] -= change
		words[b.Code()] -= change
	}
}
