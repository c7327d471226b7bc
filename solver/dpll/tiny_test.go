package dpll_test

import (
	"testing"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/solvertest"
)

func threeClauses() *cnf.Formula {
	return solvertest.Formula(3, []int{1, -2}, []int{2, 3}, []int{-1, -3})
}

func TestThreeClausesTakeLittleMemory(t *testing.T) {
	for name, solve := range map[string]func() (dpll.Result, error){
		"lex": func() (dpll.Result, error) { return dpll.Solve(t.Context(), threeClauses(), dpll.Options{Rule: "lex"}) },
		"boehm": func() (dpll.Result, error) {
			return dpll.Solve(t.Context(), threeClauses(), dpll.Options{Rule: "boehm"})
		},
	} {
		const most = 40_000
		bytes := solvertest.BytesPerRun(func() {
			if result, err := solve(); err != nil || result.Verdict != cnf.Satisfiable {
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
		if _, err := dpll.Solve(b.Context(), threeClauses(), dpll.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
