package drat

// makeIndex lists the clauses by their literals, for RAT checks. After it, newClause adds new clauses. The lists may
// hold deleted clauses. If the place of a clause was reused, the list of a literal can hold a clause without that
// literal. That does no harm: if all literals of a present clause are assumed to be false, there is a conflict at once.
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
