package drat

import "transat/solver/cnf"

// refutes assumes that the literals of a lemma are false, one after the other, and propagates. It reports whether that
// ends in a conflict. If so, the lemma follows, and the clauses that the conflict needs become core. Without a conflict
// the trail stays as it is.
//
// The trail of the lemma before stays as far as this one begins with the same literals. The first shared literals are
// those of the next lemma too. refutes propagates after each of them, so that the trail can stay up to any of them, and
// assumes the others at once.
func (c *checker) refutes(lemma []cnf.Lit, shared int) bool {
	done := c.reuse(lemma)
	if c.conflicts() {
		return true
	}
	for i := done; i < len(lemma); i++ {
		l := lemma[i].Code()
		switch c.values[l] {
		case isTrue:
			c.needsLiteral(l)
			return true
		case isFree:
			c.assume(l ^ 1)
			if i < shared && c.conflicts() {
				return true
			}
		}
	}
	return c.conflicts()
}

// conflicts propagates. After a conflict, the clauses that it needs become core.
func (c *checker) conflicts() bool {
	conflict := c.propagate()
	if conflict == 0 {
		return false
	}
	c.cause = conflict
	c.needs(conflict)
	return true
}

// reuse removes the first assumption that does not belong to the lemma, or not in this order, and everything after it.
// It returns the number of literals at the start of the lemma that are still false.
func (c *checker) reuse(lemma []cnf.Lit) (done int) {
	kept := 0 // assumptions
	limit := c.topLevel()
	for done < len(lemma) {
		l := lemma[done].Code()
		if c.values[l] != isFalse || c.places[l>>1] > limit {
			break
		}
		if c.places[l>>1] == limit {
			kept++
			limit = uint32(len(c.trail))
			if kept < len(c.decisions) {
				limit = c.decisions[kept]
			}
		}
		done++
	}
	c.back(limit)
	return done
}

// ratFollows reports whether a lemma has the RAT property: whether its resolvents upon its first literal with all
// clauses follow by unit propagation. refutes has just failed on this lemma, so its literals are false. If it has not,
// against is a clause with which it fails. stop is called from time to time; its error is returned.
func (c *checker) ratFollows(lemma []cnf.Lit, stop func() error) (ok bool, against ref, err error) {
	c.report.RATLemmas++
	c.makeIndex()
	pivot := lemma[0].Code()
	for _, r := range c.occurrences.of(pivot ^ 1) {
		if !c.has(r, flagAlive) || c.has(r, flagInert) {
			continue
		}
		if err := stop(); err != nil {
			return false, 0, err
		}
		if !c.resolventFollows(lemma, r) {
			return false, r, nil
		}
	}
	return true, 0, nil
}

// resolventFollows reports whether the resolvent of a clause and the lemma, whose literals are all false, follows by
// unit propagation.
func (c *checker) resolventFollows(lemma []cnf.Lit, r ref) bool {
	pivot, base := lemma[0].Code(), uint32(len(c.trail))
	defer c.back(base)
	for _, l := range c.lits(r) {
		switch {
		case l == pivot^1:
		case c.values[l] == isTrue:
			c.needsLiteral(l)
			c.explainResolvent(lemma, r)
			return true
		case c.values[l] == isFree:
			c.assume(l ^ 1)
		}
	}
	if !c.conflicts() {
		return false
	}
	c.explainResolvent(lemma, r)
	return true
}
