package drat_test

import (
	"math/rand/v2"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// The proofs of 200 formulas, with clauses of two to seven literals, under the rule that looks ahead and freezes; of
// fewer without TRANSAT_TEST_MORE.
func TestCheckAcceptsProofsUnderWeights(t *testing.T) {
	clauses := [...]int{2: 60, 3: 140, 4: 310, 5: 480, 6: 800, 7: 1300}
	vars := [...]int{2: 40, 3: 28, 4: 26, 5: 20, 6: 16, 7: 13}
	least := solvertest.Cases(t, 200)
	proofs := 0
	for seed := uint64(0); proofs < least; seed++ {
		rng := rand.New(rand.NewPCG(seed, 9))
		var f *cnf.Formula
		switch k := 2 + int(seed%8); k {
		case 8:
			f = randomMixed(rng, 20, 7)
		case 9:
			f = randomFormula(seed, 140, 620, 3) // large enough for look-ahead nodes
		default:
			f = randomFormula(seed, vars[k], clauses[k], k)
		}
		if p := solved(t, f, "weights"); p != nil {
			proofs++
			mustCheck(t, f, p)
		}
	}
}
