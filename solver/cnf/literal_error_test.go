package cnf_test

import (
	"errors"
	"math"
	"testing"

	"transat/solver/cnf"
)

func TestAddInts(t *testing.T) {
	f := cnf.NewFormula(0)
	if err := f.AddInts(1, -2, cnf.MaxVars); err != nil {
		t.Fatal(err)
	}
	g := cnf.NewFormula(0)
	g.Add(cnf.Pos(1), cnf.Neg(2), cnf.Pos(cnf.MaxVars))
	if f.Hash() != g.Hash() {
		t.Errorf("the clause is %v, want %v", f.Clause(0), g.Clause(0))
	}
	for _, n := range []int{0, cnf.MaxVars + 1, -cnf.MaxVars - 1, math.MaxInt, math.MinInt} {
		var fault *cnf.LiteralError
		want := cnf.LiteralError{Where: "clause 2", Place: 2, Number: n}
		if err := f.AddInts(5, n); !errors.As(err, &fault) || *fault != want {
			t.Errorf("AddInts(5, %d) returns %v, want %v", n, err, &want)
		}
	}
	if f.Len() != 1 || f.Literals() != 3 || f.Err() != nil || f.Hash() != g.Hash() {
		t.Errorf("what was refused has changed the formula: %d clauses, error %v", f.Len(), f.Err())
	}
}

// The conversions are inverse to each other, and give no literal of another variable where there is none.
func TestLiterals(t *testing.T) {
	for _, n := range []int{1, -1, 2, -77, int(cnf.MaxLitVar), -int(cnf.MaxLitVar)} {
		l := cnf.FromDIMACS(n)
		v := cnf.Var(max(n, -n))
		if l.DIMACS() != n || l != cnf.Signed(v, n < 0) || l.Var() != v || l.Negative() != (n < 0) ||
			cnf.FromCode(l.Code()) != l || l.IsNone() || l.Not().DIMACS() != -n {
			t.Errorf("%d becomes %v, code %d", n, l, l.Code())
		}
	}
	for _, n := range []int{0, int(cnf.MaxLitVar) + 1, math.MaxInt32, math.MinInt32, math.MaxInt, math.MinInt} {
		if l := cnf.FromDIMACS(n); !l.IsNone() || l.DIMACS() != 0 {
			t.Errorf("%d becomes %v", n, l)
		}
	}
	for _, v := range []cnf.Var{0, cnf.MaxLitVar + 1, 1<<31 + 5, 1<<32 - 1} {
		if !cnf.Pos(v).IsNone() || !cnf.Neg(v).IsNone() {
			t.Errorf("variable %d has the literals %v and %v", v, cnf.Pos(v), cnf.Neg(v))
		}
	}
	if a, b := cnf.Neg(1), cnf.Pos(2); a.Compare(b) >= 0 || b.Compare(a) <= 0 || a.Compare(a) != 0 {
		t.Error("-1 is not below 2")
	}
}
