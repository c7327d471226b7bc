package general

import (
	"slices"

	"transat/solver/cnf"
)

// longCounts is the state of the long clauses up to the last node that has been counted, and a log of its changes on the path. The log has
// room for every literal of a long clause, because none gets a value twice on a path.
type longCounts struct {
	lengths   []uint32  // by clause: literals that are not false, or were not when the clause was satisfied
	remaining []uint8   // by clause: 1 if it is not satisfied, otherwise 0
	laneless  int       // how many clauses remain whose length has no lane in the keys
	log       []uint32  // clauses that were satisfied and shortened, node by node
	marks     []logMark // by depth
	changed   []uint32  // clauses whose literals have other keys, for the tournament
}

// logMark tells where the clauses that a node has satisfied begin in the log, and, behind them, the clauses that it has shortened. A
// clause that lost several literals is there several times.
type logMark struct{ satisfied, shortened int }

// countLongs counts the long clauses that the current node has satisfied or shortened.
//
// It first finds these clauses, and then counts them. Whether a clause remains is hard to predict, and to find them takes no branch on
// it: every clause is written behind the ones that remain.
func (g *Engine) countLongs(lits []cnf.Lit) {
	c := &g.counts
	m := logMark{satisfied: len(c.log)}
	for _, l := range lits {
		c.logSatisfied(g.longsOf(l))
	}
	m.shortened = len(c.log)
	for _, l := range lits {
		c.logShortened(g.longsOf(l.Not()))
	}
	c.marks = append(c.marks, m)
	longest := g.keys.longestLane()
	for _, i := range c.log[m.satisfied:m.shortened] {
		if length := c.lengths[i]; length <= longest {
			g.changeKeys(i, -g.keys.one[length])
		} else {
			c.laneless--
		}
	}
	for _, i := range c.log[m.shortened:] {
		length := c.lengths[i] - 1
		c.lengths[i] = length
		if length <= longest {
			g.changeKeys(i, g.keys.one[length]-g.keys.one[length+1])
		}
		if length == longest {
			c.laneless--
		}
	}
}

// uncountLongs is the opposite of the last countLongs. The keys are left alone if there is a copy.
func (g *Engine) uncountLongs() {
	c := &g.counts
	m := c.marks[len(c.marks)-1]
	c.marks = c.marks[:len(c.marks)-1]
	longest := g.keys.longestLane()
	inPlace := g.keys.rows == nil
	for _, i := range c.log[m.shortened:] {
		length := c.lengths[i]
		c.lengths[i] = length + 1
		if inPlace && length <= longest {
			g.changeKeys(i, g.keys.one[length+1]-g.keys.one[length])
		}
		if length == longest {
			c.laneless++
		}
	}
	for _, i := range c.log[m.satisfied:m.shortened] {
		length := c.lengths[i]
		c.remaining[i] = 1
		if length > longest {
			c.laneless++
		} else if inPlace {
			g.changeKeys(i, g.keys.one[length])
		}
	}
	c.log = c.log[:m.satisfied]
}

// changeKeys adds to the words of all literals of long clause i.
func (g *Engine) changeKeys(i uint32, change uint64) {
	g.keys.add(g.long.Clause(int(i)), change)
	if g.best != nil {
		g.counts.changed = append(g.counts.changed, i)
	}
}

// logSatisfied appends the clauses that remain to the log, and marks them as satisfied.
func (c *longCounts) logSatisfied(clauses []uint32) {
	n := len(c.log)
	log := slices.Grow(c.log, len(clauses))[:n+len(clauses)]
	for _, i := range clauses {
		log[n] = i
		n += int(c.remaining[i])
		c.remaining[i] = 0
	}
	c.log = log[:n]
}

// logShortened appends the clauses that remain to the log.
func (c *longCounts) logShortened(clauses []uint32) {
	n := len(c.log)
	log := slices.Grow(c.log, len(clauses))[:n+len(clauses)]
	for _, i := range clauses {
		log[n] = i
		n += int(c.remaining[i])
	}
	c.log = log[:n]
}
