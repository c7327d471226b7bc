package simplify

import (
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// Variable 5 has two clauses of each sign, and four resolvents: no fewer, so it is one for the second bound.
func TestEliminationHasToLeaveFewerClausesThanThereWere(t *testing.T) {
	f := solvertest.Formula(5, []int{5, 1}, []int{5, 2}, []int{-5, 3}, []int{-5, 4})
	for _, c := range []struct {
		bound int
		want  int64
	}{{0, 0}, {1, 1}} {
		w := newWorker(t.Context(), f, Options{Keep: []cnf.Var{1, 2, 3, 4}})
		w.load(f)
		w.touchAll()
		if w.eliminate(c.bound); w.stats.Eliminated != c.want {
			t.Errorf("bound %d: %d variables eliminated, want %d", c.bound, w.stats.Eliminated, c.want)
		}
	}
}
