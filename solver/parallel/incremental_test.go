package parallel

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"transat/solver"
)

// A formula that grows, in clauses and in variables, is decided each time as brute force decides all clauses so far with the assumptions as units.
func TestIncrementalIsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i, f := NewIncremental(nil), solver.NewFormula(0)
		for range rapid.IntRange(1, 5).Draw(t, "calls") {
			for _, clause := range rapid.SliceOfN(rapid.SliceOfN(literal(solver.NewFormula(f.Vars()+2)), 0, 4), 0, 6).Draw(t, "clauses") {
				if len(clause) == 0 && rapid.IntRange(0, 9).Draw(t, "empty") > 0 {
					continue
				}
				f.Add(clause...)
				if err := i.Add(clause...); err != nil {
					t.Fatal(err)
				}
			}
			if f.Vars() > 11 || i.Vars() != f.Vars() {
				return
			}
			var assume []solver.Lit
			if f.Vars() > 0 {
				assume = rapid.SliceOfN(literal(f), 0, 4).Draw(t, "assume")
			}
			want := solver.Unsatisfiable
			if satisfiable(assuming(f, assume)) {
				want = solver.Satisfiable
			}
			got, err := i.Solve(t.Context(), assume...)
			if err != nil || got.Verdict != want {
				t.Fatalf("%v under %v: %v, %v, want %v", f, assume, got.Verdict, err, want)
			}
			if want == solver.Unsatisfiable {
				if satisfiable(assuming(f, got.Failed)) {
					t.Fatalf("%v do not fail: %v", got.Failed, f)
				}
			} else if err := assuming(f, assume).Check(got.Model); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestIncrementalRefusesAndGoesOn(t *testing.T) {
	i := NewIncremental(nil)
	for _, l := range []solver.Lit{{}, solver.Neg(0), solver.Pos(solver.MaxVars + 1)} {
		if err := i.Add(solver.Pos(1), l); err == nil {
			t.Errorf("a clause with %d is accepted", l.Code())
		}
	}
	if err := i.Add(solver.Pos(1), solver.Pos(2)); err != nil {
		t.Fatal(err)
	}
	if _, err := i.Solve(t.Context(), solver.Pos(3)); !errors.As(err, new(*OptionError)) {
		t.Errorf("an assumption on no variable: %v", err)
	}
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if result, err := i.Solve(ctx); err != nil || result.Verdict != solver.Unknown || !errors.Is(result.Reason, why) {
		t.Errorf("%v, %v, %v", result.Verdict, result.Reason, err)
	}
	result, err := i.Solve(t.Context(), solver.Neg(1), solver.Neg(2))
	slices.SortFunc(result.Failed, solver.Lit.Compare)
	if err != nil || !slices.Equal(result.Failed, []solver.Lit{solver.Neg(1), solver.Neg(2)}) {
		t.Errorf("%v, %v", result.Failed, err)
	}
}
