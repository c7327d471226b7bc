package cdcl

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// A solver that was reset searches as a new one does, whatever it had before: larger and smaller formulas, limits, refutations.
func TestResetIsNew(t *testing.T) {
	used := New(3, Options{})
	for i, f := range []*cnf.Formula{
		solvertest.RandomKSAT(3, 120, 500, 1), families.Multipliers(4), solvertest.RandomKSAT(3, 20, 120, 2), families.Schedule(0, 12, 3, 5),
		solvertest.RandomKSAT(3, 200, 700, 3), cnf.NewFormula(0), families.Multipliers(5), solvertest.RandomKSAT(3, 50, 150, 4),
	} {
		used.Reset(f.Vars())
		fresh := New(f.Vars(), Options{})
		var got, want outcome
		for range 3 {
			got, want = outcomeOf(t, used, f, 20+500*int64(i)), outcomeOf(t, fresh, f, 20+500*int64(i))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("formula %d: want -, got +\n%s", i, diff)
			}
		}
	}
}

type outcome struct {
	Verdict cnf.Verdict
	Stats   Stats
	Model   cnf.Model
	Failed  []string
}

// outcomeOf adds a formula to a solver, and decides it under an assumption, within a limit.
func outcomeOf(t *testing.T, s *Solver, f *cnf.Formula, conflicts int64) outcome {
	for i := range f.Len() {
		if err := s.Add(f.Clause(i)...); err != nil {
			t.Fatal(err)
		}
	}
	var assume []cnf.Lit
	if f.Vars() > 0 {
		assume = append(assume, cnf.Neg(1))
	}
	verdict, err := s.Solve(t.Context(), Limits{Conflicts: conflicts}, assume...)
	if err != nil && err != ErrLimit {
		t.Fatal(err)
	}
	o := outcome{Verdict: verdict, Stats: s.Stats(), Model: s.Model()}
	for _, l := range s.Failed() {
		o.Failed = append(o.Failed, l.String())
	}
	return o
}
