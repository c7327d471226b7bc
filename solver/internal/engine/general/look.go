package general

import (
	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// Look nodes of the rule "weights" for clauses of any length. Read weights.go first.

// Numbers of the rule that the tuner does not vary.
const (
	frozenBelow = 7 // the natural logarithm of the size of a subtree that is frozen

	// If the estimate at the root is larger than this, there are look nodes at few depths only.
	largestEstimate = 25
	fewDepths       = 3

	// The bounds of a product, and of a mean.
	leastProduct = 1e-30
	mostProduct  = 1e20

	// A look node keeps its own copy of the clauses if they have at most this share of the literals of the copy above.
	worthKeeping = 0.85
)

// lookNode is the data of a look node.
type lookNode struct {
	free    []cnf.Var
	own     remains  // of this node
	remains *remains // own, or the copy of a node above
	mean    float32  // μ
	picked  cnf.Lit  // the branching literal, or 0 if no clause remains
}

// remains are the clauses that are not satisfied at a node, without their false literals.
type remains struct {
	lits []cnf.Lit
	ends []uint32 // by clause: where its literals end
}

// weigh computes the weights of the literals at a look node. All weights begin with 1. Each round is a pass over the literals that remain.
func (e *Weighted) weigh(depth int) *lookNode {
	if len(e.looks) <= depth {
		e.looks = append(e.looks, new(lookNode))
	}
	at, above := e.looks[depth], &e.root
	if depth > 0 {
		above = e.looks[depth-1]
	}
	at.free = at.free[:0]
	for _, v := range above.free {
		if e.values[cnf.Pos(v).Code()] == litFree {
			at.free = append(at.free, v)
			e.h[cnf.Pos(v).Code()], e.h[cnf.Neg(v).Code()] = 1, 1
		}
	}
	for _, l := range e.trail {
		e.g[l.Code()], e.g[l.Not().Code()] = 0, 1
	}
	e.prepare(at.free)
	e.spreadAndKeep(at, above.remains)
	e.normalise(at)
	for range e.numbers.Rounds - 1 {
		e.prepare(at.free)
		e.spread(&at.own)
		e.normalise(at)
	}
	at.picked = e.pickLook(at)
	return at
}

// prepare sets g of the free literals and clears their sums.
func (e *Weighted) prepare(free []cnf.Var) {
	scale := 1 / e.numbers.FalseWeight
	for _, v := range free {
		pos, neg := cnf.Pos(v), cnf.Neg(v)
		e.g[pos.Code()], e.g[neg.Code()] = float32(e.h[neg.Code()]*scale), float32(e.h[pos.Code()]*scale)
		e.sums[pos.Code()], e.sums[neg.Code()] = 0, 0
	}
}

// spread adds the products of the clauses to the sums of their literals.
func (e *Weighted) spread(r *remains) {
	g, sums := e.g, e.sums
	from := uint32(0)
	for _, end := range r.ends {
		clause := r.lits[from:end]
		from = end
		product := float32(1)
		for _, l := range clause {
			product = float32(product * g[l.Code()])
		}
		product = min(product, mostProduct)
		for _, l := range clause {
			sums[l.Code()] += product
		}
	}
}

// spreadAndKeep is spread for the clauses of a node above, and copies the clauses that remain here. The sums of literals that have a value
// are not used. Whether a clause is satisfied is hard to predict, so every clause is copied, and the next one overwrites a satisfied one.
func (e *Weighted) spreadAndKeep(at *lookNode, r *remains) {
	g, sums := e.g, e.sums
	lits, ends := resize(at.own.lits, len(r.lits)+1), resize(at.own.ends, len(r.ends)+1)
	from, begin, clauses := uint32(0), 0, 0
	for _, end := range r.ends {
		clause := r.lits[from:end]
		from = end
		product, n, unsatisfied := float32(1), begin, 1
		for _, l := range clause {
			product = float32(product * g[l.Code()])
			lits[n] = l
			value := e.values[l.Code()]
			n += int(value >> 1 & 1)      // 1 if it is free
			unsatisfied &= int(value & 1) // 0 if it is true
		}
		product = min(product, mostProduct)
		for _, l := range clause {
			sums[l.Code()] += product
		}
		begin += (n - begin) & -unsatisfied
		ends[clauses] = uint32(begin)
		clauses += unsatisfied
	}
	at.own = remains{lits[:begin], ends[:clauses]}
	at.remains = r
	if float64(begin) <= worthKeeping*float64(len(r.lits)) {
		at.remains = &at.own
	}
}

// normalise makes weights of the sums.
func (e *Weighted) normalise(at *lookNode) {
	var total float32
	for _, v := range at.free {
		pos, neg := cnf.Pos(v), cnf.Neg(v)
		x, y := e.sums[pos.Code()]/e.g[pos.Code()], e.sums[neg.Code()]/e.g[neg.Code()]
		e.sums[pos.Code()], e.sums[neg.Code()] = x, y
		total += x + y
	}
	at.mean = max(total/float32(2*max(1, len(at.free))), leastProduct)
	scale := 1 / at.mean
	least, most := e.numbers.Least, e.numbers.Most
	for _, v := range at.free {
		pos, neg := cnf.Pos(v), cnf.Neg(v)
		e.h[pos.Code()] = min(max(float32(e.sums[pos.Code()]*scale), least), most)
		e.h[neg.Code()] = min(max(float32(e.sums[neg.Code()]*scale), least), most)
	}
}

// regression estimates the natural logarithm of the number of nodes in a frozen subtree as
// constant + free·(free variables) + mean·ln μ.
type regression struct{ constant, free, mean float64 }

// generalRegressions returns the regressions for clauses of 3, 4, 5, 6 and 7 literals, over subtrees with up to 30,000 nodes of
// random formulas near their thresholds: R² is 0.82, 0.95, 0.97, 0.98 and 0.99 (solver/internal/tune -fit).
func generalRegressions() [5]regression {
	return [5]regression{
		{-22.17, 0.0287, -18.34},
		{-10.17, 0.0583, -8.268},
		{-6.157, 0.0899, -4.782},
		{-3.813, 0.0905, -3.456},
		{-2.732, 0.1435, -2.170},
	}
}

func (r regression) at(n *Numbers, free, mean float64) float64 {
	return r.constant + n.EstimateFirst + float64(r.free*free) + float64(r.mean*mean)
}

// frozenEstimate estimates the natural logarithm of the number of nodes in the subtree, if it were frozen.
func (e *Weighted) frozenEstimate(at *lookNode) float64 {
	regressions := generalRegressions()
	last := len(regressions) - 1
	place := min(max(e.length-3, 0), float64(last))
	i := min(int(place), last-1)
	part := place - float64(i)
	free, mean := float64(len(at.free)), engine.Ln(float64(at.mean))
	n := &e.numbers
	return float64((1-part)*regressions[i].at(n, free, mean)) + float64(part*regressions[i+1].at(n, free, mean))
}

// pickLook picks the variable with the largest product of its weights, the first on ties, and of its literals the one with the
// larger weight. It returns 0 if no clause remains.
func (e *Weighted) pickLook(at *lookNode) cnf.Lit {
	if len(at.own.ends) == 0 {
		return cnf.Lit{}
	}
	best, picked := float32(-1), cnf.Lit{}
	for _, v := range at.free {
		pos, neg := cnf.Pos(v), cnf.Neg(v)
		if score := float32(e.h[pos.Code()] * e.h[neg.Code()]); score > best {
			best, picked = score, pos
			if e.h[pos.Code()] < e.h[neg.Code()] {
				picked = neg
			}
		}
	}
	return at.own.occurring(picked)
}

// occurring returns l if its variable is in a clause, and otherwise a literal that is in one: weights too small for a float32 may pick a
// variable that is in none.
func (r *remains) occurring(l cnf.Lit) cnf.Lit {
	for _, other := range r.lits {
		if other.Var() == l.Var() {
			return l
		}
	}
	return r.lits[0]
}
