package dpll

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/solver/cnf"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
)

// PLB paper, section 6: the variable "for which the number of occurrences in the shortest clauses is
// maximal", ties broken by the next longer clauses.
func TestLexicographicRuleSection6(t *testing.T) {
	tests := []struct {
		name       string
		f          *cnf.Formula
		lex, boehm int
	}{
		{"shortest clauses first", solvertest.Formula(5, []int{2, 3}, []int{1, 4, 5}, []int{1, 4, -5}, []int{1, 4, 5, 2}), 2, 2},
		{"ties by the next length", solvertest.Formula(4, []int{1, 2}, []int{2, 3, 4}), 2, 2},
		{"a length that no clause has is skipped", solvertest.Formula(7, []int{1, 2, 3, 4, 5}, []int{2, -3, 4, 6, 7}), 2, 3},
		{"ties by the lowest variable", solvertest.Formula(4, []int{4, 3}, []int{-2, -1}), 1, 1},
		{"both signs count twice", solvertest.Formula(5, []int{1, 2}, []int{1, 3}, []int{4, 1}, []int{5, 2}, []int{-2, 3}), 1, 2},
		{"the complement is counted too", solvertest.Formula(3, []int{-3, 1}, []int{3, 2}), 3, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for rule, want := range map[string]int{"lex": test.lex, "boehm": test.boehm} {
				general := newGeneralSearch(t, test.f, Options{Rule: rule})
				chosen, err := beginSolve(context.Background(), test.f, Options{Rule: rule})
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range []*search{general, chosen} {
					s.engine.Reset()
					if got := s.engine.Branch(); got != cnf.FromDIMACS(want) {
						t.Errorf("%s picks %v with %T, want %d", rule, got, s.engine, want)
					}
				}
			}
		})
	}
}

// The verdict does not depend on the order of clauses and literals. Nor does the tree, since rule and
// cost are defined by counts.
func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "formula"), 0))
		f := solvertest.RandomMixed(rng, 3+rng.IntN(12), 3+rng.IntN(5))
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 1))
		shuffled := cnf.NewFormula(f.Vars())
		for _, i := range order.Perm(f.Len()) {
			var clause []cnf.Lit
			for _, j := range order.Perm(len(f.Clause(i))) {
				clause = append(clause, f.Clause(i)[j])
			}
			shuffled.Add(clause...)
		}
		for _, rule := range rules.All() {
			want, err := Solve(context.Background(), f, Options{Rule: rule.Name})
			if err != nil {
				t.Fatal(err)
			}
			got, err := Solve(context.Background(), shuffled, Options{Rule: rule.Name})
			if err != nil {
				t.Fatal(err)
			}
			want.Resources, got.Resources = Resources{}, Resources{}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("rule %s (-given +shuffled):\n%s", rule.Name, diff)
			}
		}
	})
}
