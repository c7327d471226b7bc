package stream

// propagate applies the unit clause rule until nothing changes, wave after wave. It returns false if some clause has lost all
// literals. This is where the time goes.
func (c *checker) propagate() bool {
	for c.head < len(c.trail) {
		wave := c.trail[c.head:]
		c.head = len(c.trail)
		if !c.shorts(wave) {
			return false
		}
		for _, l := range wave {
			not := l ^ 1
			if !c.others[not] {
				continue
			}
			lists := &c.lists[not]
			for _, a := range lists.two {
				switch c.values[a] {
				case free:
					c.assign(a)
				case isFalse:
					return false
				}
			}
			if len(lists.long) > 0 && !c.visit(not) {
				return false
			}
		}
	}
	return true
}

// shorts goes through the clauses of three literals that a wave shortens.
func (c *checker) shorts(wave []uint32) bool {
	if c.threes.narrow {
		return c.units(c.wave(wave))
	}
	for _, p := range c.waveWide(wave) {
		if !c.unit(p) {
			return false
		}
	}
	return true
}

// units does what unit does for pairs in 16 bits. It is written out since it is called for every literal that becomes true.
func (c *checker) units(pairs []uint32) bool {
	values := (*[narrowLits]uint8)(c.all)
	trail, level := c.trail, int32(len(c.starts))
	for _, p := range pairs {
		l, a := p>>16, values[uint16(p)]
		switch sum := a + values[uint16(l)]; {
		case sum == conflict:
			c.trail = trail
			return false
		case sum <= isFalse: // meanwhile one has become true
			continue
		case a == free:
			l = p & (narrowLits - 1)
		}
		values[uint16(l)], values[uint16(l^1)] = isTrue, isFalse
		c.levels[l>>1] = level
		trail = append(trail, l)
	}
	c.trail = trail
	return true
}

// unit makes the free literal of a pair true if the other one is false. It returns false if both are.
func (c *checker) unit(p pair) bool {
	a := c.values[p.a]
	switch sum := a + c.values[p.b]; {
	case sum == conflict:
		return false
	case sum <= isFalse: // meanwhile one has become true
	case a == free:
		c.assign(p.a)
	default:
		c.assign(p.b)
	}
	return true
}

// visit looks at the long clauses that watch a literal which has become false.
func (c *checker) visit(not uint32) bool {
	list := c.lists[not].long
	kept := 0
	for i, w := range list {
		list[kept] = w
		kept++
		if c.values[w.other] == isTrue {
			continue
		}
		lits := c.lits(w.clause)
		if lits[0] == not {
			lits[0], lits[1] = lits[1], not
		}
		first := lits[0]
		list[kept-1].other = first
		switch {
		case c.values[first] == isTrue:
		case c.rewatch(w.clause, lits):
			kept--
		case c.values[first] == free:
			c.assign(first)
		default:
			kept += copy(list[kept:], list[i+1:])
			c.lists[not].long = list[:kept]
			return false
		}
	}
	c.lists[not].long = list[:kept]
	return true
}

// rewatch has a clause watch another literal instead of its second, and reports whether there is one that is not false.
func (c *checker) rewatch(r ref, lits []uint32) bool {
	for k := 2; k < len(lits); k++ {
		if l := lits[k]; c.values[l] != isFalse {
			lits[1], lits[k] = l, lits[1]
			c.watch(l, r, lits[0])
			return true
		}
	}
	return false
}
