package drat

// makeIndex lists the clauses by their literals, which only RAT checks need. From then on newClause
// enters new clauses. The lists also name clauses that are not alive. Where the place of a clause has
// been used again, the list of a literal can name a clause without that literal. That does no harm: if
// all literals of a clause that is alive are assumed to be false, there is a conflict at once.
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
	for _, l := range c.lits(r) {
		c.occurrences.push(l, r)
	}
}
