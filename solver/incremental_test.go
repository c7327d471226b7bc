package solver

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/solvertest"
)

// With a new selector in every call, conflicts are those of a formula that has had all variables from the beginning: more variables make it
// forget nothing.
func TestIncrementalForgetsNothing(t *testing.T) {
	const vars, calls = 120, 160
	search := func(declared int) (all []cdcl.Stats, verdicts map[cnf.Verdict]int) {
		i, rng := NewIncremental(nil), rand.New(rand.NewPCG(8, 8))
		literal := func() cnf.Lit {
			v := cnf.Var(1 + rng.IntN(vars))
			if rng.IntN(2) == 0 {
				return cnf.Neg(v)
			}
			return cnf.Pos(v)
		}
		if err := i.AddFormula(solvertest.RandomKSAT(4, vars, 440, 3)); err != nil {
			t.Fatal(err)
		}
		for range declared {
			i.NewVar()
		}
		verdicts = map[cnf.Verdict]int{}
		for call := range calls {
			if declared == 0 {
				i.NewVar()
			}
			selected := cnf.Pos(cnf.Var(vars + 1 + call))
			for range 2 {
				if err := i.Add(selected.Not(), literal(), literal()); err != nil {
					t.Fatal(err)
				}
			}
			result, err := i.Solve(t.Context(), selected, literal(), literal(), literal())
			if err != nil {
				t.Fatal(err)
			}
			if err := i.Add(selected.Not()); err != nil {
				t.Fatal(err)
			}
			all = append(all, i.solver.Stats())
			verdicts[result.Verdict]++
		}
		return all, verdicts
	}
	growing, verdicts := search(0)
	declared, _ := search(calls)
	for call := range calls {
		if growing[call] != declared[call] {
			t.Fatalf("call %d: %+v, with all variables from the beginning %+v", call, growing[call], declared[call])
		}
	}
	if last := growing[calls-1]; last.Conflicts < 1000 || len(verdicts) < 2 {
		t.Errorf("too little to test anything: %+v, %v", last, verdicts)
	}
}

