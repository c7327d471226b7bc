package solver

// Look nodes of the rule "weights" for clauses of any length: see weights_general.go, which comes first.

// The numbers of the rule that are others here than for 3-SAT.
const (
	shorterWeight      = 5 // γ
	leastGeneral       = 0.015
	mostGeneral        = 10 // the bounds of h
	generalFrozenBelow = 7

	// The bounds of a product, and of a mean.
	leastProduct = 1e-30
	mostProduct  = 1e20
)

// weigh computes the weights at a look node from those of its parent. It costs two passes over the literals of the
// clauses that remain at the parent.
func (e *weightedGeneral) weigh(depth int) *generalLook {
	if len(e.looks) <= depth {
		e.looks = append(e.looks, &generalLook{h: make([]float32, len(e.g))})
	}
	at, above, rounds := e.looks[depth], &e.root, rootRounds
	if depth > 0 {
		above, rounds = e.looks[depth-1], otherRounds
	}
	at.free = at.free[:0]
	for _, v := range above.free {
		if e.values[Pos(v)] == litFree {
			at.free = append(at.free, v)
		}
	}
	for _, l := range e.trail {
		e.g[l], e.g[l.Not()] = 0, 1
	}
	e.prepare(at.free, above.h)
	e.spreadAndKeep(at, above.clauses)
	e.normalise(at)
	for range rounds - 1 {
		e.prepare(at.free, at.h)
		for _, c := range at.clauses {
			e.spread(c, max(e.product(c), leastProduct))
		}
		e.normalise(at)
	}
	return at
}

// prepare sets g of the free literals, whose weights are h, and clears their sums.
func (e *weightedGeneral) prepare(free []Var, h []float32) {
	for _, v := range free {
		pos, neg := Pos(v), Neg(v)
		e.g[pos], e.g[neg] = float32(h[neg]*(1./shorterWeight)), float32(h[pos]*(1./shorterWeight))
		e.sums[pos], e.sums[neg] = 0, 0
	}
}

// product returns P of clause c, but for too small ones.
func (e *weightedGeneral) product(c uint32) float32 {
	p := float32(1)
	for _, l := range e.clause(c) {
		p = float32(p * e.g[l])
	}
	return min(p, mostProduct)
}

// spread adds the product of clause c to the sums of its literals. Those of literals that have a value are of no use, and
// do no harm.
func (e *weightedGeneral) spread(c uint32, product float32) {
	for _, l := range e.clause(c) {
		e.sums[l] += product
	}
}

// spreadAndKeep is spread for all of the clauses that are not satisfied, which it keeps.
func (e *weightedGeneral) spreadAndKeep(at *generalLook, clauses []uint32) {
	at.clauses = at.clauses[:0]
	for _, c := range clauses {
		p := e.product(c)
		if p < leastProduct {
			if e.satisfied(c) {
				continue
			}
			p = leastProduct
		}
		at.clauses = append(at.clauses, c)
		e.spread(c, p)
	}
}

// normalise makes weights of the sums.
func (e *weightedGeneral) normalise(at *generalLook) {
	var total float32
	for _, v := range at.free {
		pos, neg := Pos(v), Neg(v)
		x, y := e.sums[pos]/e.g[pos], e.sums[neg]/e.g[neg]
		at.h[pos], at.h[neg] = x, y
		total += x + y
	}
	at.mean = max(total/float32(2*max(1, len(at.free))), leastProduct)
	scale := 1 / at.mean
	for _, v := range at.free {
		pos, neg := Pos(v), Neg(v)
		at.h[pos] = min(max(float32(at.h[pos]*scale), leastGeneral), mostGeneral)
		at.h[neg] = min(max(float32(at.h[neg]*scale), leastGeneral), mostGeneral)
	}
}

// regression estimates the natural logarithm of the number of nodes in a frozen subtree as
// constant + free·(free variables) + mean·ln μ.
type regression struct{ constant, free, mean float64 }

// generalRegressions returns the regressions for clauses of 3, 4, 5, 6 and 7 literals, over subtrees with up to 30,000 nodes of
// random formulas near their thresholds: R² is 0.82, 0.95, 0.98, 0.99 and 0.99 (TestFitFrozenEstimate).
func generalRegressions() [5]regression {
	return [5]regression{
		{-21.98, 0.0304, -17.91},
		{-10.37, 0.0583, -8.393},
		{-6.103, 0.0886, -4.797},
		{-3.950, 0.0970, -3.415},
		{-2.847, 0.1477, -2.169},
	}
}

func (r regression) at(free, mean float64) float64 {
	return r.constant + float64(r.free*free) + float64(r.mean*mean)
}

// frozenEstimate estimates the natural logarithm of the number of nodes in the subtree, if it were frozen.
func (e *weightedGeneral) frozenEstimate(at *generalLook) float64 {
	regressions := generalRegressions()
	last := len(regressions) - 1
	place := min(max(e.length-3, 0), float64(last))
	i := min(int(place), last-1)
	part := place - float64(i)
	free, mean := float64(len(at.free)), ln(float64(at.mean))
	return float64((1-part)*regressions[i].at(free, mean)) + float64(part*regressions[i+1].at(free, mean))
}

// pickLook picks the variable with the largest product of its weights, the first on ties, and of its literals the one with the
// larger weight.
func (e *weightedGeneral) pickLook(at *generalLook) Lit {
	if len(at.clauses) == 0 {
		return 0
	}
	best, picked := float32(-1), Var(0)
	for _, v := range at.free {
		if score := at.h[Pos(v)] * at.h[Neg(v)]; score > best {
			best, picked = score, v
		}
	}
	lit := Pos(picked)
	if at.h[lit] < at.h[lit.Not()] {
		lit = lit.Not()
	}
	return e.mattering(lit, at.clauses)
}
