package drat

import "transat/solver/cnf"

// refutes assumes that the literals of a lemma are false, one after the other, and propagates. It
// reports whether that ends in a conflict, so that the lemma follows; what the conflict needs becomes
// core. Otherwise the trail is left as it is then.
//
// What is on the trail from the lemma before, as far as this one begins in the same way, is kept.
// The first shared literals will be those of the next lemma too. So there is propagation after each
// of them, which leaves a trail that can be kept up to any of them. The others are assumed at
// once.
func (c *checker) refutes(lemma []cnf.Lit, shared int) bool {
	done := c.keep(lemma)
	if c.conflicts() {
		return true
	}
	for i := done; i < len(lemma); i++ {
		l := uint32(lemma[i])
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

// conflicts propagates. If that ends in a conflict, what it needs becomes core.
func (c *checker) conflicts() bool {
	conflict := c.propagate()
	if conflict == 0 {
		return false
	}
	c.needs(conflict)
	return true
}

// keep goes back behind the first assumption that does not belong to the lemma, or does not come in
// its order. It returns how many literals the lemma begins with that are false by then.
func (c *checker) keep(lemma []cnf.Lit) (done int) {
	kept := 0 // assumptions
	limit := c.topLevel()
	for done < len(lemma) {
		l := uint32(lemma[done])
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

// ratFollows reports whether a lemma that refutes has just been called for in vain has the RAT
// property: its resolvents upon its first literal with all clauses there are follow by unit
// propagation. If it does not, against is one with which it fails. The error is that of stop, which
// is called now and then.
func (c *checker) ratFollows(lemma []cnf.Lit, stop func() error) (ok bool, against ref, err error) {
	c.report.RATLemmas++
	c.makeIndex()
	pivot := uint32(lemma[0])
	for _, r := range c.occurrences.of(pivot ^ 1) {
		if !c.has(r, flagAlive) || c.has(r, flagInert) {
			continue
		}
		if err := stop(); err != nil {
			return false, 0, err
		}
		if !c.resolventFollows(r, pivot) {
			return false, r, nil
		}
	}
	return true, 0, nil
}

// resolventFollows reports whether the resolvent of the lemma whose literals are all false now with
// a clause upon pivot follows by unit propagation.
func (c *checker) resolventFollows(r ref, pivot uint32) bool {
	base := uint32(len(c.trail))
	defer c.back(base)
	for _, l := range c.lits(r) {
		switch {
		case l == pivot^1:
		case c.values[l] == isTrue:
			c.needsLiteral(l)
			return true
		case c.values[l] == isFree:
			c.assume(l ^ 1)
		}
	}
	return c.conflicts()
}
