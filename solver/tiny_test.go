package solver

import (
	"testing"

	"transat/solver/internal/solvertest"
)

func threeClauses() *Formula { return solvertest.Formula(3, []int{1, -2}, []int{2, 3}, []int{-1, -3}) }

func TestThreeClausesTakeLittleMemory(t *testing.T) {
	for name, solve := range map[string]func() (Result, error){
		"lex":   func() (Result, error) { return Solve(t.Context(), threeClauses(), Options{Rule: "lex"}) },
		"boehm": func() (Result, error) { return Solve(t.Context(), threeClauses(), Options{Rule: "boehm"}) },
		"cdcl":  func() (Result, error) { return SolveCDCL(t.Context(), threeClauses(), nil) },
	} {
		const most = 40_000
		bytes := solvertest.BytesPerRun(func() {
			if result, err := solve(); err != nil || result.Verdict != Satisfiable {
				t.Fatal(name, result.Verdict, err)
			}
		})
		if bytes > most {
			t.Errorf("%s takes %d bytes for three clauses, want at most %d", name, bytes, most)
		}
	}
}

func BenchmarkThreeClauses(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Solve(b.Context(), threeClauses(), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
