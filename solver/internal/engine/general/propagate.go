package general

import (
	"slices"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// propagate assigns wave after wave until there is a conflict or nothing to assign. The first wave
// is on the trail already.
//
// The long clauses are visited when the short ones have not given a conflict. They may be, although by
// then the next wave has begun to be assigned, because a state does not look at values.
func (g *Engine) propagate() engine.Step {
	from := g.marks[len(g.marks)-1]
	s := engine.Step{Assigned: from}
	for s.Assigned < len(g.trail) && s.End == engine.Fixpoint {
		wave := g.trail[s.Assigned:]
		s.Assigned = len(g.trail)
		for _, l := range wave {
			s.Visits += g.visits(l.Not())
		}
		if !g.derivePairs(g.scanPairs(wave)) || !g.deriveLongs(g.scanLongs(wave)) {
			s.End = engine.Conflict
		}
		if g.interrupted {
			return engine.Step{End: engine.Interrupted}
		}
	}
	s.Propagated = s.Assigned - from
	return s
}

// visits returns how many clauses contain l.
func (g *Engine) visits(l cnf.Lit) int64 {
	here, next := g.lists[l.Code()], g.lists[l.Code()+1]
	return int64(next.pairs-here.pairs) + int64(next.longs-here.longs)
}

// scanPairs visits the short clauses that a wave shortens, and returns those that have become unit
// clauses or falsified. Every pair is written behind the candidates found so far, since a branch on
// whether it is one would often be mispredicted.
func (g *Engine) scanPairs(wave []cnf.Lit) []pair {
	values, candidates, n := g.values, g.pairCandidates, 0
	for _, l := range wave {
		pairs := g.pairsOf(l.Not())
		if len(candidates)-n < len(pairs) {
			candidates = extend(candidates[:n], len(pairs))
			g.pairCandidates = candidates
		}
		for _, p := range pairs {
			candidates[n] = p
			n += int((values[p.first().Code()] + values[p.second().Code()]) >> 3)
		}
		if g.spend(len(pairs)) {
			break
		}
	}
	return candidates[:n]
}

// derivePairs assigns the literals that candidates make true. It returns false if there is a conflict.
func (g *Engine) derivePairs(candidates []pair) bool {
	for _, p := range candidates {
		a, b := p.first(), p.second()
		switch g.values[a.Code()] + g.values[b.Code()] {
		case 2 * litFalse:
			return false
		case litFree + litFalse:
			if g.values[a.Code()] == litFalse {
				a = b
			}
			g.assign(a)
		}
	}
	return true
}

// scanLongs brings the states of the long clauses up to date with a wave, and returns those that have
// at most one literal left that is not false.
func (g *Engine) scanLongs(wave []cnf.Lit) []uint32 {
	if len(g.states) == 0 {
		return nil
	}
	states, candidates, n := g.states, g.longCandidates, 0
	for _, l := range wave {
		longs := g.longsOf(l.Not())
		if len(candidates)-n < len(longs) {
			candidates = extend(candidates[:n], len(longs))
			g.longCandidates = candidates
		}
		for _, c := range longs {
			s := states[c].without(l.Not())
			states[c] = s
			candidates[n] = c
			if s < 2*oneNotFalse { // compiled without a branch
				n++
			}
		}
		g.stated++
		if g.spend(len(longs)) {
			break
		}
	}
	return candidates[:n]
}

// deriveLongs assigns the literals that candidates make true. It returns false if there is a conflict.
func (g *Engine) deriveLongs(candidates []uint32) bool {
	for _, c := range candidates {
		s := g.states[c]
		if s.falsified() {
			return false
		}
		switch g.values[s.unit().Code()] {
		case litFalse:
			return false
		case litFree:
			g.assign(s.unit())
		}
	}
	return true
}

// unscanLongs takes the literals from the given place in the trail on out of the states again.
func (g *Engine) unscanLongs(from int) {
	if len(g.states) == 0 {
		return
	}
	for ; g.stated > from; g.stated-- {
		l := g.trail[g.stated-1].Not()
		for _, c := range g.longsOf(l) {
			g.states[c] = g.states[c].with(l)
		}
	}
}

// extend returns s with room for n more elements, all of it within its length.
func extend[E any](s []E, n int) []E {
	s = slices.Grow(s, n)
	return s[:cap(s)]
}

// visitsBetweenLooks is how many clauses are visited, in a few milliseconds, between two looks at whether the context has ended.
const visitsBetweenLooks = 1 << 18

// spend takes that many visits from the engine's patience, and reports whether it has to stop.
func (g *Engine) spend(visits int) bool {
	if g.patience -= visits; g.patience < 0 {
		g.patience = visitsBetweenLooks
		select {
		case <-g.done:
			g.interrupted = true
		default:
		}
	}
	return g.interrupted
}
