//go:build tune

package main

import (
	"errors"
	"math"
	"math/rand/v2"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/solvertest"
)

// weighted is an engine of the rule "weights", whose numbers are an N. It is in files with the tag tune.
type weighted[N any] interface {
	engine.Engine
	Numbers() N
	Use(n N)
	NeverFreeze()
	Freeze(depth int)
	Unfreeze()
	Features(depth int) []float64
	Estimate(n N) float64
	Effort(f []float64, enough func() bool)
	Costs() []float64
}

// sample is variables, clauses, and how many formulas of that size there are.
type sample [3]int

// training is what numbers are judged by: random formulas whose clauses have a length.
type training[N any] struct {
	length  int
	samples []sample
	build   func(f *cnf.Formula) (weighted[N], error)
}

// trainingSamples are formulas that take some milliseconds each; those of 4, 5 and 7 literals have trees of 5,000 to 60,000 nodes.
func trainingSamples(k int) []sample {
	return map[int][]sample{
		3: {{200, 860, 6}, {230, 989, 8}, {260, 1118, 8}, {290, 1247, 3}, {240, 1080, 6}, {280, 1400, 5}, {320, 1600, 3}},
		4: {{74, 760, 4}, {84, 848, 4}, {86, 970, 3}, {94, 960, 1}},
		5: {{46, 1000, 4}, {50, 1075, 4}, {52, 1240, 3}, {56, 1230, 1}},
		7: {{27, 2470, 4}, {29, 2620, 4}, {30, 3100, 3}, {32, 2900, 1}},
	}[k]
}

// engines returns engines for unsatisfiable formulas.
func (t training[N]) engines(seed uint64) (all []weighted[N], err error) {
	seeds := rand.New(rand.NewPCG(seed, 2))
	for _, s := range t.samples {
		for found := 0; found < s[2]; {
			e, err := t.build(solvertest.RandomKSAT(seeds.Uint64(), s[0], s[1], t.length))
			if err != nil {
				return nil, err
			}
			if e.Reset().End == engine.Conflict || solvertest.Refutes(e) {
				found++
				all = append(all, e)
			}
		}
	}
	return all, nil
}

// effortOf returns the effort for the whole tree with the given numbers, or for a part of it if that takes longer than a limit.
func effortOf[N any](e weighted[N], n N, limit float64) []float64 {
	e.Use(n)
	costs := e.Costs()
	f := make([]float64, len(costs))
	if e.Reset().End != engine.Conflict {
		e.Effort(f, func() bool { return dot(f, costs) > limit })
	}
	return f
}

// timeOf returns the nanoseconds that a search takes by the model: the same on a busy computer, and each time.
func timeOf[N any](e weighted[N], n N, limit float64) float64 {
	return dot(effortOf(e, n, limit), e.Costs())
}

func dot(x, y []float64) (sum float64) {
	for i := range x {
		sum += x[i] * y[i]
	}
	return sum
}

// trained is a formula, and how long it takes with the numbers that the rule has now.
type trained[N any] struct {
	engine weighted[N]
	before float64
}

// on returns formulas to judge by.
func (t training[N]) on(seed uint64, begin N) (all []trained[N], err error) {
	engines, err := t.engines(seed)
	for _, e := range engines {
		all = append(all, trained[N]{e, timeOf(e, begin, math.Inf(1))})
	}
	return all, err
}

// judge returns the mean of the logarithms of the times, each divided by the time before. What takes three times as long is not
// searched to its end.
func judge[N any](all []trained[N], n N) float64 {
	sum := 0.0
	for _, one := range all {
		sum += math.Log(timeOf(one.engine, n, 3*one.before) / one.before)
	}
	return sum / float64(len(all))
}

// even compares the estimates of different numbers, by nodes that are about to be frozen. What numbers do to the estimate, by way of the
// mean or of its coefficients, is taken out, so that about as many subtrees are frozen whatever the numbers.
type even[N any] struct {
	engines []weighted[N] // each at such a node
	before  []float64     // its estimate with the numbers of the rule
	first   tunable       // the number that is added to all estimates
}

// newEven goes down to the root of a frozen subtree in twenty formulas of the second sample.
func newEven[N any](t training[N], all []tunable) (*even[N], error) {
	x := &even[N]{}
	for _, u := range all {
		if u.name == "EstimateFirst" {
			x.first = u
		}
	}
	s := t.samples[1]
	for seed := range uint64(20) {
		e, err := t.build(solvertest.RandomKSAT(seed, s[0], s[1], t.length))
		if err != nil {
			return nil, err
		}
		for at := e.Reset(); at.End != engine.Conflict; {
			lit := e.Branch()
			if e.FrozenDepth() == 0 {
				x.engines, x.before = append(x.engines, e), append(x.before, e.Estimate(e.Numbers()))
				break
			}
			if lit.IsNone() {
				break
			}
			at = e.Assume(cnf.FromCode(lit.Code() ^ uint32(seed&1)))
		}
	}
	if len(x.engines) < 5 {
		return nil, errors.New("too few nodes are about to be frozen")
	}
	return x, nil
}

// settle sets the first number of the estimate so that this is on average what it was before, and more by the given number.
func (x *even[N]) settle(n *N, more float64) {
	x.first.set(n, 0)
	off := 0.0
	for i, e := range x.engines {
		off += e.Estimate(*n) - x.before[i]
	}
	x.first.set(n, more-off/float64(len(x.engines)))
}
