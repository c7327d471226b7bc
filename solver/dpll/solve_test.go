package dpll

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/gophersat"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
)

// decide solves f on both engines and under every rule, checks that all agree on the verdict, checks
// the models, and returns the verdict.
func decide(t testing.TB, f *cnf.Formula) cnf.Verdict {
	t.Helper()
	verdict := cnf.Unknown
	for _, rule := range rules.All() {
		result, err := Solve(context.Background(), f, Options{Rule: rule.Name})
		if err != nil {
			t.Fatal(err)
		}
		general, err := newGeneralSearch(t, f, Options{Rule: rule.Name}).solve(context.Background(), f)
		if err != nil {
			t.Fatal(err)
		}
		if counts(rule) {
			agree(t, f, rule, general, result)
		}
		if verdict != cnf.Unknown && result.Verdict != verdict {
			t.Fatalf("rule %s says %v, another %v\n%v", rule.Name, result.Verdict, verdict, f)
		}
		verdict = result.Verdict
		checkAnswer(t, f, result)
	}
	return verdict
}

// agree checks that the general engine has come to the same result as the one that was chosen.
func agree(t testing.TB, f *cnf.Formula, rule rules.Rule, general, result Result) {
	t.Helper()
	if !slices.Equal(general.Model, result.Model) {
		t.Fatalf("rule %s: the engines find different models\n%v", rule.Name, f)
	}
	general.Model, general.Resources = nil, Resources{}
	if diff := cmp.Diff(general, Result{Verdict: result.Verdict, Stats: result.Stats}); diff != "" {
		t.Fatalf("rule %s: the engines differ (-general +chosen):\n%s\n%v", rule.Name, diff, f)
	}
}

// checkAnswer checks what must hold for the answer to any formula.
func checkAnswer(t testing.TB, f *cnf.Formula, result Result) {
	t.Helper()
	s := result.Stats
	if s.Nodes != s.Decisions+s.Leaves {
		t.Fatalf("%d nodes are not %d inner nodes and %d leaves\n%v", s.Nodes, s.Decisions, s.Leaves, f)
	}
	switch result.Verdict {
	case cnf.Satisfiable:
		if err := f.Check(result.Model); err != nil {
			t.Fatalf("%v\n%v", err, f)
		}
	case cnf.Unsatisfiable:
		if s.Leaves != s.Decisions+1 {
			t.Fatalf("an unsatisfiable tree has %d inner nodes and %d leaves\n%v", s.Decisions, s.Leaves, f)
		}
	default:
		t.Fatalf("no answer: %v\n%v", result.Reason, f)
	}
}

func TestSolveSmallFormulas(t *testing.T) {
	tests := []struct {
		name string
		f    *cnf.Formula
		want cnf.Verdict
	}{
		{"nothing", solvertest.Formula(0), cnf.Satisfiable},
		{"variables without clauses", solvertest.Formula(3), cnf.Satisfiable},
		{"many unused variables", solvertest.Formula(1_000_000, []int{1, -2}, []int{2}), cnf.Satisfiable},
		{"empty clause", solvertest.Formula(0, []int{}), cnf.Unsatisfiable},
		{"empty clause among others", solvertest.Formula(2, []int{1, 2}, []int{}, []int{-1}), cnf.Unsatisfiable},
		{"unit", solvertest.Formula(1, []int{-1}), cnf.Satisfiable},
		{"complementary units", solvertest.Formula(2, []int{1}, []int{2}, []int{-1}), cnf.Unsatisfiable},
		{"repeated unit", solvertest.Formula(1, []int{1}, []int{1, 1}), cnf.Satisfiable},
		{"tautology", solvertest.Formula(2, []int{1, -1}, []int{2, 1, -2}), cnf.Satisfiable},
		{"tautology does not satisfy the rest", solvertest.Formula(1, []int{1, -1}, []int{1}, []int{-1}), cnf.Unsatisfiable},
		{"repeated literals make a unit", solvertest.Formula(1, []int{1, 1, 1}, []int{-1, -1}), cnf.Unsatisfiable},
		{"units refute", solvertest.Formula(3, []int{1}, []int{-1, 2}, []int{-2, 3}, []int{-3, -1}), cnf.Unsatisfiable},
		{"units satisfy", solvertest.Formula(3, []int{1}, []int{-1, 2}, []int{-2, 3}), cnf.Satisfiable},
		{"all four binary clauses", solvertest.Formula(2, []int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2}), cnf.Unsatisfiable},
		{"one long clause", solvertest.Formula(40, []int{
			1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
			21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
		}), cnf.Satisfiable},
		{"three pigeons, two holes", families.Pigeons(3, 2, families.Pairwise), cnf.Unsatisfiable},
		{"six pigeons, five holes", families.Pigeons(6, 5, families.Pairwise), cnf.Unsatisfiable},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := decide(t, test.f); got != test.want {
				t.Errorf("the verdict is %v, want %v", got, test.want)
			}
		})
	}
}

func TestSolveAgreesWithOracles(t *testing.T) {
	verdicts := map[cnf.Verdict]int{}
	for i := range solvertest.Cases(t, 2000) {
		rng := rand.New(rand.NewPCG(1, uint64(i)))
		vars := 3 + i%38
		f := solvertest.RandomMixed(rng, vars, []int{3, 3, 4, 6, 8}[rng.IntN(5)])
		want := cnf.Unknown
		if vars <= 12 {
			want = solvertest.BruteForce(f)
		} else {
			result, err := gophersat.Solve(context.Background(), f, nil)
			if err != nil {
				t.Fatal(err)
			}
			want = result.Verdict
		}
		if got := decide(t, f); got != want {
			t.Fatalf("formula %d: the verdict is %v, want %v\n%v", i, got, want, f)
		}
		verdicts[want]++
	}
	if verdicts[cnf.Satisfiable] < 40 || verdicts[cnf.Unsatisfiable] < 40 {
		t.Errorf("the formulas are too much alike: %v", verdicts)
	}
}