// allocated returns how many bytes f allocates, the least of a few calls.
func allocated(f func()) uint64 {
	least := ^uint64(0)
	var before, after runtime.MemStats
	for range 5 {
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}

// An answer with a model allocates hardly more than the model, which takes a byte a variable.
func TestIncrementalModelIsCheckedInPlace(t *testing.T) {
	if solvertest.Race {
		t.Skip("the race detector takes memory of its own")
	}
	const vars = 30_000
	i := chain(t, vars)
	n := cnf.Var(1)
	got := allocated(func() {
		n++
		if result, err := i.Solve(t.Context(), cnf.Neg(n-1), cnf.Pos(n)); err != nil || result.Verdict != cnf.Satisfiable {
			t.Fatal(result.Verdict, err)
		}
	})
	if got > vars*5/4+4096 {
		t.Errorf("%d bytes, the model takes %d", got, vars+1)
	}
}

// Retracted clauses leave the memory, and so do the solver's lists for their selectors.
func TestIncrementalRetractedClausesAreForgotten(t *testing.T) {
	const vars, calls = 200, 3000
	i := chain(t, vars)
	var clause []cnf.Lit
	for v := cnf.Var(1); v <= 100; v++ {
		clause = append(clause, cnf.Pos(v))
	}
	most := int64(0)
	for range calls {
		selected := cnf.Pos(i.NewVar())
		for n := range 5 {
			if err := i.Add(append(clause[n:], selected.Not())...); err != nil {
				t.Fatal(err)
			}
		}
		if result, err := i.Solve(t.Context(), selected); err != nil || result.Verdict != cnf.Satisfiable {
			t.Fatal(result.Verdict, err)
		}
		if err := i.Add(selected.Not()); err != nil {
			t.Fatal(err)
		}
		most = max(most, i.bytes())
	}
	if limit := int64(300_000 + 250*calls); most > limit {
		t.Errorf("%d bytes, want at most %d: the clauses of all calls take %d", most, limit, calls*5*len(clause)*8)
	}
}

// Compact takes out what a clause of one literal makes true, and nothing else: models are still checked against all that matters.
func TestIncrementalCompact(t *testing.T) {
	tests := []struct {
		name          string
		clauses, want [][]int
	}{
		{"made true", [][]int{{1, 2, 3}, {2, -3}, {1}}, [][]int{{2, -3}, {1}}},
		{
			"made shorter only",
			[][]int{{1, 2, 3}, {2, 3, 4}, {-1}, {2, 3, 4, 5}, {-1, 2, 3, 4, 5}},
			[][]int{{1, 2, 3}, {2, 3, 4}, {-1}, {2, 3, 4, 5}},
		},
		{"too little", [][]int{{1, 2}, {3, 4, 5}, {2}, {3, 4, -5}, {4, 5, 6}}, [][]int{{1, 2}, {3, 4, 5}, {2}, {3, 4, -5}, {4, 5, 6}}},
		{"contradiction", [][]int{{-1, 2, 3, 4}, {1}, {-1}}, [][]int{{1}, {-1}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			i := NewIncremental(nil)
			if err := i.AddFormula(solvertest.Formula(7, test.clauses...)); err != nil {
				t.Fatal(err)
			}
			i.compact()
			if want := solvertest.Formula(7, test.want...); i.formula.Hash() != want.Hash() {
				t.Errorf("%d clauses are left, want %v", i.formula.Len(), test.want)
			}
		})
	}
}

// A search that limits end again and again is the search without limits. What was learned until then counts.
func TestIncrementalLimits(t *testing.T) {
	hard := families.Multipliers(6)
	whole := NewIncremental(nil)
	if err := whole.AddFormula(hard); err != nil {
		t.Fatal(err)
	}
	if result, err := whole.Solve(t.Context()); err != nil || result.Verdict != cnf.Unsatisfiable {
		t.Fatal(result.Verdict, err)
	}
	tests := []struct {
		name   string
		limits func(i *Incremental) Limits
		reason error
	}{
		{"conflicts", func(*Incremental) Limits { return Limits{Conflicts: 400} }, ErrConflictLimit},
		{"memory", func(i *Incremental) Limits { return Limits{Memory: i.bytesFor() + 2000} }, ErrMemoryLimit},
		{"both", func(*Incremental) Limits { return Limits{Conflicts: 400, Memory: 1 << 40} }, ErrConflictLimit},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			i, ended := NewIncremental(nil), 0
			if err := i.AddFormula(hard); err != nil {
				t.Fatal(err)
			}
			for {
				result, err := i.SolveLimited(t.Context(), test.limits(i))
				if err != nil {
					t.Fatal(err)
				}
				if result.Verdict == cnf.Unsatisfiable {
					break
				}
				if result.Verdict != cnf.Unknown || !errors.Is(result.Reason, test.reason) || result.Model != nil || result.Failed != nil {
					t.Fatalf("%+v, want reason %v", result, test.reason)
				}
				ended++
			}
			if ended < 3 {
				t.Errorf("limits have ended only %d calls", ended)
			}
			if got, want := i.solver.Stats(), whole.solver.Stats(); got != want {
				t.Errorf("%+v, in one call %+v", got, want)
			}
		})
	}
}

// A limit of memory counts before any is taken, even if one clause has made millions of variables.
func TestIncrementalMemoryIsNotTaken(t *testing.T) {
	i := NewIncremental(nil)
	if err := i.Add(cnf.Pos(1), cnf.Neg(cnf.MaxVars)); err != nil {
		t.Fatal(err)
	}
	got := allocated(func() {
		if result, err := i.SolveLimited(t.Context(), Limits{Memory: 1 << 30}); err != nil || !errors.Is(result.Reason, ErrMemoryLimit) {
			t.Fatal(result.Verdict, result.Reason, err)
		}
	})
	if got > 1<<16 {
		t.Errorf("%d bytes", got)
	}
	if v := i.NewVar(); v != 0 {
		t.Errorf("variable %d, one too many", v)
	}
	f := cnf.NewFormula(cnf.MaxVars + 1)
	if err := i.AddFormula(f); !errors.Is(err, cnf.ErrTooLarge) {
		t.Errorf("a formula with %d variables: %v", f.Vars(), err)
	}
}

