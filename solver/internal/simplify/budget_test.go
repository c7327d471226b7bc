package simplify

import (
	"testing"

	"transat/solver/cnf"
)

// A circuit of many frames takes no more work than the budgets allow, and each kind of work has its share: with little in
// all, variables are eliminated although subsumption has spent its share.
func TestEachKindOfWorkHasItsShare(t *testing.T) {
	f := chain(20_000)
	for _, work := range []int64{50_000, 200_000, 2_000_000} {
		s, err := Run(t.Context(), f, Options{Work: work, Add: true})
		if err != nil {
			t.Fatal(err)
		}
		const atOnce = 20_000 // work of a step that is not divided: a walk through all clauses
		if s.Stats.Work > work+4*atOnce || s.Stats.Eliminated == 0 {
			t.Errorf("work %d of %d, %d variables eliminated", s.Stats.Work, work, s.Stats.Eliminated)
		}
	}
	if total := int64(0); true {
		for _, share := range shares() {
			total += share
		}
		if total != 100 {
			t.Errorf("the shares are %d percent in all", total)
		}
	}
}

// chain is a formula of n conjunctions, each of the last one and of one far back, of which no two share a clause.
func chain(n int) *cnf.Formula {
	f := cnf.NewFormula(n + 2)
	for v := 3; v <= n+2; v++ {
		x, a, b := cnf.Pos(cnf.Var(v)), cnf.Pos(cnf.Var(v-1)), cnf.Neg(cnf.Var(max(v*7/11, 1)))
		f.Add(x.Not(), a)
		f.Add(x.Not(), b)
		f.Add(x, a.Not(), b.Not())
	}
	return f
}

// Units cost time linear in the clauses: every clause loses a literal once.
func TestUnitsAreLinear(t *testing.T) {
	const n = 30_000
	f := cnf.NewFormula(2*n + 1)
	for v := 1; v <= n; v++ {
		f.Add(cnf.Pos(2*n+1), cnf.Pos(cnf.Var(v)), cnf.Pos(cnf.Var(n+v)))
	}
	f.Add(cnf.Neg(2*n + 1))
	w := newWorker(t.Context(), f, Options{})
	w.load(f)
	w.propagate()
	if w.stats.Work > 4*n || w.alive != 2*n {
		t.Errorf("work %d for %d clauses, %d literals left", w.stats.Work, n, w.alive)
	}
}
