package general

import (
	"math"
	"math/bits"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// Why a literal is true: what hints of a proof are made of. A search without hints does none of this. One with hints notes, for each literal that becomes
// true, the place of the clause that made it so, and the way back from a conflict visits nothing but the clauses that are on it.

// notes is what the engine notes of its trail. Behind the trail of the formula lies that of a frozen subtree, if there is one.
type notes struct {
	slots    []uint32 // by candidate among the pairs: its place
	reasons  []cause  // by place on the trail
	conflict cause    // the clause that is false, if there is one
	logged   int      // places from here on are not in the log
}

// ways finds the ways back from conflicts: it is an engine.Explainer. It has a trail of its own, and the engine's clauses, which stay as they are.
type ways struct {
	pairs      []pair
	long       *cnf.Formula
	remains    *remains // at the root of Weighted, or nil
	pairFacts  []fact   // by place in pairs
	longFacts  []uint32 // by long clause: its number
	unitFacts  []uint32 // by unit clause: its number
	wholeFacts []uint32 // by clause of what remains: its number

	trail   []cnf.Lit
	reasons []cause  // by place on the trail
	places  []uint32 // by literal that is false: where on the trail its complement is
	wanted  []uint64 // a bit for each place on the trail: there is something to explain
	hints   []int64  // from the last one on, backward
}

// fact is what a place in pairs stands for: besides the pair, the literal in whose list it is, and the number of the clause.
type fact struct {
	owner  cnf.Lit
	number uint32
}

// cause is why a literal is true: a place of the lower half in what the upper half names.
type cause uint64

// What a cause may be.
const (
	byPair     cause = iota << 32 // a place in pairs
	byLong                        // a long clause
	byUnit                        // a unit clause
	byWhole                       // a clause of what remains at the root of Weighted
	byDecision                    // a decision of the path
	causeKinds cause = math.MaxUint32 << 32
)

// Note implements engine.Noting.
func (g *Engine) Note(number func(clause []cnf.Lit) int64) engine.Explainer {
	return g.takeNotes(number)
}

func (g *Engine) takeNotes(number func(clause []cnf.Lit) int64) *ways {
	g.notes = &notes{reasons: make([]cause, g.vars+2), slots: make([]uint32, len(g.pairs)+1)}
	w := &ways{
		pairs: g.pairs, long: g.long, reasons: make([]cause, g.vars+2), places: make([]uint32, len(g.values)), wanted: make([]uint64, g.vars/64+1),
		hints: make([]int64, g.vars+2),
	}
	clause := make([]cnf.Lit, 0, 3)
	for code := cnf.Pos(1).Code(); int(code)+1 < len(g.lists); code++ {
		l := cnf.FromCode(code)
		for _, p := range g.pairsOf(l) {
			clause = append(clause[:0], l, p.first())
			if p.second().Code() != codeAlwaysFalse {
				clause = append(clause, p.second())
			}
			w.pairFacts = append(w.pairFacts, fact{l, uint32(number(clause))})
		}
	}
	for i := range g.long.Len() {
		w.longFacts = append(w.longFacts, uint32(number(g.long.Clause(i))))
	}
	for _, l := range g.units {
		w.unitFacts = append(w.unitFacts, uint32(number([]cnf.Lit{l})))
	}
	return w
}

// Note implements engine.Noting.
func (e *Weighted) Note(number func(clause []cnf.Lit) int64) engine.Explainer {
	w := e.takeNotes(number)
	w.remains = e.root.remains
	from := uint32(0)
	for i, end := range w.remains.ends {
		w.wholeFacts = append(w.wholeFacts, uint32(number(w.remains.lits[from:end])))
		w.remains.origins = append(w.remains.origins, uint32(i))
		from = end
	}
	e.ice.noted = &iceNotes{}
	return w
}

// Log implements engine.Noting.
func (g *Engine) Log(log []uint64) []uint64 { return g.log(log, nil) }

// Log implements engine.Noting.
func (e *Weighted) Log(log []uint64) []uint64 {
	if e.frozen == unfrozen {
		return e.log(log, nil)
	}
	return e.log(log, &e.ice)
}

// log is Log at a node in a frozen subtree, or in none. First comes the place where what is new begins, then the clause that is false; then, for each new
// place, the literal and why it is true.
func (g *Engine) log(log []uint64, s *ice) []uint64 {
	n, above := g.notes, len(g.trail)
	log = append(log, uint64(n.logged), uint64(n.conflict))
	for at := n.logged; at < above; at++ {
		log = append(log, uint64(g.trail[at].Code()), uint64(n.reasons[at]))
	}
	n.logged = max(n.logged, above)
	if s == nil {
		return log
	}
	for i, l := range s.trail[n.logged-above:] {
		log = append(log, uint64(s.literal(l).Code()), uint64(n.reasons[n.logged+i]))
	}
	n.logged = above + len(s.trail)
	return log
}

// note notes why the next literal on the trail is true.
func (g *Engine) note(why cause) { g.notes.reasons[len(g.trail)] = why }

// changed says that the trail will be another one from a place on.
func (n *notes) changed(from int) { n.logged = min(n.logged, from) }

// waveNoted propagates a wave, and notes reasons. It returns false if there is a conflict.
func (g *Engine) waveNoted(wave []cnf.Lit) bool {
	return g.derivePairsNoted(g.scanPairsNoted(wave)) && g.deriveLongsNoted(g.scanLongs(wave))
}

// scanPairsNoted is scanPairs, and notes the places of the candidates.
func (g *Engine) scanPairsNoted(wave []cnf.Lit) []pair {
	values, candidates, slots, n := g.values, g.pairCandidates, g.notes.slots, 0
	for _, l := range wave {
		pairs, slot := g.pairsOf(l.Not()), g.lists[l.Not().Code()].pairs
		if least := min(len(candidates), len(slots)) - n; least < len(pairs) {
			candidates, slots = extend(candidates[:n], len(pairs)), extend(slots[:n], len(pairs))
			g.pairCandidates, g.notes.slots = candidates, slots
		}
		for i, p := range pairs {
			candidates[n], slots[n] = p, slot+uint32(i)
			n += int((values[p.first().Code()] + values[p.second().Code()]) >> 3)
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
		switch g.values[a.Code()] + g.values[b.Code()] {
		case 2 * litFalse:
			g.notes.conflict = byPair | cause(g.notes.slots[i])
			return false
		case litFree + litFalse:
			if g.values[a.Code()] == litFalse {
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
		if s.falsified() || g.values[s.unit().Code()] == litFalse {
			g.notes.conflict = byLong | cause(c)
			return false
		}
		if g.values[s.unit().Code()] == litFree {
			g.note(byLong | cause(c))
			g.assign(s.unit())
		}
	}
	return true
}

// Explain implements engine.Explainer.
func (w *ways) Explain(log []uint64, t *engine.Trace) []int64 {
	w.trail = w.trail[:log[0]]
	conflict := cause(log[1])
	for entries := log[2:]; len(entries) > 0; entries = entries[2:] {
		l, at := cnf.FromCode(uint32(entries[0])), len(w.trail)
		w.trail = append(w.trail, l)
		w.reasons[at] = cause(entries[1])
		w.places[l.Not().Code()] = uint32(at)
	}
	last := len(w.hints) - 1
	w.hints[last] = w.want(conflict, cnf.Lit{})
	for i := (len(w.trail) - 1) >> 6; i >= 0; i-- {
		for w.wanted[i] != 0 {
			at := i<<6 + bits.Len64(w.wanted[i]) - 1
			w.wanted[i] ^= 1 << (at & 63)
			number := int64(0)
			if why := w.reasons[at]; why&causeKinds == byDecision {
				number = t.Need(int(uint32(why)))
			} else {
				number = w.want(why, w.trail[at])
			}
			if number != 0 {
				last--
				w.hints[last] = number
			}
		}
	}
	return w.hints[last:]
}

// want notes that the literals of a clause but one are false, and there is something to explain. It returns the number of the clause.
func (w *ways) want(why cause, but cnf.Lit) (number int64) {
	place := uint32(why)
	switch why & causeKinds {
	case byPair:
		f, p := w.pairFacts[place], w.pairs[place]
		w.wantOf(f.owner, but)
		w.wantOf(p.first(), but)
		if p.second().Code() != codeAlwaysFalse {
			w.wantOf(p.second(), but)
		}
		return int64(f.number)
	case byLong:
		for _, l := range w.long.Clause(int(place)) {
			w.wantOf(l, but)
		}
		return int64(w.longFacts[place])
	case byUnit:
		return int64(w.unitFacts[place])
	}
	for _, l := range w.remains.clause(place) {
		w.wantOf(l, but)
	}
	return int64(w.wholeFacts[place])
}

// wantOf notes that a literal is false, and there is something to explain, unless it is another one that has to be.
func (w *ways) wantOf(l, but cnf.Lit) {
	if l != but {
		at := w.places[l.Code()]
		w.wanted[at>>6] |= 1 << (at & 63)
	}
}