// What cannot be added leaves everything as it was.
func TestIncrementalRefusesAndGoesOn(t *testing.T) {
	i := NewIncremental(nil)
	for _, l := range []cnf.Lit{{}, cnf.Neg(0), cnf.Pos(cnf.MaxVars + 1)} {
		if err := i.Add(cnf.Pos(1), l); err == nil {
			t.Errorf("a clause with %d is accepted", l.Code())
		}
	}
	if err := i.Add(cnf.Pos(1), cnf.Pos(2)); err != nil {
		t.Fatal(err)
	}
	i.literals = 3
	large := cnf.NewFormula(9)
	large.Add(cnf.Neg(1))
	large.Add(cnf.Neg(2))
	if err := errors.Join(i.Add(cnf.Neg(1), cnf.Neg(3)), i.AddFormula(large)); !errors.Is(err, cnf.ErrTooLarge) || i.Vars() != 2 {
		t.Errorf("%v, and there are %d variables", err, i.Vars())
	}
	if _, err := i.Solve(t.Context(), cnf.Pos(3)); !errors.As(err, new(*OptionError)) {
		t.Errorf("an assumption on no variable: %v", err)
	}
	for _, limits := range []Limits{{Conflicts: -1}, {Memory: -1}} {
		if _, err := i.SolveLimited(t.Context(), limits); !errors.As(err, new(*OptionError)) {
			t.Errorf("%+v: %v", limits, err)
		}
	}
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if result, err := i.Solve(ctx); err != nil || result.Verdict != cnf.Unknown || !errors.Is(result.Reason, why) {
		t.Errorf("%v, %v, %v", result.Verdict, result.Reason, err)
	}
	result, err := i.Solve(t.Context(), cnf.Neg(1), cnf.Neg(2))
	for v := cnf.Var(1); v <= 2; v++ {
		if err != nil || len(result.Failed) != 2 || !slices.Contains(result.Failed, cnf.Neg(v)) {
			t.Errorf("failed %v, %v; want -1 and -2", result.Failed, err)
		}
	}
}

// A context that ends while a formula is loaded loses nothing of it.
func TestIncrementalEndsWhileLoading(t *testing.T) {
	i := chain(t, 5*addsPerLook)
	ends := 0
	for looks := 1; ; looks++ {
		result, err := i.Solve(solvertest.NewEndsAfter(looks), cnf.Pos(1), cnf.Neg(5*addsPerLook))
		if err != nil {
			t.Fatal(err)
		}
		if result.Verdict == cnf.Unsatisfiable {
			break
		}
		if result.Verdict != cnf.Unknown || !errors.Is(result.Reason, context.Canceled) {
			t.Fatal(result.Verdict, result.Reason)
		}
		ends++
	}
	if ends < 2 {
		t.Errorf("the context has ended only %d calls", ends)
	}
}

// Assumptions may fail although the clauses have no model anyway. That none have failed says more; to find it out, ask without.
func TestIncrementalFailedSaysWhatWasFound(t *testing.T) {
	i := NewIncremental(nil)
	if err := i.AddFormula(solvertest.Formula(3, []int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2})); err != nil {
		t.Fatal(err)
	}
	contradiction := []cnf.Lit{cnf.Pos(3), cnf.Neg(3)}
	for n, want := range []int{2, 0, 0} {
		assume := contradiction
		if n == 1 {
			assume = nil
		}
		result, err := i.Solve(t.Context(), assume...)
		if err != nil || result.Verdict != cnf.Unsatisfiable || len(result.Failed) != want {
			t.Errorf("call %d: %v, failed %v, %v; want %d", n, result.Verdict, result.Failed, err, want)
		}
	}
}
