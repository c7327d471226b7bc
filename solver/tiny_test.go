package solver

import (
	"testing"

	"transat/solver/internal/solvertest"
)

func TestThreeClausesTakeLittleMemory(t *testing.T) {
	const most = 400_000 // most of it for the table of the balancers' policies
	f := solvertest.Formula(3, []int{1, -2}, []int{2, 3}, []int{-1, -3})
	bytes := solvertest.BytesPerRun(func() {
		if _, err := Solve(t.Context(), f, Options{}); err != nil {
			t.Fatal(err)
		}
	})
	if bytes > most {
		t.Errorf("three clauses take %d bytes, want at most %d", bytes, most)
	}
}

func BenchmarkThreeClauses(b *testing.B) {
	f := solvertest.Formula(3, []int{1, -2}, []int{2, 3}, []int{-1, -3})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Solve(b.Context(), f, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
