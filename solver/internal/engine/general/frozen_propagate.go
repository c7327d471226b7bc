package general

import "transat/solver/internal/engine"

// Propagation in a frozen subtree of the rule "weights" for clauses of any length. Read weights.go first. The waves and the numbers of a
// step are the same as those of Engine.

func (s *subtree) assume(l uint16) engine.Step {
	s.marks = append(s.marks, len(s.trail))
	s.assign(l)
	return s.propagate()
}

func (s *subtree) assign(l uint16) {
	s.values[l], s.values[l^1] = valueTrue, valueFalse
	s.trail = append(s.trail, l)
}

// undo goes to the parent. The current node must not be the root.
func (s *subtree) undo() {
	level := len(s.marks)
	lits := s.trail[s.marks[level-1]:]
	s.trail, s.marks = s.trail[:s.marks[level-1]], s.marks[:level-1]
	if s.keyed == level {
		s.keyed--
		s.restore(lits)
	}
	for _, l := range lits {
		s.values[l], s.values[l^1] = valueFree, valueFree
	}
	s.counted = min(s.counted, level-1)
}

// propagate assigns wave after wave until there is a conflict or nothing to assign. The first wave is on the
// trail already. It counts the variables that have been assigned in the subtree.
func (s *subtree) propagate() engine.Step {
	from := s.marks[len(s.marks)-1]
	at := engine.Step{Assigned: from}
	for at.Assigned < len(s.trail) && at.End == engine.Fixpoint {
		wave := s.trail[at.Assigned:]
		at.Assigned = len(s.trail)
		for _, l := range wave {
			at.Visits += int64(s.lists[l^1].visits)
		}
		if !s.derivePairs(s.scanPairs(wave)) || !s.deriveLongs(s.scanLongs(wave)) {
			at.End = engine.Conflict
		}
	}
	at.Propagated = at.Assigned - from
	return at
}

// scanPairs visits the short clauses that a wave shortens, and returns those that have become unit clauses or falsified.
func (s *subtree) scanPairs(wave []uint16) []uint32 {
	candidates, n := s.pairCandidates, 0
	for _, l := range wave {
		pairs := s.pairs[s.lists[l^1].pairs:s.lists[l^1+1].pairs]
		n += findUnits(s.values, pairs, candidates[n:])
	}
	return candidates[:n]
}

// findUnits writes the pairs with at most one free literal and no true one to the candidates, and returns their number.
// Every pair is written behind the candidates found so far, since a branch would often be mispredicted. The function is not inlined,
// because its loop would then not have all registers.
//
//go:noinline
func findUnits(values *[1 << 16]uint8, pairs, candidates []uint32) (n int) {
	for _, p := range pairs {
		candidates[n] = p
		sum := uint32(values[uint16(p)]) + uint32(values[p>>16])
		n += int((sum - 2) >> 31)
	}
	return n
}

// derivePairs assigns the literals that candidates make true. It returns false if there is a conflict.
func (s *subtree) derivePairs(candidates []uint32) bool {
	for _, p := range candidates {
		a, b := uint16(p), uint16(p>>16)
		switch s.values[a] + s.values[b] {
		case 2 * valueFalse:
			return false
		case valueFree + valueFalse:
			if s.values[a] == valueFalse {
				a = b
			}
			s.assign(a)
		}
	}
	return true
}

// countOf is the count of a clause with that many literals that are not false: with one left, bit 15 is set.
func countOf(length int) uint16 { return uint16(1<<15 + 1 - length) }

// countsAt returns the counts of a level.
func (s *subtree) countsAt(level int) []uint16 {
	n := len(s.clauses)
	if need := (level + 1) * n; need > len(s.counts) {
		s.counts = append(s.counts, make([]uint16, need-len(s.counts))...)
	}
	return s.counts[level*n:][:n]
}

// scanLongs counts the false literals of the long clauses, and returns the clauses that have at most one other literal left. It
// may be called after literals of the next wave have been assigned, because it does not look at values. Each
// node has counts of its own, so that going back has nothing to undo: to copy some hundred numbers takes less time.
func (s *subtree) scanLongs(wave []uint16) []uint32 {
	if len(s.clauses) == 0 {
		return nil
	}
	level := len(s.marks)
	counts := s.countsAt(level)
	if s.counted < level {
		s.counted = level
		copy(counts, s.countsAt(level-1))
	}
	candidates, n := s.longCandidates, 0
	for _, l := range wave {
		longs := s.longs[s.lists[l^1].longs:s.lists[l^1+1].longs]
		n += countFalse(counts, longs, candidates[n:])
	}
	return candidates[:n]
}

//go:noinline
func countFalse(counts []uint16, longs, candidates []uint32) (n int) {
	for _, c := range longs {
		candidates[n] = c
		count := counts[c] + 1
		counts[c] = count
		n += int(count >> 15)
	}
	return n
}

// deriveLongs assigns the literals that candidates make true. It returns false if there is a conflict.
func (s *subtree) deriveLongs(candidates []uint32) bool {
	for _, c := range candidates {
		unit := uint16(0) // the only literal that is not false, if there is one; found without a branch on values
		for _, l := range s.long(c) {
			unit |= l & -uint16((s.values[l]+1)>>1)
		}
		if unit == 0 {
			return false
		}
		if s.values[unit] == valueFree {
			s.assign(unit)
		}
	}
	return true
}
