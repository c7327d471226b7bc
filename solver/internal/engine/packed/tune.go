//go:build tune

package packed

import (
	"math"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// The methods that the tuner (solver/internal/tune) needs.

// Numbers returns the numbers of the rule.
func (e *Weighted) Numbers() Numbers { return e.numbers }

// Use gives the rule other numbers. It may be called before Reset only.
func (e *Weighted) Use(n Numbers) { e.numbers = n }

// NeverFreeze makes all nodes look nodes, but below one that Freeze has frozen. Unfreeze undoes that.
func (e *Weighted) NeverFreeze()     { e.Below = math.Inf(-1) }
func (e *Weighted) Freeze(depth int) { e.freeze(depth) }
func (e *Weighted) Unfreeze()        { e.frozen = notFrozen }

// Features are the terms of the estimate of a look node: 1, free variables, binary clauses, and the logarithm of the mean.
func (e *Weighted) Features(depth int) []float64 {
	at := e.looks[depth]
	return []float64{1, float64(len(at.free)), float64(at.binaries), math.Log(float64(at.mean))}
}

// Estimate returns the estimate with other numbers at the root of a frozen subtree, which must be the current node.
func (e *Weighted) Estimate(n Numbers) float64 {
	before := e.numbers
	defer e.Use(before)
	e.Use(n)
	return e.frozenEstimate(e.weigh(e.frozen))
}

// Costs returns the nanoseconds of each part of an effort, on a computer that has vectors.
func (e *Weighted) Costs() []float64 { return []float64{330, 130, 1, 2.2, 280, 7700} }

// Effort adds what a search of the subtree at the current node does: nodes in frozen subtrees that are branched on, leaves, visits of
// clauses, clauses times rounds at look nodes, literals that are propagated to look ahead, and frozen subtrees. It ends early if enough
// says so.
func (e *Weighted) Effort(f []float64, enough func() bool) {
	if enough() {
		return
	}
	depth, wasFrozen := len(e.marks)-1, e.frozen != notFrozen
	lit := e.Branch()
	switch {
	case wasFrozen:
		f[0]++
	case e.frozen == depth:
		f[5]++
		f[3] += float64(e.numbers.Rounds * len(e.looks[depth].clauses))
	default:
		f[3] += float64(e.numbers.Rounds * len(e.looks[depth].clauses))
		f[4] += float64(2 * len(e.candidates))
	}
	if lit.IsNone() {
		return
	}
	for _, l := range [...]cnf.Lit{lit, lit.Not()} {
		at := e.Assume(l)
		f[2] += float64(at.Visits)
		if at.End == engine.Conflict {
			f[1]++
		} else {
			e.Effort(f, enough)
		}
		e.Undo()
	}
}
