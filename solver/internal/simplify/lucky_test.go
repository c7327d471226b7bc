package simplify_test

import (
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/simplify"
	"transat/solver/internal/solvertest"
)

// The first three formulas are satisfied without a conflict by one of the four attempts. In the last, each attempt meets conflicts.
func TestLuckyValues(t *testing.T) {
	for _, test := range []struct {
		name string
		f    *cnf.Formula
	}{
		{"all false", solvertest.Formula(3, []int{-1, 2, 3}, []int{1, -2}, []int{-2, -3}, []int{2, -3, -1})},
		{"all true", solvertest.Formula(3, []int{1, -2, -3}, []int{-1, 2}, []int{2, 3}, []int{-2, 3, 1})},
		{"implied on the way", solvertest.Formula(4, []int{1, 2}, []int{-2, 3}, []int{-3, -4}, []int{4, 2, 1})},
		{"the other value after a conflict", solvertest.RandomKSAT(1, 60, 215, 3)},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, s := decide(t, test.f, simplify.Options{Luck: true})
			if got != cnf.Satisfiable || s.Formula.Len() > 0 || s.Stats.Eliminated > 0 {
				t.Errorf("%v, %v is left, %d variables eliminated", got, clauses(s.Formula), s.Stats.Eliminated)
			}
			if _, s := decide(t, test.f, simplify.Options{Luck: true, Keep: []cnf.Var{1, 2, 3}, Bounds: []int{}}); s.Formula.Len() == 0 {
				t.Error("a variable to keep has lost its clauses")
			}
		})
	}
}

// Without luck the formula is simplified as if it had not been tried.
func TestLuckLeavesNothingBehind(t *testing.T) {
	f := families.Factoring(3127, 6, 12)
	var hashes [][32]byte
	for _, luck := range []bool{false, true} {
		s, err := simplify.Run(t.Context(), f, simplify.Options{Luck: luck})
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, s.Formula.Hash())
	}
	if hashes[0] != hashes[1] {
		t.Error("the formula has changed")
	}
}
