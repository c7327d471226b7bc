package general

import (
	"math"
	"math/bits"

	"transat/solver/cnf"
	"transat/solver/engine"
)

// Why a literal is true: what hints of a proof are made of. A search without hints does none of this. One with hints notes, for each literal that becomes
// true, the place of the clause that made it so, and the way back from a conflict visits nothing but the clauses that are on it.

// notes is what the engine notes of its trail. Behind the trail of the formula lies that of a frozen subtree, if there is one.
type notes struct {
	pairs []fact   // by place in Engine.pairs
	longs []uint32 // by long clause: its number
	units []uint32 // by unit clause: its number
	whole []uint32 // by clause of what remains at the root of Weighted: its number

	slots    []uint32 // by candidate among the pairs: its place
	reasons  []cause  // by place on the trail
	conflict cause    // the clause that is false, if there is one
	places   []uint32 // by literal that is false: where on the trail its complement is. Literals from placed on are not in it
	placed   int
	wanted   []uint64 // a bit for each place on the trail: there is something to explain
	hints    []int64  // from the last one on, backward
}

// fact is what a place in Engine.pairs stands for: besides the pair, the literal in whose list it is, and the number of the clause.
type fact struct {
	owner  cnf.Lit
	number uint32
}

// cause is why a literal is true: a place of the lower half in what the upper half names.
type cause uint64

// What a cause may be.
const (
	byPair     cause = iota << 32 // a place in Engine.pairs
	byLong                        // a long clause
	byUnit                        // a unit clause
	byWhole                       // a clause of what remains at the root of Weighted
	byDecision                    // a decision of the path
	causeKinds cause = math.MaxUint32 << 32
)

// Note implements engine.Noting.
func (g *Engine) Note(number func(clause []cnf.Lit) int64) {
	n := &notes{
		reasons: make([]cause, g.vars+2), places: make([]uint32, len(g.values)), wanted: make([]uint64, g.vars/64+1), hints: make([]int64, g.vars+2),
		slots: make([]uint32, len(g.pairs)+1),
	}
	clause := make([]cnf.Lit, 0, 3)
	for l := cnf.Pos(1); int(l)+1 < len(g.lists); l++ {
		for _, p := range g.pairsOf(l) {
			clause = append(clause[:0], l, p.first())
			if p.second() != litAlwaysFalse {
				clause = append(clause, p.second())
			}
			n.pairs = append(n.pairs, fact{l, uint32(number(clause))})
		}
	}
	for i := range g.long.Len() {
		n.longs = append(n.longs, uint32(number(g.long.Clause(i))))
	}
	for _, l := range g.units {
		n.units = append(n.units, uint32(number([]cnf.Lit{l})))
	}
	g.notes = n
}

// Note implements engine.Noting.
func (e *Weighted) Note(number func(clause []cnf.Lit) int64) {
	e.Engine.Note(number)
	from := uint32(0)
	for i, end := range e.root.remains.ends {
		e.notes.whole = append(e.notes.whole, uint32(number(e.root.remains.lits[from:end])))
		e.root.remains.origins = append(e.root.remains.origins, uint32(i))
		from = end
	}
	e.ice.noted = &iceNotes{}
}

// note notes why the next literal on the trail is true.
func (g *Engine) note(why cause) { g.notes.reasons[len(g.trail)] = why }

// changed says that the trail will be another one from a place on.
func (n *notes) changed(from int) { n.placed = min(n.placed, from) }

// waveNoted propagates a wave, and notes reasons. It returns false if there is a conflict.
func (g *Engine) waveNoted(wave []cnf.Lit) bool {
	return g.derivePairsNoted(g.scanPairsNoted(wave)) && g.deriveLongsNoted(g.scanLongs(wave))
}

