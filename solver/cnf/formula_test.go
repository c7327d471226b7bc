package cnf_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

func TestLit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, int(cnf.MaxLitVar)).Draw(t, "variable")
		if rapid.Bool().Draw(t, "negative") {
			n = -n
		}
		l := cnf.FromDIMACS(n)
		if l.DIMACS() != n || l.Not().DIMACS() != -n || l.Negative() != (n < 0) || int(l.Var()) != max(n, -n) {
			t.Fatalf("%d becomes %v, its complement %v, variable %d", n, l, l.Not(), l.Var())
		}
		if l != cnf.Pos(l.Var()) && l != cnf.Neg(l.Var()) {
			t.Fatalf("%v is no literal of its variable", l)
		}
	})
	if got := cnf.Neg(7).String(); got != "-7" {
		t.Errorf("the literal is written %q", got)
	}
}

func TestFormulaKeepsClauses(t *testing.T) {
	clauses := [][]int{{1, -2}, {}, {3, 3, -3}, {-7}}
	f := solvertest.Formula(4, clauses...)
	var got [][]int
	for i := range f.Len() {
		clause := []int{}
		for _, l := range f.Clause(i) {
			clause = append(clause, l.DIMACS())
		}
		got = append(got, clause)
	}
	if diff := cmp.Diff(clauses, got); diff != "" {
		t.Errorf("clauses (-want +got):\n%s", diff)
	}
	if f.Vars() != 7 || f.Literals() != 6 {
		t.Errorf("%d variables, %d literals", f.Vars(), f.Literals())
	}
	hash := f.Hash()
	f.Grow(10, 10)
	if f.Hash() != hash {
		t.Error("growing changes the hash")
	}
	if slices.Contains(f.Clause(0), cnf.Lit{}) || cap(f.Clause(0)) != 2 {
		t.Error("appending to a clause would overwrite the next one")
	}
}

func TestFormulaHashTellsFormulasApart(t *testing.T) {
	formulas := map[string]*cnf.Formula{
		"nothing":          solvertest.Formula(0),
		"one variable":     solvertest.Formula(1),
		"empty clause":     solvertest.Formula(0, []int{}),
		"clause":           solvertest.Formula(2, []int{1, 2}),
		"other order":      solvertest.Formula(2, []int{2, 1}),
		"two clauses":      solvertest.Formula(2, []int{1}, []int{2}),
		"more variables":   solvertest.Formula(3, []int{1, 2}),
		"other sign":       solvertest.Formula(2, []int{1, -2}),
		"several kilobyte": solvertest.RandomKSAT(1, 100, 3000, 3),
		"another seed":     solvertest.RandomKSAT(2, 100, 3000, 3),
	}
	seen := map[[32]byte]string{}
	for name, f := range formulas {
		if other, ok := seen[f.Hash()]; ok {
			t.Errorf("%q and %q have the same hash", name, other)
		}
		seen[f.Hash()] = name
	}
}

func TestCheck(t *testing.T) {
	f := solvertest.Formula(2, []int{1, 2}, []int{-1, -2})
	tests := []struct {
		name  string
		model cnf.Model
		want  string
	}{
		{"model", cnf.Model{false, true, false}, ""},
		{"falsifies", cnf.Model{false, true, true}, "model falsifies clause 2: [-1 -2]"},
		{"too short", cnf.Model{false, true}, "model has 1 variables, the formula has 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			if err := f.Check(test.model); err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

// Checked returns models only, in which the assumed literals are true.
func TestChecked(t *testing.T) {
	f := cnf.NewFormula(2)
	f.Add(cnf.Pos(1), cnf.Pos(2))
	f.Declare(1) // no fewer
	f.Declare(3)
	tests := []struct {
		name    string
		values  cnf.Model
		assumed []cnf.Lit
		panics  bool
	}{
		{"a model", cnf.Model{false, true, false, false}, nil, false},
		{"no model", cnf.Model{false, false, false, true}, nil, true},
		{"assumed", cnf.Model{false, true, false, true}, []cnf.Lit{cnf.Pos(1), cnf.Neg(2), cnf.Pos(3)}, false},
		{"assumed, but false", cnf.Model{false, true, false, true}, []cnf.Lit{cnf.Pos(1), cnf.Pos(2)}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer func() {
				if got := recover() != nil; got != test.panics {
					t.Errorf("panics: %v, want %v", got, test.panics)
				}
			}()
			if m := f.Checked(func(m cnf.Model) { copy(m, test.values) }, test.assumed...); !slices.Equal(m, test.values) {
				t.Errorf("%v", m)
			}
		})
	}
}

func TestVerdictWords(t *testing.T) {
	got := []string{cnf.Unknown.String(), cnf.Satisfiable.String(), cnf.Unsatisfiable.String()}
	if diff := cmp.Diff([]string{"UNKNOWN", "SATISFIABLE", "UNSATISFIABLE"}, got); diff != "" {
		t.Errorf("words (-want +got):\n%s", diff)
	}
}
