//go:build tune

package general

import (
	"math"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// The methods that the tuner (solver/internal/tune) needs.

// Numbers returns the numbers of the rule.
func (e *Weighted) Numbers() Numbers { return e.numbers }

// Use gives the rule other numbers. It may be called before Reset only.
func (e *Weighted) Use(n Numbers) { e.numbers, e.looked = n, unfrozen }

// NeverFreeze makes all nodes look nodes, but below one that Freeze has frozen. Unfreeze undoes that.
func (e *Weighted) NeverFreeze()     { e.Below, e.looked = math.Inf(-1), math.MaxInt }
func (e *Weighted) Freeze(depth int) { e.freeze(depth) }
func (e *Weighted) Unfreeze()        { e.frozen = unfrozen }

// Features are the terms of the estimate of a look node: 1, free variables, and the logarithm of the mean.
func (e *Weighted) Features(depth int) []float64 {
	at := e.looks[depth]
	return []float64{1, float64(len(at.free)), math.Log(float64(at.mean))}
}

// Estimate returns the estimate with other numbers at the root of a frozen subtree, which must be the current node.
func (e *Weighted) Estimate(n Numbers) float64 {
	before := e.numbers
	defer func() { e.numbers = before }()
	e.numbers = n
	return e.frozenEstimate(e.weigh(e.frozen))
}

// Costs returns the nanoseconds of each part of an effort.
func (e *Weighted) Costs() []float64 { return []float64{1060, 0.68, 49, 3.1, 24} }

// Effort adds what a search of the subtree at the current node does: nodes in frozen subtrees, with their leaves (clause visits go so
// closely together with nodes that they count as one); keys and counts that are copied there; late clauses whose share in the keys
// changes; literals of clauses times rounds, at look nodes; and literals of clauses that are copied, at the roots of frozen subtrees. It
// ends early if enough says so.
func (e *Weighted) Effort(f []float64, enough func() bool) {
	if enough() {
		return
	}
	depth, wasFrozen := len(e.marks)-1, e.frozen != unfrozen
	lit := e.Branch()
	if wasFrozen {
		e.subtree.effort(f)
	} else {
		lits := float64(len(e.looks[depth].own.lits))
		if e.frozen != unfrozen {
			f[4] += lits
		}
		f[3] += float64(e.numbers.Rounds) * lits
	}
	if lit.IsNone() {
		return
	}
	for _, l := range [...]cnf.Lit{lit, lit.Not()} {
		at := e.Assume(l)
		if at.End == engine.Conflict {
			f[0]++
			if e.frozen != unfrozen {
				f[1] += float64(len(e.subtree.clauses))
			}
		} else {
			e.Effort(f, enough)
		}
		e.Undo()
	}
}

// effort adds what the current node has taken after propagation.
func (s *subtree) effort(f []float64) {
	f[0]++
	f[1] += float64(len(s.base) + len(s.clauses))
	level := len(s.marks)
	for _, l := range s.trail[s.marks[level-1]:] {
		for _, l := range [...]uint16{l, l ^ 1} {
			counts := s.countsAt(level)
			if s.values[l] == valueTrue { // as in changeLate
				counts = s.countsAt(level - 1)
			}
			for _, c := range s.late[s.lates[l]:s.lates[l+1]] {
				if counts[c] >= s.lateCount {
					f[2]++
				}
			}
		}
	}
}
