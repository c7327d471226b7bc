package packed

import (
	"math/bits"
	"slices"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// Why a literal is true: what hints of a proof are made of. A search without hints does none of this. One with hints has a propagation of its own, in
// which a candidate carries its place in the lists, and that goes with its literal to the trail. That costs some 5 % of propagation. The way
// back from a conflict then visits nothing but the clauses that are on it.

// notes is what the engine notes of its trail.
type notes struct {
	clauses    int                // places of clauses; behind them are those of decisions
	candidates [1 << 16]noted     // as those of Engine
	reasons    [packedLits]noted  // by place on the trail
	places     [packedLits]uint32 // instead of reasons, with vectors: the places of the clauses
	conflict   noted              // the clause that is false, if there is one
	logged     int                // places from here on are not in the log
}

// noted is a pair, in the lower half, and its place in the lists: that of its fact.
type noted uint64

// upper is set, in the log only, if the literal that became true is that of the upper half of the pair.
const upper = noted(1) << 63

// fact is what a place in the lists stands for: besides the pair, the literal in whose list it is, and the number of the clause.
type fact struct {
	number uint32
	owner  packedLit
}

// Note implements engine.Noting.
func (e *Engine) Note(number func(clause []cnf.Lit) int64) engine.Explainer {
	w := newWays(e.vars)
	var clause []cnf.Lit
	of := func(lits ...packedLit) uint32 {
		clause = clause[:0]
		for _, l := range lits {
			if l.variable() != 0 {
				clause = append(clause, l.literal())
			}
		}
		return uint32(number(clause))
	}
	add := func(owner packedLit, pairs ...uint32) {
		for _, pair := range pairs {
			f := fact{owner: owner}
			if pair != 0 {
				f.number = of(owner, packedLit(pair), packedLit(pair>>16))
			}
			w.facts = append(w.facts, f)
		}
	}
	if e.vectors != nil {
		for l := range packedLit(e.stride) {
			add(l, e.vectors.list(l)...)
		}
		e.vectors.note()
	} else {
		for b, block := range e.blocks {
			add(e.owners[b], block[:]...)
		}
	}
	for _, l := range e.units {
		w.facts = append(w.facts, fact{of(l), alwaysFalse})
	}
	w.clauses = len(w.facts)
	for range e.vars {
		w.facts = append(w.facts, fact{0, alwaysFalse})
	}
	e.notes = &notes{clauses: w.clauses}
	return w
}

// Log implements engine.Noting. First come the place where what is new begins, and that of the node; the clause that is false; then what is noted of each
// new place.
func (e *Engine) Log(log []uint64) []uint64 {
	n := e.notes
	from := n.logged
	n.logged = e.size
	log = append(log, uint64(from)|uint64(e.marks[len(e.marks)-1])<<32, uint64(n.conflict))
	end := len(log)
	log = slices.Grow(log, e.size-from)[:end+e.size-from]
	entries, trail := log[end:], e.trail[from:e.size]
	if e.vectors != nil {
		for i, place := range n.places[from:e.size] {
			n.reasons[from+i] = e.notedAt(place, trail[i])
		}
	}
	for i, why := range n.reasons[from:e.size] {
		other := uint32(trail[i] ^ packedLit(why))
		entries[i] = uint64(why | noted(-other>>31)<<63)
	}
	return log
}

// assumeNoted is what Reset and Assume do if reasons are noted: it makes literals true, which have the given place and those behind it, and propagates.
func (e *Engine) assumeNoted(place int, lits ...packedLit) engine.Step {
	n := e.notes
	n.logged = min(n.logged, e.size)
	if e.vectors != nil {
		e.vectors.setPlaces(place, len(lits))
		return e.assumeVectors(len(e.marks)-1, lits...)
	}
	for i, l := range lits {
		n.candidates[i] = noted(unitPair(l)) | noted(place+i)<<32
	}
	return e.propagateNoted(uint16(len(lits)))
}

// notedAt returns what is noted of a place, with vectors; l is the literal that the clause has made true, if it is a decision.
func (e *Engine) notedAt(place uint32, l packedLit) noted {
	pairs := e.vectors.pairs
	pair := unitPair(l)
	switch unit := int(place) - len(pairs); {
	case unit < 0:
		pair = pairs[place]
	case unit < len(e.units):
		pair = unitPair(e.units[unit])
	}
	return noted(pair) | noted(place)<<32
}

// propagateNoted is propagate, and notes reasons.
func (e *Engine) propagateNoted(n uint16) engine.Step {
	from := e.size
	s := engine.Step{Assigned: from}
	scanned := extent(0)
	queued, ok := e.deriveNoted(n, scanned)
	for ok && e.size > s.Assigned {
		s.Assigned = e.size
		wave := e.queue[scanned.blocks():queued.blocks()]
		scanned = queued
		queued, ok = e.deriveNoted(e.scanNoted(wave), scanned)
	}
	e.queued = scanned
	s.Visits = int64(scanned.pairs())
	s.Propagated = s.Assigned - from
	if !ok {
		s.End = engine.Conflict
	}
	return s
}

// scanNoted is scan for candidates with a place.
func (e *Engine) scanNoted(queue []uint16) uint16 {
	blocks, candidates := e.blocks, &e.notes.candidates
	var n, carry uint64
	var pair uint32
	for _, b := range queue {
		block := &blocks[b]
		place := noted(b) << 34

		pair = block[0]
		candidates[uint16(n)] = noted(pair) | place
		_, carry = bits.Add64(uint64(e.values[uint16(pair)]), uint64(e.values[pair>>16]), 0)
		n, _ = bits.Add64(n, 0, carry)

		pair = block[1]
		candidates[uint16(n)] = noted(pair) | place | 1<<32
		_, carry = bits.Add64(uint64(e.values[uint16(pair)]), uint64(e.values[pair>>16]), 0)
		n, _ = bits.Add64(n, 0, carry)

		pair = block[2]
		candidates[uint16(n)] = noted(pair) | place | 2<<32
		_, carry = bits.Add64(uint64(e.values[uint16(pair)]), uint64(e.values[pair>>16]), 0)
		n, _ = bits.Add64(n, 0, carry)

		pair = block[3]
		candidates[uint16(n)] = noted(pair) | place | 3<<32
		_, carry = bits.Add64(uint64(e.values[uint16(pair)]), uint64(e.values[pair>>16]), 0)
		n, _ = bits.Add64(n, 0, carry)
	}
	return uint16(n)
}

// deriveNoted is derive, and notes the candidates where it puts their literals, and one that is false.
func (e *Engine) deriveNoted(n uint16, queued extent) (extent, bool) {
	size := uint(e.size)
	notes := e.notes
	for _, candidate := range notes.candidates[:n] {
		a, b := uint16(candidate), uint16(candidate>>16)
		value := e.values[a].small()
		sum := value + e.values[b].small()
		if sum == 2*packedFalse {
			notes.conflict = candidate
			e.size = int(size)
			return queued, false
		}
		unit := packedLit(a ^ (a^b)&-uint16(value>>2)) // b if a is false
		not := unit ^ packedSign
		e.values[unit] = valueTrue
		e.values[not] = valueFalse
		e.trail[size%packedLits] = unit
		notes.reasons[size%packedLits] = candidate
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
