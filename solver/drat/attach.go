package drat

// attach adds a clause to the lists of propagation, whatever the trail holds: if the clause is a unit clause or a
// conflict under a part of it, propagation finds that.
func (c *checker) attach(r ref) {
	c.set(r, flagAlive)
	lits := c.lits(r)
	switch {
	case c.has(r, flagInert):
	case len(lits) == 0:
		c.empty = r
	case len(lits) == 1:
		c.back(c.topLevel())
		c.units = append(c.units, r)
	default:
		c.watchLast(lits)
		c.enlist(r, lits)
		c.settle(r, lits[0], lits[1])
	}
}

// watchLast moves the two literals that become false last along the trail to the front.
func (c *checker) watchLast(lits []uint32) {
	if c.values[lits[0]] != isFalse && c.values[lits[1]] != isFalse {
		return
	}
	for to := range 2 {
		best := to
		for i := to + 1; i < len(lits); i++ {
			if c.falseFrom(lits[i]) > c.falseFrom(lits[best]) {
				best = i
			}
		}
		lits[to], lits[best] = lits[best], lits[to]
	}
}

// falseFrom returns the place on the trail from which l is false, or never.
func (c *checker) falseFrom(l uint32) uint32 {
	if c.values[l] != isFalse {
		return never
	}
	return c.places[l>>1]
}

// enlist adds a clause of two or more literals to the lists of its class.
func (c *checker) enlist(r ref, lits []uint32) {
	class := c.class(r)
	short, long := &c.short[class], &c.long[class]
	switch len(lits) {
	case 2:
		short.push(lits[0], pair{lits[1], alwaysFalse, r})
		short.push(lits[1], pair{lits[0], alwaysFalse, r})
	case 3:
		short.push(lits[0], pair{lits[1], lits[2], r})
		short.push(lits[1], pair{lits[0], lits[2], r})
		short.push(lits[2], pair{lits[0], lits[1], r})
	default:
		long.push(lits[0], watch{r, lits[1]})
		long.push(lits[1], watch{r, lits[0]})
	}
}

// settle lets propagation visit a new clause again where it was a unit clause or a conflict before it was known. Of its
// literals, last and first become false at the end of the trail, in this order.
//
// Between the places of last and first on the trail, the clause is a unit clause. If first is true by then, there is
// nothing to do. Otherwise propagation must find the clause when it reaches last, also after backtracking to it. So the
// head of the clause's tier must not be beyond last: neither the present head, nor those that the trail stores in
// between.
func (c *checker) settle(r ref, first, last uint32) {
	if c.values[last] != isFalse {
		return
	}
	from := c.places[last>>1]
	isTrueAt := uint32(never)
	if c.values[first] == isTrue {
		isTrueAt = c.places[first>>1]
	}
	if isTrueAt < from {
		return
	}
	if top := c.topLevel(); from < top && isTrueAt >= top {
		c.back(top) // a literal that follows without assumptions must not come after an assumption
		isTrueAt = never
	}
	tier := c.tier(r)
	if isTrueAt == never {
		c.head[tier] = min(c.head[tier], from)
	}
	for i := min(isTrueAt, uint32(len(c.trail))-1); i > from && c.trail[i].head[tier] > from; i-- {
		c.trail[i].head[tier] = from
	}
}

// detach removes a clause from all lists. If it is the reason of a literal, the trail goes back to before that literal.
func (c *checker) detach(r ref) {
	c.drop(r, flagAlive)
	lits := c.lits(r)
	if c.has(r, flagInert) {
		return
	}
	if len(lits) < longSize {
		c.release(r, lits)
	} else {
		c.release(r, lits[:2]) // only these can be implied by it
	}
	class := c.class(r)
	switch {
	case len(lits) == 0:
		c.empty = 0
	case len(lits) == 1:
		// It is the last one: a unit clause is removed only when its addition is taken back.
		c.units = c.units[:len(c.units)-1]
	case len(lits) < longSize:
		for _, l := range lits {
			if !removePair(&c.short[class], l, r) {
				removePair(&c.short[1-class], l, r) // not migrated yet
			}
		}
	default:
		for _, l := range lits[:2] {
			if !removeWatch(&c.long[class], l, r) {
				removeWatch(&c.long[1-class], l, r)
			}
		}
	}
}

// release goes back to before the literal that has r as its reason, if there is one.
func (c *checker) release(r ref, lits []uint32) {
	for _, l := range lits {
		if c.values[l] == isTrue {
			if at := c.places[l>>1]; c.trail[at].reason == r {
				c.back(at)
				return
			}
		}
	}
}

// removePair removes the pair of r from the list of l. Most clauses go in the reverse order of their addition, so it
// searches from the end.
func removePair(s *lists[pair], l uint32, r ref) bool {
	list := s.of(l)
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].clause == r {
			s.remove(l, i)
			return true
		}
	}
	return false
}

// removeWatch is removePair for a watch.
func removeWatch(s *lists[watch], l uint32, r ref) bool {
	list := s.of(l)
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].clause == r {
			s.remove(l, i)
			return true
		}
	}
	return false
}
