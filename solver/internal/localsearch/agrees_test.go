package localsearch_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/localsearch"
	"transat/solver/internal/solvertest"
)

// Run finds a model where there is one, and none where there is none.
func TestAgreesWithSearch(t *testing.T) {
	satisfiable, n := 0, solvertest.Cases(t, 300)
	for i := range n {
		rng := rand.New(rand.NewPCG(8, uint64(i)))
		k := 2 + i%4
		vars := 7 + rng.IntN(9)
		ratio := [...]float64{2: 1.4, 3: 5, 4: 11.5, 5: 24}[k]
		f := solvertest.RandomKSAT(rng.Uint64(), vars, int(ratio*float64(vars)), k)
		got, err := localsearch.Run(context.Background(), f, localsearch.Options{Flips: 20_000, Seed: uint64(i)})
		if err != nil {
			t.Fatal(err)
		}
		result, err := dpll.Solve(context.Background(), f, dpll.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := result.Verdict
		if found := got.Model != nil; found != (want == cnf.Satisfiable) {
			t.Fatalf("formula %d: a model found is %v, but it is %v", i, found, want)
		}
		if got.Model == nil {
			if got.Flips != 20_000 || got.Least < 1 {
				t.Fatalf("formula %d: %d flips and %d falsified, want 20000 and at least 1", i, got.Flips, got.Least)
			}
			continue
		}
		satisfiable++
		if err := f.Check(got.Model); err != nil {
			t.Fatalf("formula %d: %v", i, err)
		}
	}
	if satisfiable < n/5 || satisfiable > n*4/5 {
		t.Errorf("%d of %d formulas are satisfiable", satisfiable, n)
	}
}
