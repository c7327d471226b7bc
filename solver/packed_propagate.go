package solver

// propagate assigns what the first n candidates make true, and then wave after wave until there is a
// conflict or nothing to assign. Most of the time goes into this and the functions below.
func (e *packed) propagate(n uint16) step {
	from := e.size
	s := step{assigned: from}
	queued, ok := e.derive(n)
	for ok && e.size > s.assigned {
		s.assigned = e.size
		s.visits += int64(queued.pairs())
		queued, ok = e.derive(e.scan(e.queue[:queued.blocks()]))
	}
	s.propagated = s.assigned - from
	s.conflict = !ok
	return s
}

// scan visits the clauses that a wave shortens, which are in the blocks queued. It leaves the pairs
// that tell of a unit clause or a falsified one in candidates, and returns their number. The loop over
// a block is written out, since the compiler would not do it.
func (e *packed) scan(queue []uint16) (n uint16) {
	blocks := e.blocks
	for _, b := range queue {
		block := &blocks[b]
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
	return n
}

// candidate returns 1 if the values of a pair tell of a unit clause or a falsified one, otherwise 0.
func (e *packed) candidate(pair uint32) uint16 {
	return uint16((uint32(e.values[uint16(pair)]) + uint32(e.values[pair>>16])) >> 3)
}

// derive assigns what the first n candidates make true, the next wave, and queues the blocks that it
// has to visit. It returns their extent, and false at a conflict. A candidate whose free literal an
// earlier one has made true changes nothing: it is assigned and queued again, but the next one
// overwrites it on the trail and in the queue.
func (e *packed) derive(n uint16) (queued extent, ok bool) {
	trail, size := e.trail, e.size
	for _, pair := range e.candidates[:n] {
		value := e.values[uint16(pair)]
		sum := value + e.values[pair>>16]
		if sum == 2*packedFalse {
			e.size = size
			return 0, false
		}
		unit := packedLit(pair >> (value << 2 & 16)) // the upper half if the lower one is false
		not := unit.not()
		e.values[unit] = packedTrue
		e.values[not] = packedFalse
		trail[size] = unit
		isNew := sum >> 3
		size += int(isNew)

		// The first four blocks are queued even if there are fewer: the next ones overwrite them.
		putWord(e.queue[queued.blocks():], e.first[not%packedLits])
		list := e.extents[not%packedLits]
		if list.blocks() > 4 {
			e.queueAll(queued.blocks(), not)
		}
		queued += list & -extent(isNew)
	}
	e.size = size
	return queued, true
}

// queueAll puts all blocks of l into the queue, from the given position on.
func (e *packed) queueAll(at uint16, l packedLit) {
	first := uint16(e.first[l%packedLits])
	for i := range e.extents[l%packedLits].blocks() {
		e.queue[at+i] = first + i
	}
}
