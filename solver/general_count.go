package solver

// counts is what the branching rule looks at: for every length, how many of the remaining clauses
// (those that are not satisfied) of that length contain a literal. The length of a clause is the
// number of its literals that are not false. False literals of a clause are counted along with the
// others, since leaving them out would cost a test per literal, and branch asks only for free ones.
type counts struct {
	depth  int           // the nodes at depths below this one are in the counts
	clause []clauseCount // by clause
	live   []uint32      // by length: how many clauses remain
	rows   [][]uint32    // rows[length][literal], for lengths up to trackedLengths
}

// clauseCount is the state of one clause as far as it has been counted.
type clauseCount struct {
	length    uint32 // literals that are not false
	satisfied uint32 // literals that are true
}

func newCounts(p *problem) counts {
	c := counts{
		clause: make([]clauseCount, p.clauses.Len()),
		live:   make([]uint32, p.longest+1),
		rows:   make([][]uint32, min(p.longest, trackedLengths)+1),
	}
	for i := range c.rows {
		c.rows[i] = make([]uint32, len(p.occ))
	}
	for i := range c.clause {
		clause := p.clauses.Clause(i)
		c.clause[i].length = uint32(len(clause))
		c.add(len(clause), clause)
	}
	return c
}

// add counts a clause of the given length.
func (c *counts) add(length int, clause []Lit) {
	c.live[length]++
	if length < len(c.rows) {
		row := c.rows[length]
		for _, l := range clause {
			row[l]++
		}
	}
}

// remove is the opposite of add.
func (c *counts) remove(length int, clause []Lit) {
	c.live[length]--
	if length < len(c.rows) {
		row := c.rows[length]
		for _, l := range clause {
			row[l]--
		}
	}
}

// move counts a clause under another length.
func (c *counts) move(from, to int, clause []Lit) {
	if from >= len(c.rows) || to >= len(c.rows) {
		c.remove(from, clause)
		c.add(to, clause)
		return
	}
	c.live[from]--
	c.live[to]++
	fromRow, toRow := c.rows[from], c.rows[to]
	for _, l := range clause {
		fromRow[l]--
		toRow[l]++
	}
}

// count brings the counts up to date with the current node.
func (g *general) count() {
	for g.counts.depth < len(g.marks) {
		from, to := g.marks[g.counts.depth], len(g.trail)
		if g.counts.depth++; g.counts.depth < len(g.marks) {
			to = g.marks[g.counts.depth]
		}
		for _, l := range g.trail[from:to] {
			g.countTrue(l)
			g.countFalse(l.Not())
		}
	}
}

func (g *general) countTrue(l Lit) {
	for _, c := range g.clausesOf(l) {
		clause := &g.counts.clause[c]
		if clause.satisfied == 0 {
			g.counts.remove(int(clause.length), g.clause(c))
		}
		clause.satisfied++
	}
}

func (g *general) countFalse(l Lit) {
	for _, c := range g.clausesOf(l) {
		clause := &g.counts.clause[c]
		if clause.satisfied == 0 {
			g.counts.move(int(clause.length), int(clause.length)-1, g.clause(c))
		}
		clause.length--
	}
}

// uncount takes the literals, the last of those counted, out of the counts again.
func (g *general) uncount(lits []Lit) {
	for i := len(lits) - 1; i >= 0; i-- {
		l := lits[i]
		for _, c := range g.clausesOf(l) {
			clause := &g.counts.clause[c]
			clause.satisfied--
			if clause.satisfied == 0 {
				g.counts.add(int(clause.length), g.clause(c))
			}
		}
		l = l.Not()
		for _, c := range g.clausesOf(l) {
			clause := &g.counts.clause[c]
			clause.length++
			if clause.satisfied == 0 {
				g.counts.move(int(clause.length)-1, int(clause.length), g.clause(c))
			}
		}
	}
}
