package solver

// propagate assigns wave after wave until there is a conflict or nothing to assign. The first wave
// is trail[from:size]. Most of the time goes into this and the functions below.
func (e *packed) propagate(from int) step {
	s := step{assigned: from}
	for s.assigned < e.size && !s.conflict {
		n := e.scan(e.trail[s.assigned:e.size])
		s.assigned = e.size
		s.conflict = !e.derive(n)
	}
	s.propagated = s.assigned - from
	for _, l := range e.trail[from:s.assigned] {
		s.visits += int64(e.cost[l])
	}
	return s
}

// scan visits the clauses that a wave shortens. It leaves the pairs that tell of a unit clause or a
// falsified one in candidates, and returns their number. The loop over a block is written out, since
// the compiler would not do it.
func (e *packed) scan(wave []packedLit) (n uint16) {
	for _, l := range wave {
		blocks := e.lists[l.not()]
		for i := range blocks {
			block := &blocks[i]
			pair := block[0]
			e.candidates[n] = pair
			n += e.candidate(pair)
			pair = block[1]
			e.candidates[n] = pair
			n += e.candidate(pair)
			pair = block[2]
			e.candidates[n] = pair
			n += e.candidate(pair)
			pair = block[3]
			e.candidates[n] = pair
			n += e.candidate(pair)
		}
	}
	return n
}

// candidate returns 1 if the values of a pair tell of a unit clause or a falsified one, otherwise 0.
func (e *packed) candidate(pair uint32) uint16 {
	return uint16((uint32(e.values[uint16(pair)]) + uint32(e.values[pair>>16])) >> 3 & 1)
}

// derive assigns what the first n candidates make true: the next wave. It returns false at a
// conflict. A candidate whose free literal an earlier one has made true changes nothing: it is
// assigned again, but not kept on the trail.
func (e *packed) derive(n uint16) bool {
	trail, size := e.trail, e.size
	for _, pair := range e.candidates[:n] {
		a, b := packedLit(pair), packedLit(pair>>16)
		if e.values[a]+e.values[b] == 2*packedFalse {
			e.size = size
			return false
		}
		isNew := e.candidate(pair)
		unit := a
		if e.values[a] == packedFalse {
			unit = b
		}
		e.values[unit] = packedTrue
		e.values[unit.not()] = packedFalse
		trail[size] = unit
		size += int(isNew)
	}
	e.size = size
	return true
}
