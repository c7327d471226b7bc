package solver

import "math/rand/v2"

// randomKSAT returns a random formula of the fixed clause length model: every clause has k distinct
// variables with random signs.
func randomKSAT(seed uint64, vars, clauses, k int) *Formula {
	rng := rand.New(rand.NewPCG(seed, 0))
	f := NewFormula(vars)
	f.Grow(clauses, clauses*k)
	clause := make([]Lit, k)
	for range clauses {
		for i, v := range rng.Perm(vars)[:k] {
			clause[i] = Pos(Var(v+1)) ^ Lit(rng.IntN(2))
		}
		f.Add(clause...)
	}
	return f
}

// randomMixed returns a random formula over at most vars variables whose clauses have lengths from
// 0 to longest, the short ones being rare; literals may repeat and contradict each other.
func randomMixed(rng *rand.Rand, vars, longest int) *Formula {
	f := NewFormula(vars)
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
		clause := make([]Lit, n)
		for i := range clause {
			clause[i] = Pos(Var(1+rng.IntN(vars))) ^ Lit(rng.IntN(2))
		}
		f.Add(clause...)
	}
	return f
}
