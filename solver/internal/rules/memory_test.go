package rules

import (
	"context"
	"math/rand/v2"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/engine/packed"
	"transat/solver/internal/solvertest"
)

func TestMemoryNeedIsAnUpperBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	wide := cnf.NewFormula(0)
	wide.Add(distinct(1, 100_000)...)
	chain := cnf.NewFormula(0)
	for v := cnf.Var(1); v < 100_000; v++ {
		chain.Add(cnf.Neg(v), cnf.Pos(v+1))
	}
	for name, f := range map[string]*cnf.Formula{
		"nothing":             cnf.NewFormula(0),
		"unused variables":    solvertest.Formula(1_000_000, []int{1, 2}),
		"packed":              solvertest.RandomKSAT(1, 350, 1505, 3),
		"packed, large":       solvertest.RandomKSAT(1, 4000, 2000, 3),
		"general":             solvertest.RandomKSAT(1, 80, 1700, 5),
		"general, many":       solvertest.RandomKSAT(1, 2000, 40_000, 5),
		"general, large":      solvertest.RandomMixed(rng, 10_000, 9),
		"one long clause":     wide,
		"binary clauses":      chain,
		"a variable far away": solvertest.Formula(0, []int{1, 500_000}),
	} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			need := MemoryNeed(f)
			p, err := cnf.Normalise(ctx, f)
			if err != nil {
				t.Fatal(err)
			}
			for _, rule := range All() {
				e, err := rule.Build(ctx, p)
				if err != nil {
					t.Fatal(err)
				}
				got := engine.BytesHeld(p) + e.Bytes()
				if got > need || need > got*3/2+3*allowance+engine.BytesOf[packed.Engine]() {
					t.Errorf("rule %s: %d bytes are said to be needed, %d were used", rule.Name, need, got)
				}
			}
		})
	}
}

// distinct returns the positive literals of the variables from first to last.
func distinct(first, last cnf.Var) (lits []cnf.Lit) {
	for v := first; v <= last; v++ {
		lits = append(lits, cnf.Pos(v))
	}
	return lits
}
