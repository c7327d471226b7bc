package drat

import "slices"

// makeIndex lists the clauses by their literals, which only RAT checks need. From then on newClause
// keeps the lists up to date.
func (c *checker) makeIndex() {
	if c.indexed {
		return
	}
	c.indexed = true
	c.occurrences = newLists[ref](len(c.values))
	for r := ref(1); int(r) < len(c.words); r = c.behind(r) {
		c.index(r)
	}
}

func (c *checker) index(r ref) {
	if c.has(r, flagInert) {
		return
	}
	for _, l := range c.lits(r) {
		c.occurrences.push(l, r)
	}
}

// isWith reports whether a clause from the list of l counts: it must be alive, and where its place has
// been used again it may not be what it was.
func (c *checker) isWith(r ref, l uint32) bool {
	return c.has(r, flagAlive) && !c.has(r, flagInert) && slices.Contains(c.lits(r), l)
}
