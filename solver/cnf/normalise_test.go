package cnf_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

func TestNormalise(t *testing.T) {
	f := solvertest.Formula(9, []int{1, -2, 1}, []int{3, -3, 4}, []int{5}, []int{5, 5}, []int{2, 6, 7})
	p, err := cnf.Normalise(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	var clauses [][]int
	for i := range p.Clauses.Len() {
		var clause []int
		for _, l := range p.Clauses.Clause(i) {
			clause = append(clause, l.DIMACS())
		}
		clauses = append(clauses, clause)
	}
	if diff := cmp.Diff([][]int{{1, -2}, {2, 6, 7}}, clauses); diff != "" {
		t.Errorf("clauses (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]cnf.Lit{cnf.Pos(5)}, p.Units); diff != "" {
		t.Errorf("units (-want +got):\n%s", diff)
	}
	if p.Vars != 7 || p.Longest != 3 || p.Refuted || p.Occ[cnf.Neg(2).Code()] != 1 {
		t.Errorf("%+v", p)
	}
}

// Whatever the order of literals, clauses and units, the sorted problem is the same.
func TestSortedForgetsTheOrder(t *testing.T) {
	sorted := func(f *cnf.Formula) string {
		p, err := cnf.Normalise(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		q := p.Sorted()
		text := fmt.Sprint(q.Units, q.Vars, q.Longest, q.Occ)
		for i := range q.Clauses.Len() {
			text += fmt.Sprint(q.Clauses.Clause(i))
		}
		return text
	}
	one := sorted(solvertest.Formula(9, []int{5}, []int{-4}, []int{1, -2, 3}, []int{1, 2}, []int{-2, 9}))
	other := sorted(solvertest.Formula(9, []int{9, -2}, []int{2, 1}, []int{-4}, []int{3, 1, -2}, []int{5}))
	if diff := cmp.Diff(one, other); diff != "" {
		t.Errorf("(-one order +another):\n%s", diff)
	}
}

// A context that ends is noticed within one clause of a million literals.
func TestNormaliseIsInterruptedWithinAClause(t *testing.T) {
	clause := make([]cnf.Lit, 1_000_000)
	for i := range clause {
		clause[i] = cnf.Pos(cnf.Var(i + 1))
	}
	f := cnf.NewFormula(0)
	f.Add(clause...)
	if _, err := cnf.Normalise(solvertest.NewEndsAfter(3), f); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}
