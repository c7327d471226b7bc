package drat

// needs marks a clause as core, whose literals are false but for at most one; then the reasons of these literals, the
// reasons of the literals in those, and so on. A literal on the trail remembers that its reasons are marked.
func (c *checker) needs(clause ref) {
	if c.allCore {
		return
	}
	c.work = append(c.work[:0], clause)
	for len(c.work) > 0 {
		r := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		c.makeCore(r)
		for _, l := range c.lits(r) {
			if c.values[l] != isFalse {
				continue
			}
			e := &c.trail[c.places[l>>1]]
			if !e.needed {
				e.needed = true
				if e.reason != 0 {
					c.work = append(c.work, e.reason)
				}
			}
		}
	}
}

// needsLiteral is needs for the reason of a true literal.
func (c *checker) needsLiteral(l uint32) {
	e := &c.trail[c.places[l>>1]]
	if c.cause = e.reason; !e.needed && e.reason != 0 {
		e.needed = true
		c.needs(e.reason)
	}
}

// makeCore marks a single clause. It stays in its lists for now.
func (c *checker) makeCore(r ref) {
	if c.has(r, flagCore) {
		return
	}
	c.set(r, flagCore)
	if c.has(r, flagFormula) {
		c.report.CoreClauses++
	} else {
		c.report.CoreLemmas++
	}
	lits := c.lits(r)
	if len(lits) >= longSize {
		lits = lits[:2]
	}
	for _, l := range lits {
		c.dirty[l] = true
	}
}

// migrate moves core clauses from the other lists of l to its core lists. It runs when l becomes false: a clause may
// change its tier only before that, or each tier would rely on the other to visit it.
func (c *checker) migrate(l uint32) {
	c.dirty[l] = false
	kept := 0
	short := c.short[0].of(l)
	for _, p := range short {
		if c.has(p.clause, flagCore) {
			c.short[1].push(l, p)
			continue
		}
		short[kept] = p
		kept++
	}
	c.short[0].cut(l, kept)
	kept = 0
	long := c.long[0].of(l)
	for _, w := range long {
		if c.has(w.clause, flagCore) {
			c.long[1].push(l, w)
			continue
		}
		long[kept] = w
		kept++
	}
	c.long[0].cut(l, kept)
}
