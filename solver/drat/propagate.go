package drat

// propagate applies the unit clause rule until nothing changes. It returns a clause whose literals are all false, or 0
// if there is none.
func (c *checker) propagate() ref { return c.propagateTo(tierLong) }

// propagateTo is propagate with the tiers up to last only. After each assignment, the lower tiers finish before a
// higher one goes on. Core clauses come before others, so that the refutation needs few clauses. Short clauses, which
// are quick to visit, come before long ones.
func (c *checker) propagateTo(last int) (conflict ref) {
	if c.empty != 0 {
		return c.empty
	}
	for conflict == 0 {
		n := uint32(len(c.trail))
		switch {
		case int(c.head[tierUnits]) < len(c.units):
			conflict = c.takeUnit(c.units[c.head[tierUnits]])
		case c.head[tierCoreShort] < n:
			conflict = c.visitShort(tierCoreShort, &c.short[1])
		case last >= tierCoreLong && c.head[tierCoreLong] < n:
			conflict = c.visitLong(tierCoreLong, &c.long[1])
		case last >= tierShort && c.head[tierShort] < n:
			conflict = c.visitShort(tierShort, &c.short[0])
		case last >= tierLong && c.head[tierLong] < n:
			conflict = c.visitLong(tierLong, &c.long[0])
		default:
			return 0
		}
	}
	return conflict
}

// takeUnit assigns the literal of a unit clause.
func (c *checker) takeUnit(r ref) (conflict ref) {
	l := c.lits(r)[0]
	if c.values[l] == isFalse {
		return r
	}
	if c.values[l] == isFree {
		c.assign(l, r)
	}
	c.head[tierUnits]++
	return 0
}

// visitShort visits the clauses of two and three literals with the complement of the next literal on the trail. The
// head stays at a literal until all its clauses have been visited, since assign stores the head.
func (c *checker) visitShort(tier int, lists *lists[pair]) (conflict ref) {
	values := c.values
	for _, p := range lists.of(c.trail[c.head[tier]].lit ^ 1) {
		a, b := values[p.a], values[p.b]
		switch {
		case a+b < isUnit:
		case a+b == isConflict:
			return p.clause
		case a == isFree:
			c.assign(p.a, p.clause)
		default:
			c.assign(p.b, p.clause)
		}
	}
	c.head[tier]++
	return 0
}

// visitLong visits longer clauses, which watch the complement. After each assignment, all lower tiers finish first.
func (c *checker) visitLong(tier int, lists *lists[watch]) (conflict ref) {
	not := c.trail[c.head[tier]].lit ^ 1
	list := lists.of(not)
	kept, i := 0, 0
	for i < len(list) && conflict == 0 {
		w := list[i]
		i++
		if c.values[w.other] == isTrue {
			list[kept] = w
			kept++
			continue
		}
		lits := c.lits(w.clause)
		other := lits[0] ^ lits[1] ^ not
		if w.other = other; c.values[other] != isTrue {
			if c.rewatch(w, lits, not) {
				list = lists.of(not) // the list may have moved
				continue
			}
			if c.values[other] == isFalse {
				conflict = w.clause
			} else {
				c.assign(other, w.clause)
				conflict = c.propagateTo(tier - 1)
				list = lists.of(not)
			}
		}
		list[kept] = w
		kept++
	}
	kept += copy(list[kept:], list[i:])
	lists.cut(not, kept)
	if conflict == 0 {
		c.head[tier]++
	}
	return conflict
}

// rewatch looks for a literal that is not false to watch instead of not, besides w.other.
func (c *checker) rewatch(w watch, lits []uint32, not uint32) bool {
	for k := 2; k < len(lits); k++ {
		if l := lits[k]; c.values[l] != isFalse {
			lits[0], lits[1], lits[k] = w.other, l, not
			c.long[c.class(w.clause)].push(l, w)
			return true
		}
	}
	return false
}
