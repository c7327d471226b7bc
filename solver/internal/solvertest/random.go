package solvertest

import (
	"math/rand/v2"

	"transat/solver/cnf"
)

// RandomKSAT returns a random formula of the fixed clause length model: every clause has k distinct
// variables with random signs.
func RandomKSAT(seed uint64, vars, clauses, k int) *cnf.Formula {
	rng := rand.New(rand.NewPCG(seed, 0))
	f := cnf.NewFormula(vars)
	f.Grow(clauses, clauses*k)
	clause := make([]cnf.Lit, k)
	for range clauses {
		for i, v := range rng.Perm(vars)[:k] {
			clause[i] = cnf.Signed(cnf.Var(v+1), rng.IntN(2) == 1)
		}
		f.Add(clause...)
	}
	return f
}

// RandomMixed returns a random formula over at most vars variables whose clauses have lengths from
// 0 to longest, the short ones being rare; literals may repeat and contradict each other.
func RandomMixed(rng *rand.Rand, vars, longest int) *cnf.Formula {
	f := cnf.NewFormula(vars)
	ratio := 1 + 5*rng.Float64()
	if longest > 3 {
		ratio *= float64(longest) / 3 * rng.Float64() * 3
	}
	for range int(ratio * float64(vars)) {
		n := 2 + rng.IntN(longest-1)
		if rng.IntN(40) == 0 {
			n = 1
		}
		if rng.IntN(1500) == 0 {
			n = 0
		}
		clause := make([]cnf.Lit, n)
		for i := range clause {
			clause[i] = cnf.Signed(cnf.Var(1+rng.IntN(vars)), rng.IntN(2) == 1)
		}
		f.Add(clause...)
	}
	return f
}

// RandomLengths returns a random formula whose clauses have shortest to longest distinct variables each.
func RandomLengths(seed uint64, vars, clauses, shortest, longest int) *cnf.Formula {
	rng := rand.New(rand.NewPCG(seed, 0))
	f := cnf.NewFormula(vars)
	for range clauses {
		var clause []cnf.Lit
		for _, v := range rng.Perm(vars)[:shortest+rng.IntN(longest-shortest+1)] {
			clause = append(clause, cnf.Signed(cnf.Var(v+1), rng.IntN(2) == 1))
		}
		f.Add(clause...)
	}
	return f
}
