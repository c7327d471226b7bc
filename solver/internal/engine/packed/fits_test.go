package packed

import (
	"context"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

func TestPackable(t *testing.T) {
	repeated := func(clause []cnf.Lit, n int) *cnf.Formula {
		f := cnf.NewFormula(3)
		for range n {
			f.Add(clause...)
		}
		return f
	}
	balanced := repeated([]cnf.Lit{cnf.Pos(1), cnf.Pos(2)}, 43)
	for range 42 {
		balanced.Add(cnf.Neg(1), cnf.Pos(3))
	}
	tests := []struct {
		name string
		f    *cnf.Formula
		want bool
	}{
		{"no variables", cnf.NewFormula(0), true},
		{"three literals", repeated([]cnf.Lit{cnf.Pos(1), cnf.Pos(2), cnf.Pos(3)}, 1), true},
		{"four distinct literals", repeated([]cnf.Lit{cnf.Pos(1), cnf.Pos(2), cnf.Pos(3), cnf.Pos(4)}, 1), false},
		{"four literals, three distinct", repeated([]cnf.Lit{cnf.Pos(1), cnf.Pos(2), cnf.Pos(3), cnf.Pos(1)}, 1), true},
		{"score 127", repeated([]cnf.Lit{cnf.Pos(1), cnf.Pos(2)}, 127), true},
		{"score 128", repeated([]cnf.Lit{cnf.Pos(1), cnf.Pos(2)}, 128), false},
		{"score 43 + 2·42", balanced, true},
		{"variables up to 4095", solvertest.Formula(0, []int{1, 4095}), true},
		{"variables up to 4096", solvertest.Formula(0, []int{1, 4096}), false},
		{"unused variables above", solvertest.Formula(9999, []int{1, 2}), true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := cnf.Normalise(context.Background(), test.f)
			if err != nil {
				t.Fatal(err)
			}
			if got := Fits(p); got != test.want {
				t.Errorf("packable is %v, want %v", got, test.want)
			}
		})
	}
}
