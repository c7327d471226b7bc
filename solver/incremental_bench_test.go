package solver

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
)

// chain says that every variable implies the next one.
func chain(t testing.TB, vars int) *Incremental {
	i := NewIncremental(nil)
	for v := cnf.Var(1); int(v) < vars; v++ {
		if err := i.Add(cnf.Neg(v), cnf.Pos(v+1)); err != nil {
			t.Fatal(err)
		}
	}
	return i
}

// BenchmarkIncrementalModel asks under an assumption and gets a model, which is checked. The bytes should be those of the model.
func BenchmarkIncrementalModel(b *testing.B) {
	for _, vars := range []int{1_000, 300_000} {
		b.Run(fmt.Sprintf("vars=%d", vars), func(b *testing.B) {
			i := chain(b, vars)
			if _, err := i.Solve(b.Context()); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				assume := cnf.Pos(cnf.Var(1 + n%vars))
				if result, err := i.Solve(b.Context(), assume); err != nil || result.Verdict != cnf.Satisfiable {
					b.Fatal(result.Verdict, err)
				}
			}
		})
	}
}

// BenchmarkIncrementalSelector adds a clause with a new selector, assumes that and all the chain's end to be false, and retracts it.
func BenchmarkIncrementalSelector(b *testing.B) {
	for _, vars := range []int{1_000, 300_000} {
		b.Run(fmt.Sprintf("vars=%d", vars), func(b *testing.B) {
			i := chain(b, vars)
			if _, err := i.Solve(b.Context()); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				selector := cnf.Pos(cnf.Var(i.Vars() + 1))
				first, last := cnf.Pos(1), cnf.Neg(cnf.Var(vars))
				if err := i.Add(selector.Not(), first); err != nil {
					b.Fatal(err)
				}
				if result, err := i.Solve(b.Context(), selector, last); err != nil || result.Verdict != cnf.Unsatisfiable {
					b.Fatal(result.Verdict, err)
				}
				if err := i.Add(selector.Not()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkIncrementalSudoku asks for one value of one cell: half of the answers are models.
func BenchmarkIncrementalSudoku(b *testing.B) {
	for _, open := range [][2]int{{3, 40}, {3, 60}, {4, 150}} {
		b.Run(fmt.Sprintf("boxes=%d/open=%d", open[0], open[1]), func(b *testing.B) {
			i := NewIncremental(nil)
			if err := i.AddFormula(families.Sudoku(1, open[0], open[1])); err != nil {
				b.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(7, 8))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := i.Solve(b.Context(), cnf.Signed(cnf.Var(1+rng.IntN(i.Vars())), rng.IntN(2) == 0)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
