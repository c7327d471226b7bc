package packed

import (
	"math/bits"

	"transat/solver/internal/engine"
)

// propagate assigns what the first n candidates make true, and then wave after wave until there is a
// conflict or nothing to assign. Most of the time goes into this and the functions below.
func (e *Engine) propagate(n uint16) engine.Step {
	from := e.size
	s := engine.Step{Assigned: from}
	scanned := extent(0)
	queued, ok := e.derive(n, scanned)
	for ok && e.size > s.Assigned {
		s.Assigned = e.size
		wave := e.queue[scanned.blocks():queued.blocks()]
		scanned = queued
		queued, ok = e.derive(e.scan(wave), scanned)
	}
	e.queued = scanned
	s.Visits = int64(scanned.pairs())
	s.Propagated = s.Assigned - from
	if !ok {
		s.End = engine.Conflict
	}
	return s
}

// scan visits the clauses that a wave shortens, which are in the blocks queued. It leaves the pairs
// of unit clauses and falsified clauses in candidates, and returns their number. The code is written out
// for each of the four pairs of a block, since the compiler would not unroll a loop.
func (e *Engine) scan(queue []uint16) uint16 {
	blocks := e.blocks
	var n, carry uint64
	var pair uint32
	for _, b := range queue {
		block := &blocks[b]

		pair = block[0]
		e.candidates[uint16(n)] = pair
		_, carry = bits.Add64(uint64(e.values[uint16(pair)]), uint64(e.values[pair>>16]), 0)
		n, _ = bits.Add64(n, 0, carry)

		pair = block[1]
		e.candidates[uint16(n)] = pair
		_, carry = bits.Add64(uint64(e.values[uint16(pair)]), uint64(e.values[pair>>16]), 0)
		n, _ = bits.Add64(n, 0, carry)

		pair = block[2]
		e.candidates[uint16(n)] = pair
		_, carry = bits.Add64(uint64(e.values[uint16(pair)]), uint64(e.values[pair>>16]), 0)
		n, _ = bits.Add64(n, 0, carry)

		pair = block[3]
		e.candidates[uint16(n)] = pair
		_, carry = bits.Add64(uint64(e.values[uint16(pair)]), uint64(e.values[pair>>16]), 0)
		n, _ = bits.Add64(n, 0, carry)
	}
	return uint16(n)
}

// derive assigns what the first n candidates make true, the next wave, and queues the blocks that it
// has to visit behind those that have been queued at this node. It returns the extent of all of them,
// and false at a conflict. A candidate whose free literal an earlier one has made true changes nothing:
// it is assigned and queued again, but the next one overwrites it on the trail and in the queue.
func (e *Engine) derive(n uint16, queued extent) (extent, bool) {
	size := uint(e.size)
	for _, pair := range e.candidates[:n] {
		a, b := uint16(pair), uint16(pair>>16)
		value := e.values[a].small()
		sum := value + e.values[b].small()
		if sum == 2*packedFalse {
			e.size = int(size)
			return queued, false
		}
		unit := packedLit(a ^ (a^b)&-uint16(value>>2)) // b if a is false
		not := unit ^ packedSign
		e.values[unit] = valueTrue
		e.values[not] = valueFalse
		e.trail[size%packedLits] = unit
		isNew := sum >> 3
		size += uint(isNew)

		// The first four blocks are queued even if there are fewer: the next ones overwrite them.
		putWord(e.queue[queued.blocks():], e.first[not%packedLits])
		list := e.extents[not%packedLits]
		if list.blocks() > 4 {
			e.queueAll(queued.blocks(), not)
		}
		queued += list & -extent(isNew)
	}
	e.size = int(size)
	return queued, true
}

// queueLists puts the blocks of the given literals behind those that are queued already, and returns
// the part of the queue in which they are.
func (e *Engine) queueLists(lits []packedLit) []uint16 {
	start := e.queued.blocks()
	end := start
	for _, l := range lits {
		putWord(e.queue[end:], e.first[l%packedLits])
		blocks := e.extents[l%packedLits].blocks()
		if blocks > 4 {
			e.queueAll(end, l)
		}
		end += blocks
	}
	return e.queue[start:end]
}

// queueAll puts all blocks of l into the queue, from the given position on.
func (e *Engine) queueAll(at uint16, l packedLit) {
	first := uint16(e.first[l%packedLits])
	for i := range e.extents[l%packedLits].blocks() {
		e.queue[at+i] = first + i
	}
}

// putWord writes four lanes, the lowest of them first.
func putWord(lanes []uint16, word uint64) {
	_ = lanes[3]
	lanes[0] = uint16(word)
	lanes[1] = uint16(word >> 16)
	lanes[2] = uint16(word >> 32)
	lanes[3] = uint16(word >> 48)
}
