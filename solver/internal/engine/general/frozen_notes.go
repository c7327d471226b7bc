package general

import "transat/solver/cnf"

// Reasons in a frozen subtree: see notes.go, which comes first. They are clauses of the whole formula.

// iceNotes is what a frozen subtree knows of where its clauses come from.
type iceNotes struct {
	notes   *notes
	above   int      // how long the trail of the formula is
	depth   int      // of the root
	origins []uint32 // by clause: its place in what remains at the root of Weighted
	clause  uint32   // that is put into the lists
	pairs   []uint32 // by place in ice.pairs: the clause
	longs   []uint32 // by long clause: the clause
	slots   []uint32 // by candidate among the pairs: its place
}

// keepOrigins notes which clauses of r are those that remain at a look node.
func (e *Weighted) keepOrigins(at *generalLook, r *remains) {
	origins, from := at.own.origins[:0], uint32(0)
clauses:
	for i, end := range r.ends {
		clause := r.lits[from:end]
		from = end
		for _, l := range clause {
			if e.values[l.Code()] == litTrue {
				continue clauses
			}
		}
		origins = append(origins, r.origins[i])
	}
	at.own.origins = origins
}

// clause returns the literals of a clause.
func (r *remains) clause(i uint32) []cnf.Lit {
	from := uint32(0)
	if i > 0 {
		from = r.ends[i-1]
	}
	return r.lits[from:r.ends[i]]
}

// freezeNoted makes the lists ready to be filled.
func (e *Weighted) freezeNoted(at *generalLook) {
	s := &e.ice
	n := s.noted
	n.notes, n.above, n.depth, n.origins = e.notes, len(e.trail), len(e.marks)-1, at.own.origins
	n.pairs, n.slots, n.longs = resize(n.pairs, len(s.pairs)), resize(n.slots, len(s.pairs)+1), n.longs[:0]
	n.clause = 0
}

// note notes that the next literal on the trail is true because of a clause.
func (s *ice) note(clause uint32) {
	n := s.noted
	n.notes.reasons[n.above+len(s.trail)] = byWhole | cause(n.origins[clause])
}

// assumeNoted notes a decision that is about to be made.
func (s *ice) assumeNoted() {
	n := s.noted
	at := n.above + len(s.trail)
	n.notes.changed(at)
	n.notes.reasons[at] = byDecision | cause(n.depth+len(s.marks)-1)
}

// conflict notes the clause that is false.
func (s *ice) conflict(clause uint32) bool {
	s.noted.notes.conflict = byWhole | cause(s.noted.origins[clause])
	return false
}

// waveNoted propagates a wave, and notes reasons. It returns false if there is a conflict.
func (s *ice) waveNoted(wave []uint16) bool {
	return s.derivePairsNoted(s.scanPairsNoted(wave)) && s.deriveLongsNoted(s.scanLongs(wave))
}

// scanPairsNoted is scanPairs, and notes the places of the candidates.
func (s *ice) scanPairsNoted(wave []uint16) []uint32 {
	candidates, slots, n := s.pairCandidates, s.noted.slots, 0
	for _, l := range wave {
		from, end := s.lists[l^1].pairs, s.lists[l^1+1].pairs
		n += findUnitsNoted(s.values, s.pairs[from:end], candidates[n:], slots[n:], from)
	}
	return candidates[:n]
}

// findUnitsNoted is findUnits, and writes the places of the candidates, which begin with the given one, to slots.
//
//go:noinline
func findUnitsNoted(values *[1 << 16]uint8, pairs, candidates, slots []uint32, place uint32) (n int) {
	for i, p := range pairs {
		candidates[n], slots[n] = p, place+uint32(i)
		sum := uint32(values[uint16(p)]) + uint32(values[p>>16])
		n += int((sum - 2) >> 31)
	}
	return n
}

// derivePairsNoted is derivePairs, and notes reasons.
func (s *ice) derivePairsNoted(candidates []uint32) bool {
	n := s.noted
	for i, p := range candidates {
		a, b := uint16(p), uint16(p>>16)
		switch s.values[a] + s.values[b] {
		case 2 * iceFalse:
			return s.conflict(n.pairs[n.slots[i]])
		case iceFree + iceFalse:
			if s.values[a] == iceFalse {
				a = b
			}
			s.note(n.pairs[n.slots[i]])
			s.assign(a)
		}
	}
	return true
}

// deriveLongsNoted is deriveLongs, and notes reasons.
func (s *ice) deriveLongsNoted(candidates []uint32) bool {
	for _, c := range candidates {
		unit := uint16(0) // as in deriveLongs
		for _, l := range s.long(c) {
			unit |= l & -uint16((s.values[l]+1)>>1)
		}
		if unit == 0 {
			return s.conflict(s.noted.longs[c])
		}
		if s.values[unit] == iceFree {
			s.note(s.noted.longs[c])
			s.assign(unit)
		}
	}
	return true
}
