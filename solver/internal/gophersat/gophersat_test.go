package gophersat

import (
	"context"
	"errors"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

func TestSmallFormulas(t *testing.T) {
	tests := []struct {
		name string
		f    *cnf.Formula
		want cnf.Verdict
	}{
		{"nothing", solvertest.Formula(0), cnf.Satisfiable},
		{"variables without clauses", solvertest.Formula(3), cnf.Satisfiable},
		{"empty clause", solvertest.Formula(2, []int{1, 2}, []int{}), cnf.Unsatisfiable},
		{"units", solvertest.Formula(3, []int{1}, []int{-3}), cnf.Satisfiable},
		{"complementary units", solvertest.Formula(1, []int{1}, []int{-1}), cnf.Unsatisfiable},
		{"units satisfy all", solvertest.Formula(3, []int{1}, []int{1, 2}, []int{1, -3}), cnf.Satisfiable},
		{"units refute", solvertest.Formula(3, []int{1}, []int{-1, 2}, []int{-2, -1}), cnf.Unsatisfiable},
		{"tautologies and repetitions", solvertest.Formula(3, []int{1, -1}, []int{2, 2}, []int{-2, 3, 3}), cnf.Satisfiable},
		{"unused variables", solvertest.Formula(9, []int{1, 2}, []int{-1, 2}), cnf.Satisfiable},
		{"six pigeons, five holes", families.Pigeons(6, 5, families.Pairwise), cnf.Unsatisfiable},
		{"random", solvertest.RandomKSAT(3, 120, 516, 3), cnf.Unsatisfiable},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result, err := Solve(context.Background(), test.f, nil)
			if err != nil {
				t.Fatal(err)
			}
			if result.Verdict != test.want {
				t.Errorf("the verdict is %v, want %v", result.Verdict, test.want)
			}
			if result.Verdict == cnf.Satisfiable {
				if err := test.f.Check(result.Model); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestStopsOnContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	result, err := Solve(ctx, solvertest.RandomKSAT(1, 600, 2580, 3), nil)
	if err != nil {
		t.Fatal(err)
	}
	if result.Verdict != cnf.Unknown || !errors.Is(result.Reason, context.Canceled) {
		t.Errorf("%v, %v", result.Verdict, result.Reason)
	}
}

func TestRefusesLargeFormulas(t *testing.T) {
	if _, err := Solve(context.Background(), cnf.NewFormula(cnf.MaxVars+1), nil); !errors.Is(err, cnf.ErrTooLarge) {
		t.Errorf("the error is %v", err)
	}
}
