package simplify_test

import (
	"testing"

	"pgregory.net/rapid"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/simplify"
	"transat/solver/internal/solvertest"
)

// Circuits that are compared have equal literals although elimination has left few of their gates. Small solvers find them by the clauses
// alone, again and again, with proofs.
func TestSweepingEnvironmentsAfterElimination(t *testing.T) {
	for _, test := range []struct {
		name string
		f    *cnf.Formula
		want int64 // literals at least
	}{
		{"counters", families.GrayAgainstBinary(4, 8), 10},
		{"adders and conditional sums", families.SumMiter(5, 4), 10},
		{"arbiters", families.Arbiters(3, 4, false), 5},
	} {
		t.Run(test.name, func(t *testing.T) {
			first, err := simplify.Run(t.Context(), test.f, simplify.Options{Work: 20_000})
			if err != nil || first.Refuted() {
				t.Fatalf("refuted: %v, error %v", first.Refuted(), err)
			}
			_, without := decide(t, first.Formula, simplify.Options{Work: 1})
			state := simplify.Sweep{Work: 1 << 20}
			got, s := decide(t, first.Formula, simplify.Options{Work: 1, Sweep: &state})
			if got != cnf.Unsatisfiable || s.Stats.Swept < without.Stats.Swept+test.want {
				t.Errorf("%v, %d literals by sweeping, %d without environments; want %d more", got, s.Stats.Swept, without.Stats.Swept, test.want)
			}
			if state.Spent <= 0 || state.Spent > 2*state.Work {
				t.Errorf("%d ticks of %d spent", state.Spent, state.Work)
			}
		})
	}
}

// What sweeping finds pays for more of it, and leads on to what is near it: a small budget refutes that a pyramid has pebbles.
func TestSweepingPaysForItself(t *testing.T) {
	state := simplify.Sweep{Work: 40_000}
	s, err := simplify.Run(t.Context(), families.Pebbles(40, 2), simplify.Options{Work: 1, Sweep: &state})
	if err != nil || !s.Refuted() || state.Spent < 4*state.Work {
		t.Errorf("refuted: %v, %d ticks for %d literals, error %v", s.Refuted(), state.Spent, s.Stats.Swept, err)
	}
}

// A run goes on with the variables that the last one has not tried, and one without success makes the next do without.
func TestSweepGoesOn(t *testing.T) {
	f := solvertest.RandomKSAT(1, 60, 180, 3)
	state, spent := simplify.Sweep{Work: 3000}, []int64(nil)
	for range 4 {
		before := state.Spent
		if _, err := simplify.Run(t.Context(), f, simplify.Options{Work: 1, Sweep: &state}); err != nil {
			t.Fatal(err)
		}
		spent = append(spent, state.Spent-before)
	}
	if spent[0] == 0 || spent[1] != 0 || spent[2] == 0 || spent[3] != 0 {
		t.Errorf("%d ticks in four runs, want some in the first and third", spent)
	}
}

// Small circuits and random formulas, with variables to keep, in runs that follow each other.
func TestSweepingSmallEnvironments(t *testing.T) {
	swept := int64(0)
	rapid.Check(t, func(t *rapid.T) {
		f := circuits(t)
		if rapid.Bool().Draw(t, "random") {
			vars := rapid.IntRange(3, 12).Draw(t, "variables")
			f = solvertest.RandomKSAT(rapid.Uint64().Draw(t, "seed"), vars, rapid.IntRange(vars, 5*vars).Draw(t, "random clauses"), 3)
		}
		opt := simplify.Options{Work: rapid.SampledFrom([]int64{1, 1, 0}).Draw(t, "work")}
		opt.Sweep = &simplify.Sweep{Work: rapid.SampledFrom([]int64{100, 1000, 100_000}).Draw(t, "sweep")}
		for v := cnf.Var(1); int(v) <= f.Vars(); v++ {
			if rapid.IntRange(0, 3).Draw(t, "keep") == 0 {
				opt.Keep = append(opt.Keep, v)
			}
		}
		without := opt
		without.Sweep = nil
		_, by := decide(t, f, without) // gates alone
		got, s := decide(t, f, opt)
		swept += s.Stats.Swept - by.Stats.Swept
		if want := solvertest.BruteForce(f); got != want {
			t.Fatalf("%v, want %v\n%v", got, want, clauses(f))
		}
	})
	if swept <= 0 && !testing.Short() {
		t.Error("no literals by sweeping of environments: too little to test anything")
	}
}
