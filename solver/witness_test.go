package solver

import (
	"math/rand/v2"
	"slices"
	"testing"

	"transat/solver/cnf"
)

// TestWitnessesFindWhatCheckFinds lets a formula grow, and asks about models that differ little from each other: some are none.
func TestWitnessesFindWhatCheckFinds(t *testing.T) {
	const vars, rounds = 12, 3000
	rng := rand.New(rand.NewPCG(1, 2))
	f, w := cnf.NewFormula(3), witnesses{}
	m := make(cnf.Model, f.Vars()+1)
	models, others := 0, 0
	for round := range rounds {
		if round%300 == 0 {
			f, w = cnf.NewFormula(3), witnesses{}
			m = m[:f.Vars()+1]
		}
		if rng.IntN(20) == 0 && f.Vars() < vars {
			f.Declare(f.Vars() + 1)
		}
		for len(m) <= f.Vars() {
			m = append(m, false)
		}
		if rng.IntN(4) == 0 {
			clause := make([]cnf.Lit, 1+rng.IntN(5))
			for i := range clause {
				clause[i] = cnf.Signed(cnf.Var(1+rng.IntN(f.Vars())), rng.IntN(2) == 0)
			}
			if rng.IntN(8) > 0 { // so that most models stay one
				v := clause[0].Var()
				clause[0] = cnf.Signed(v, !m[v])
			}
			f.Add(clause...)
		}
		next := slices.Clone(m)
		for range rng.IntN(3) {
			v := 1 + rng.IntN(f.Vars())
			next[v] = !next[v]
		}
		want, got := f.Check(next), w.check(f, next)
		if (want == nil) != (got == nil) || want != nil && want.Error() != got.Error() {
			t.Fatalf("round %d: %v, want %v", round, got, want)
		}
		if want == nil {
			m, models = next, models+1
		} else {
			others++
		}
	}
	if models < rounds/10 || others < rounds/10 {
		t.Errorf("%d models and %d others: too few of one kind", models, others)
	}
}

func TestWitnessesRefuseAModelOfAnotherLength(t *testing.T) {
	f, w := cnf.NewFormula(2), witnesses{}
	f.Add(cnf.Pos(1))
	if err := w.check(f, make(cnf.Model, 2)); err == nil {
		t.Error("no error")
	}
}
