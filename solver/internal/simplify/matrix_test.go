package simplify

import (
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// Each clause of a matrix counts once, although some occur twice, and others are missing. The models stay the same.
func TestMatrixOfRepeatedClauses(t *testing.T) {
	vars := []cnf.Var{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}
	for _, others := range [][]cnf.Lit{nil, {cnf.Pos(11)}, {cnf.Pos(11), cnf.Neg(12), cnf.Pos(13)}} {
		f := cnf.NewFormula(len(vars))
		for _, missing := range []cnf.Var{5, 4} {
			for i := cnf.Var(1); i <= 5; i++ {
				for j := cnf.Var(6); j <= 10; j++ {
					if i != missing || j < 9 {
						f.Add(append([]cnf.Lit{cnf.Pos(i), cnf.Neg(j)}, others...)...)
					}
				}
			}
		}
		w := newWorker(t.Context(), f, Options{})
		w.load(f)
		w.addVariables()
		left, _ := w.formula()
		if w.stats.Added == 0 || left.Len() > f.Len()-10 {
			t.Errorf("%v: %d variables, %d of %d clauses", others, w.stats.Added, left.Len(), f.Len())
		}
		got, want := solvertest.NewTruth(left, vars...).Projections(vars), solvertest.NewTruth(f, vars...).Projections(vars)
		if got != want {
			t.Errorf("%v: %d models, want %d", others, got, want)
		}
	}
}