// scanPairsNoted is scanPairs, and notes the places of the candidates.
func (g *Engine) scanPairsNoted(wave []cnf.Lit) []pair {
	values, candidates, slots, n := g.values, g.pairCandidates, g.notes.slots, 0
	for _, l := range wave {
		pairs, slot := g.pairsOf(l.Not()), g.lists[l.Not()].pairs
		if least := min(len(candidates), len(slots)) - n; least < len(pairs) {
			candidates, slots = extend(candidates[:n], len(pairs)), extend(slots[:n], len(pairs))
			g.pairCandidates, g.notes.slots = candidates, slots
		}
		for i, p := range pairs {
			candidates[n], slots[n] = p, slot+uint32(i)
			n += int((values[p.first()] + values[p.second()]) >> 3)
		}
		if g.spend(len(pairs)) {
			break
		}
	}
	return candidates[:n]
}

// derivePairsNoted is derivePairs, and notes reasons.
func (g *Engine) derivePairsNoted(candidates []pair) bool {
	for i, p := range candidates {
		a, b := p.first(), p.second()
		switch g.values[a] + g.values[b] {
		case 2 * litFalse:
			g.notes.conflict = byPair | cause(g.notes.slots[i])
			return false
		case litFree + litFalse:
			if g.values[a] == litFalse {
				a = b
			}
			g.note(byPair | cause(g.notes.slots[i]))
			g.assign(a)
		}
	}
	return true
}

// deriveLongsNoted is deriveLongs, and notes reasons.
func (g *Engine) deriveLongsNoted(candidates []uint32) bool {
	for _, c := range candidates {
		s := g.states[c]
		if s.falsified() || g.values[s.unit()] == litFalse {
			g.notes.conflict = byLong | cause(c)
			return false
		}
		if g.values[s.unit()] == litFree {
			g.note(byLong | cause(c))
			g.assign(s.unit())
		}
	}
	return true
}

// Explain implements engine.Noting.
func (g *Engine) Explain(t *engine.Trace) []int64 { return g.explain(t, nil, nil) }

// Explain implements engine.Noting.
func (e *Weighted) Explain(t *engine.Trace) []int64 {
	if e.frozen == unfrozen {
		return e.explain(t, nil, e.root.remains)
	}
	return e.explain(t, &e.ice, e.root.remains)
}

// explain is Explain at a node in a frozen subtree, or in none.
func (g *Engine) explain(t *engine.Trace, s *ice, whole *remains) []int64 {
	n, above := g.notes, len(g.trail)
	size := above
	if s != nil {
		size += len(s.trail)
	}
	literal := func(at int) cnf.Lit {
		if at < above {
			return g.trail[at]
		}
		return s.literal(s.trail[at-above])
	}
	for ; n.placed < size; n.placed++ {
		n.places[literal(n.placed).Not()] = uint32(n.placed)
	}
	last := len(n.hints) - 1
	n.hints[last] = g.want(n.conflict, 0, whole)
	for w := (size - 1) >> 6; w >= 0; w-- {
		for n.wanted[w] != 0 {
			at := w<<6 + bits.Len64(n.wanted[w]) - 1
			n.wanted[w] ^= 1 << (at & 63)
			number := int64(0)
			if why := n.reasons[at]; why&causeKinds == byDecision {
				number = t.Need(int(uint32(why)))
			} else {
				number = g.want(why, literal(at), whole)
			}
			if number != 0 {
				last--
				n.hints[last] = number
			}
		}
	}
	return n.hints[last:]
}

// want notes that the literals of a clause but one are false, and there is something to explain. It returns the number of the clause.
func (g *Engine) want(why cause, but cnf.Lit, whole *remains) (number int64) {
	n, place := g.notes, uint32(why)
	switch why & causeKinds {
	case byPair:
		f, p := n.pairs[place], g.pairs[place]
		n.want(f.owner, but)
		n.want(p.first(), but)
		if p.second() != litAlwaysFalse {
			n.want(p.second(), but)
		}
		return int64(f.number)
	case byLong:
		for _, l := range g.long.Clause(int(place)) {
			n.want(l, but)
		}
		return int64(n.longs[place])
	case byUnit:
		return int64(n.units[place])
	}
	for _, l := range whole.clause(place) {
		n.want(l, but)
	}
	return int64(n.whole[place])
}

// want notes that a literal is false, and there is something to explain, unless it is another one that has to be.
func (n *notes) want(l, but cnf.Lit) {
	if l != but {
		at := n.places[l]
		n.wanted[at>>6] |= 1 << (at & 63)
	}
}
