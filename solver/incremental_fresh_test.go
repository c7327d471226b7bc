package solver

import (
	"math/rand/v2"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/solvertest"
)

// On formulas that take hundreds of conflicts, with reductions and restarts between retractions, answers are those of a solver that
// begins anew.
func TestIncrementalIsAFreshSolver(t *testing.T) {
	verdicts, conflicts := map[cnf.Verdict]int{}, int64(0)
	for seed := range solvertest.Cases(t, 20) {
		rng := rand.New(rand.NewPCG(uint64(seed), 14))
		vars := 60 + rng.IntN(40)
		literal := func() cnf.Lit {
			v := cnf.Var(1 + rng.IntN(vars))
			if rng.IntN(2) == 0 {
				return cnf.Neg(v)
			}
			return cnf.Pos(v)
		}
		base := solvertest.RandomKSAT(rng.Uint64(), vars, vars*38/10, 3)
		i := NewIncremental(nil)
		if err := i.AddFormula(base); err != nil {
			t.Fatal(err)
		}
		for range 40 {
			selected := cnf.Pos(i.NewVar())
			assume := []cnf.Lit{literal(), literal()}
			now := assuming(base, assume)
			for range rng.IntN(vars) {
				clause := []cnf.Lit{literal(), literal(), literal()}
				now.Add(clause...)
				if err := i.Add(append(clause, selected.Not())...); err != nil {
					t.Fatal(err)
				}
			}
			want, err := cdcl.Solve(t.Context(), now, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := i.Solve(t.Context(), append(assume, selected)...)
			if err != nil || got.Verdict != want.Verdict {
				t.Fatalf("sequence %d: %v, %v; want %v", seed, got.Verdict, err, want.Verdict)
			}
			verdicts[got.Verdict]++
			if got.Verdict == cnf.Satisfiable {
				if err := now.Check(got.Model[:vars+1]); err != nil {
					t.Fatal(err)
				}
			}
			i.sparse = rng.IntN(3 * i.formula.Literals())
			if err := i.Add(selected.Not()); err != nil {
				t.Fatal(err)
			}
		}
		conflicts += i.solver.Stats().Conflicts
	}
	if verdicts[cnf.Satisfiable] < 10 || verdicts[cnf.Unsatisfiable] < 10 || conflicts < 1000 {
		t.Errorf("too little to test anything: %v, %d conflicts", verdicts, conflicts)
	}
}
