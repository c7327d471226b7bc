package solver

import (
	"context"
	"errors"
	"testing"
)

func TestSolveCDCLSmallFormulas(t *testing.T) {
	tests := []struct {
		name string
		f    *Formula
		want Verdict
	}{
		{"nothing", formula(0), Satisfiable},
		{"variables without clauses", formula(3), Satisfiable},
		{"empty clause", formula(2, []int{1, 2}, []int{}), Unsatisfiable},
		{"units", formula(3, []int{1}, []int{-3}), Satisfiable},
		{"complementary units", formula(1, []int{1}, []int{-1}), Unsatisfiable},
		{"units satisfy all", formula(3, []int{1}, []int{1, 2}, []int{1, -3}), Satisfiable},
		{"units refute", formula(3, []int{1}, []int{-1, 2}, []int{-2, -1}), Unsatisfiable},
		{"tautologies and repetitions", formula(3, []int{1, -1}, []int{2, 2}, []int{-2, 3, 3}), Satisfiable},
		{"unused variables", formula(9, []int{1, 2}, []int{-1, 2}), Satisfiable},
		{"six pigeons, five holes", pigeons(6), Unsatisfiable},
		{"random", randomKSAT(3, 120, 516, 3), Unsatisfiable},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result, err := SolveCDCL(context.Background(), test.f, nil)
			if err != nil {
				t.Fatal(err)
			}
			if result.Verdict != test.want {
				t.Errorf("the verdict is %v, want %v", result.Verdict, test.want)
			}
			if result.Verdict == Satisfiable {
				if err := test.f.Check(result.Model); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestSolveCDCLStopsOnContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	result, err := SolveCDCL(ctx, randomKSAT(1, 600, 2580, 3), nil)
	if err != nil {
		t.Fatal(err)
	}
	if result.Verdict != Unknown || !errors.Is(result.Reason, context.Canceled) {
		t.Errorf("%v, %v", result.Verdict, result.Reason)
	}
}

func TestSolveCDCLRefusesLargeFormulas(t *testing.T) {
	if _, err := SolveCDCL(context.Background(), NewFormula(MaxVars+1), nil); !errors.Is(err, ErrTooLarge) {
		t.Errorf("the error is %v", err)
	}
}
