package tunetest

import (
	"math"
	"math/rand/v2"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/solvertest"
)

// Engine is an engine for a formula whose rule has numbers.
type Engine[N any] interface {
	engine.Engine
	// Time returns how long the whole tree takes with the given numbers, or more than a limit if it takes longer. It must not depend on
	// how fast the computer is, or how busy.
	Time(n N, limit float64) float64
}

// Sample is variables, clauses, and how many formulas of that size there are.
type Sample [3]int

// Training is what numbers are judged by: random formulas whose clauses have a length.
type Training[N any] struct {
	Length  int
	Samples []Sample
	Begin   N // the numbers of the rule, which others are compared with
	Engine  func(f *cnf.Formula) Engine[N]
}

// Engines returns engines for unsatisfiable formulas.
func (tr *Training[N]) Engines(seed uint64) (all []Engine[N]) {
	seeds := rand.New(rand.NewPCG(seed, 2))
	for _, s := range tr.Samples {
		for found := 0; found < s[2]; {
			e := tr.Engine(solvertest.RandomKSAT(seeds.Uint64(), s[0], s[1], tr.Length))
			if e.Reset().End == engine.Conflict || solvertest.Refutes(e) {
				found++
				all = append(all, e)
			}
		}
	}
	return all
}

// trained is a formula, and how long it takes with the numbers that the rule has now.
type trained[N any] struct {
	engine Engine[N]
	before float64
}

// on returns formulas to judge by.
func (tr *Training[N]) on(seed uint64) (all []trained[N]) {
	for _, e := range tr.Engines(seed) {
		all = append(all, trained[N]{e, e.Time(tr.Begin, math.Inf(1))})
	}
	return all
}

// judge returns the mean of the logarithms of the times, each divided by the time before. What takes three times as long is not searched to
// its end.
func judge[N any](all []trained[N], n N) float64 {
	sum := 0.0
	for _, one := range all {
		sum += math.Log(one.engine.Time(n, 3*one.before) / one.before)
	}
	return sum / float64(len(all))
}
