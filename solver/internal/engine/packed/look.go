package packed

import (
	"math"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// Look nodes of the rule "weights". Read weights.go first.

// look is the data of a look node.
type look struct {
	h        *[packedLits]float32 // by literal: its weight, if it is free
	free     []packedLit          // the positive literals of the free variables
	clauses  [][4]packedLit       // the clauses that remain
	binaries int                  // clauses with two free literals
	mean     float32              // μ
}

// weigh computes the weights at a look node from the weights of its parent. It costs two passes over the clauses that
// remain at the parent.
func (e *Weighted) weigh(depth int) *look {
	if len(e.looks) <= depth {
		e.looks = append(e.looks, &look{
			h: new([packedLits]float32), free: make([]packedLit, e.vars+1), clauses: make([][4]packedLit, len(e.clauses)+1),
		})
	}
	at, above, rounds := e.looks[depth], &e.root, e.numbers.RootRounds
	if depth > 0 {
		above, rounds = e.looks[depth-1], e.numbers.Rounds
	}
	e.keepFree(at, above.free)
	clear(e.g[:e.stride])
	for _, l := range e.trail[:e.size] {
		e.g[l.not()%packedLits] = e.numbers.FalseWeight
	}
	e.g[alwaysFalse] = e.numbers.FalseWeight

	e.prepare(at.free, above.h)
	e.spreadAndKeep(at, above.clauses)
	e.normalise(at, above.h)
	for range rounds - 1 {
		e.prepare(at.free, at.h)
		e.spread(at.clauses)
		e.normalise(at, at.h)
	}
	return at
}

// keepFree keeps the variables that are still free.
func (e *Weighted) keepFree(at *look, above []packedLit) {
	n := 0
	to := at.free[:cap(at.free)]
	for _, l := range above {
		to[n] = l
		n += int(e.values[l].small() >> 1 & 1) // free is 3, true 0, and false 5
	}
	at.free = to[:n]
}

// prepare sets g of the free literals, whose weights are h, and clears their sums.
func (e *Weighted) prepare(free []packedLit, h *[packedLits]float32) {
	for _, l := range free {
		l, not := l%packedLits, l.not()%packedLits
		e.g[l], e.g[not] = h[not], h[l]
		e.sums[l], e.sums[not] = 0, 0
	}
}

// spread adds up the products. The sums of literals that have a value are not used.
func (e *Weighted) spread(clauses [][4]packedLit) {
	sums, g := e.sums, e.g
	for i := range clauses {
		c := &clauses[i]
		a, b, d := c[0]%packedLits, c[1]%packedLits, c[2]%packedLits
		x, y, z := g[a], g[b], g[d]
		sums[a] += float32(y * z)
		sums[b] += float32(x * z)
		sums[d] += float32(x * y)
	}
}

// spreadAndKeep is spread, and keeps the clauses that are not satisfied. The sum of three values is 9 if all are free, and 11 if two are
// free and one is false; all other sums, except at a conflict, lack bit 0 or bit 3.
func (e *Weighted) spreadAndKeep(at *look, clauses [][4]packedLit) {
	sums, g := e.sums, e.g
	n, binaries := 0, 0
	to := at.clauses[:cap(at.clauses)]
	for i := range clauses {
		c := &clauses[i]
		a, b, d := c[0]%packedLits, c[1]%packedLits, c[2]%packedLits
		x, y, z := g[a], g[b], g[d]
		to[n] = *c
		sums[a] += float32(y * z)
		sums[b] += float32(x * z)
		sums[d] += float32(x * y)
		v := e.values[a].small() + e.values[b].small() + e.values[d].small()
		n += int(v & (v >> 3) & 1)
		binaries += int(v & (v >> 1) & (v >> 3) & 1)
	}
	at.clauses, at.binaries = to[:n], binaries
}

// normalise makes weights of the sums, with a share of the old weights.
func (e *Weighted) normalise(at *look, old *[packedLits]float32) {
	n, sums := &e.numbers, e.sums
	var total float32
	for _, l := range at.free {
		l, not := l%packedLits, l.not()%packedLits
		x, y := min(max(sums[l], n.Least), n.Most), min(max(sums[not], n.Least), n.Most)
		sums[l], sums[not] = x, y
		total += x + y
	}
	at.mean = total / float32(2*len(at.free))
	scale := (1 - n.Kept) / at.mean
	for _, l := range at.free {
		l, not := l%packedLits, l.not()%packedLits
		at.h[l] = float32(sums[l]*scale) + float32(n.Kept*old[l])
		at.h[not] = float32(sums[not]*scale) + float32(n.Kept*old[not])
	}
}

// frozenEstimate estimates the natural logarithm of the number of nodes in the subtree, if it were frozen. The coefficients come from a
// regression (R² 0.92) over 5,000 subtrees of random 3-SAT with 200 to 450 variables at ratios from 4 to 6; only the first is 0.25 less,
// since γ is 6.3 and not 7. The tuner fits them again, in minutes:
//
//	go run -tags tune ./solver/internal/tune -k=3 -fit
func (e *Weighted) frozenEstimate(at *look) float64 {
	n := &e.numbers
	return n.EstimateFirst + float64(n.EstimateFree*float64(len(at.free))) + float64(n.EstimateTwo*float64(at.binaries)) +
		float64(n.EstimateMean*engine.Ln(float64(at.mean)))
}

// candidate is a variable to look ahead on.
type candidate struct {
	lit     packedLit // positive
	product float32   // p(x): see weights.go
}

// score tells how much follows from branching on c if lookAhead returns w for its literals.
func (n *Numbers) score(c candidate, w [2]float32) float32 {
	follows := float32(w[0]*w[1]) + float32(n.SumOfFollowing*(w[0]+w[1]))
	return follows * float32(math.Sqrt(float64(c.product)))
}

// pickLook picks the branching literal of a look node: the best of the candidates, or one that fails.
func (e *Weighted) pickLook(at *look) cnf.Lit {
	if len(at.clauses) == 0 {
		return cnf.Lit{}
	}
	e.findCandidates(at)
	picked, best := e.candidates[0].lit, float32(-1)
	for _, c := range e.candidates {
		var w [2]float32
		for i, l := range [...]packedLit{c.lit, c.lit.not()} {
			var failed bool
			if w[i], failed = e.lookAhead(l, at.h); failed {
				return l.literal()
			}
		}
		if score := e.numbers.score(c, w); score > best {
			best, picked = score, c.lit
		}
	}
	if at.h[picked] >= at.h[picked.not()] {
		return picked.literal()
	}
	return picked.not().literal()
}

// findCandidates finds the variables with the largest products, the largest first.
func (e *Weighted) findCandidates(at *look) {
	found, candidates, sums := e.candidates[:0], e.numbers.Candidates, e.numbers.SumOfWeights
	for _, l := range at.free {
		x, y := at.h[l%packedLits], at.h[l.not()%packedLits]
		product := float32(x*y) + float32(sums*(x+y))
		switch n := len(found); {
		case n < candidates:
			found = append(found, candidate{})
		case product <= found[n-1].product:
			continue
		}
		i := len(found) - 1
		for ; i > 0 && found[i-1].product < product; i-- {
			found[i] = found[i-1]
		}
		found[i] = candidate{l, product}
	}
	e.candidates = found
}

// lookAhead propagates l and takes that back. It returns the weight of the clauses that become binary, or reports
// that l fails.
func (e *Weighted) lookAhead(l packedLit, h *[packedLits]float32) (w float32, failed bool) {
	if e.vectors != nil {
		e.vectors.inOrder(true) // of the sum
		defer e.vectors.inOrder(false)
	}
	at := e.Engine.Assume(l.literal())
	failed = at.End == engine.Conflict
	if e.vectors != nil && !failed {
		e.queueFalse(len(e.marks) - 1)
	}
	for _, b := range e.queue[:e.queued.blocks()] {
		if failed {
			break
		}
		for _, pair := range e.blocks[b] {
			x, y := packedLit(pair), packedLit(pair>>16)
			if e.values[x].small()+e.values[y].small() == 2*packedFree {
				w += float32(h[x.not()%packedLits] * h[y.not()%packedLits])
			}
		}
	}
	e.Engine.Undo()
	return w, failed
}
