package parallel

import (
	"fmt"
	"testing"

	"transat/solver"
)

// chain says that every variable implies the next one.
func chain(t testing.TB, vars int) *Incremental {
	i := NewIncremental(nil)
	for v := solver.Var(1); int(v) < vars; v++ {
		if err := i.Add(solver.Neg(v), solver.Pos(v+1)); err != nil {
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
				assume := solver.Pos(solver.Var(1 + n%vars))
				if result, err := i.Solve(b.Context(), assume); err != nil || result.Verdict != solver.Satisfiable {
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
				selector := solver.Pos(solver.Var(i.Vars() + 1))
				first, last := solver.Pos(1), solver.Neg(solver.Var(vars))
				if err := i.Add(selector.Not(), first); err != nil {
					b.Fatal(err)
				}
				if result, err := i.Solve(b.Context(), selector, last); err != nil || result.Verdict != solver.Unsatisfiable {
					b.Fatal(result.Verdict, err)
				}
				if err := i.Add(selector.Not()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
