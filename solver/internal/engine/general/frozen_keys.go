package general

// The keys in a frozen subtree of the rule "weights" for clauses of any length. Read weights.go first.

// keysAt returns the keys of a level.
func (s *subtree) keysAt(level int) *[1 << 16]float32 {
	n := len(s.base)
	if need := (level+1)*n + 1<<16; need > len(s.keys) {
		s.keys = append(s.keys, make([]float32, need-len(s.keys))...)
	}
	return (*[1 << 16]float32)(s.keys[level*n:])
}

// update makes the keys of the current node from the keys of its parent, if there are none yet. The literals of the node get their new g
// one after the other, so that each change of a clause is due to one literal.
func (s *subtree) update() {
	level := len(s.marks)
	if s.keyed >= level {
		return
	}
	s.keyed = level
	n := len(s.base)
	copy(s.keysAt(level)[:n], s.keysAt(level - 1)[:n])
	for _, l := range s.trail[s.marks[level-1]:] {
		s.change(level, l, 0)
		s.change(level, l^1, 1)
	}
	s.addEntering(level)
}

// restore gives the literals the g they had at the root.
func (s *subtree) restore(lits []uint16) {
	for _, l := range lits {
		s.now[l], s.now[l^1] = s.base[l], s.base[l^1]
	}
}

// change gives l, which was free, a new g, and changes the keys of the other literals in its clauses.
func (s *subtree) change(level int, l uint16, g float32) {
	difference := g - s.base[l]
	s.now[l] = g
	keys := s.keysAt(level)
	from, to := &s.lists[l], &s.lists[l+1]
	changePairs(keys, s.now, s.pairs[from.pairs:to.pairs], difference)
	changeQuads(keys, s.now, s.quads[from.quads:to.quads], difference)
	if len(s.late) > 0 {
		s.changeLate(level, l, difference)
	}
}

// changePairs is not inlined, because it would then not have all registers for its loop.
//
//go:noinline
func changePairs(keys, now *[1 << 16]float32, pairs []uint32, difference float32) {
	for _, p := range pairs {
		a, b := uint16(p), uint16(p>>16)
		x, y := now[a], now[b]
		keys[a] += float32(difference * y)
		keys[b] += float32(difference * x)
	}
}

//go:noinline
func changeQuads(keys, now *[1 << 16]float32, quads []uint64, difference float32) {
	for _, q := range quads {
		a, b, c, d := uint16(q), uint16(q>>16), uint16(q>>32), uint16(q>>48)
		x, y, z, w := now[a], now[b], now[c], now[d]
		xy, zw := float32(difference*float32(x*y)), float32(difference*float32(z*w))
		keys[a] += float32(y * zw)
		keys[b] += float32(x * zw)
		keys[c] += float32(w * xy)
		keys[d] += float32(z * xy)
	}
}

// changeLate is change for the late clauses that mattered at the parent. It lists in entering the late clauses that begin to matter at the
// node.
func (s *subtree) changeLate(level int, l uint16, difference float32) {
	keys, before, late := s.keysAt(level), s.countsAt(level-1), s.late[s.lates[l]:s.lates[l+1]]
	here := s.countsAt(level)
	if s.values[l] == valueTrue { // a satisfied clause does not begin to matter
		here = before
	}
	for _, c := range late {
		switch {
		case here[c] < s.lateCount:
		case before[c] >= s.lateCount:
			s.give(keys, c, difference, l)
		case !s.isEntering[c]:
			s.isEntering[c] = true
			s.entering = append(s.entering, c)
		}
	}
}

// give multiplies the product of the literals of a clause, but for one of them, by the given factor, and gives it to
// these literals.
func (s *subtree) give(keys *[1 << 16]float32, c uint32, factor float32, but uint16) {
	clause := s.long(c)
	for _, l := range clause {
		if l != but {
			if factor = float32(factor * s.now[l]); factor == 0 {
				return
			}
		}
	}
	for _, l := range clause {
		if l != but {
			keys[l] += factor / s.now[l]
		}
	}
}

// addEntering adds the late clauses that have just become short enough to the keys.
func (s *subtree) addEntering(level int) {
	for _, c := range s.entering {
		s.isEntering[c] = false
		s.give(s.keysAt(level), c, 1, 0)
	}
	s.entering = s.entering[:0]
}

// pick picks the variable with the largest product of its keys, the first on ties, and of its literals the
// one with the larger key. It returns 0 if no clause remains.
func (s *subtree) pick() uint16 {
	keys := s.keysAt(len(s.marks))[:len(s.base)]
	best, picked, floor := float32(0), uint16(0), float32(s.keyFloor)
	for l := 2; l+1 < len(keys); l += 2 {
		x, y := keys[l]+floor, keys[l+1]+floor
		if score := float32(x * y); score > best && s.values[l] == valueFree {
			best, picked = score, uint16(l)
		}
	}
	switch {
	case best < float32(1.1*s.keyFloor*s.keyFloor):
		return s.pickRemaining()
	case keys[picked] < keys[picked+1]:
		picked++
	}
	return picked
}

// pickRemaining picks the first free literal of the first clause that remains, or returns 0 if there is none. It
// is for nodes at which all keys are nearly 0: a key whose clauses are all satisfied consists of rounding errors.
func (s *subtree) pickRemaining() uint16 {
	from := uint32(0)
	for _, end := range s.ends {
		clause := s.lits[from:end]
		from = end
		free, satisfied := uint16(0), false
		for _, l := range clause {
			switch s.values[l] {
			case valueTrue:
				satisfied = true
			case valueFree:
				free = l
			}
		}
		if !satisfied {
			return free
		}
	}
	return 0
}
