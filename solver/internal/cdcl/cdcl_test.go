package cdcl

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/internal/solvertest"
)

// decide solves f with a proof, and checks the outcome: the model clause by clause, or the proof lemma by lemma.
func decide(t *testing.T, f *cnf.Formula) cnf.Verdict {
	t.Helper()
	var proof drat.Proof
	result, err := Solve(t.Context(), f, &proof)
	if err != nil {
		t.Fatal(err)
	}
	switch result.Verdict {
	case cnf.Satisfiable:
		if err := f.Check(result.Model); err != nil {
			t.Fatal(err)
		}
	case cnf.Unsatisfiable:
		if _, err := drat.Check(t.Context(), f, &proof, drat.Options{Forward: true}); err != nil {
			t.Fatalf("the proof is not accepted: %v", err)
		}
	default:
		t.Fatalf("no verdict: %v", result.Reason)
	}
	return result.Verdict
}

func TestSmallFormulas(t *testing.T) {
	tests := []struct {
		name string
		f    *cnf.Formula
		want cnf.Verdict
	}{
		{"nothing", solvertest.Formula(0), cnf.Satisfiable},
		{"variables without clauses", solvertest.Formula(3), cnf.Satisfiable},
		{"empty clause", solvertest.Formula(2, []int{1, 2}, []int{}), cnf.Unsatisfiable},
		{"units", solvertest.Formula(3, []int{1}, []int{-3}), cnf.Satisfiable},
		{"complementary units", solvertest.Formula(1, []int{1}, []int{-1}), cnf.Unsatisfiable},
		{"units satisfy all", solvertest.Formula(3, []int{1}, []int{1, 2}, []int{1, -3}), cnf.Satisfiable},
		{"units refute", solvertest.Formula(3, []int{1}, []int{-1, 2}, []int{-2, -1}), cnf.Unsatisfiable},
		{"units refute at the end", solvertest.Formula(3, []int{-3, -1}, []int{-1, 2}, []int{-2, 3}, []int{1}), cnf.Unsatisfiable},
		{"tautologies and repetitions", solvertest.Formula(3, []int{1, -1}, []int{2, 2}, []int{-2, 3, 3}), cnf.Satisfiable},
		{"repetitions that refute", solvertest.Formula(2, []int{1, 1, 2}, []int{1, -2, 1}, []int{-1, 2}, []int{-1, -2, -2}), cnf.Unsatisfiable},
		{"unused variables", solvertest.Formula(9, []int{1, 2}, []int{-1, 2}), cnf.Satisfiable},
		{"six pigeons, five holes", families.Pigeons(6, 5, families.Pairwise), cnf.Unsatisfiable},
		{"random", solvertest.RandomKSAT(3, 120, 516, 3), cnf.Unsatisfiable},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := decide(t, test.f); got != test.want {
				t.Errorf("the verdict is %v, want %v", got, test.want)
			}
		})
	}
}

func TestFamilies(t *testing.T) {
	for _, m := range families.Small() {
		t.Run(m.Name, func(t *testing.T) {
			if got := decide(t, m.Formula); m.Verdict != cnf.Unknown && got != m.Verdict {
				t.Errorf("the verdict is %v, want %v", got, m.Verdict)
			}
		})
	}
}

// Small formulas of all shapes have the verdict of brute force.
func TestRandomFormulas(t *testing.T) {
	verdicts := map[cnf.Verdict]int{}
	for i := range solvertest.Cases(t, 3000) {
		rng := rand.New(rand.NewPCG(21, uint64(i)))
		f := solvertest.RandomMixed(rng, 1+i%13, 2+rng.IntN(5))
		want := solvertest.BruteForce(f)
		verdicts[want]++
		if got := decide(t, f); got != want {
			t.Fatalf("formula %d: %v, want %v\n%v", i, got, want, f)
		}
	}
	if verdicts[cnf.Satisfiable] < 20 || verdicts[cnf.Unsatisfiable] < 20 {
		t.Errorf("verdicts %v", verdicts)
	}
}

// Formulas that take thousands of conflicts reach reductions, both modes, restarts, new phases and vivification; their
// proofs, with all deletions, are right.
func TestLongSearches(t *testing.T) {
	for _, f := range []*cnf.Formula{
		solvertest.RandomKSAT(7, 150, 660, 3), solvertest.RandomKSAT(5, 160, 672, 3),
		families.Multipliers(5), families.Pigeons(7, 6, families.Binary), families.ParityChain(10, false),
	} {
		decide(t, f)
	}
	result, err := Solve(t.Context(), families.Multipliers(6), nil)
	if err != nil {
		t.Fatal(err)
	}
	if s := result.Stats; s.Reductions < 5 || s.Forgotten == 0 || s.Vivified == 0 || s.Restarts == 0 {
		t.Errorf("the search is too short to test anything: %+v", s)
	}
}

// The proof changes nothing in the search, and a second call searches in the same way.
func TestSearchIsDeterministic(t *testing.T) {
	f := families.Multipliers(5)
	var all []Stats
	for _, proof := range []cnf.ProofWriter{nil, nil, &drat.Proof{}} {
		result, err := Solve(t.Context(), f, proof)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, result.Stats)
	}
	if all[0] != all[1] || all[0] != all[2] {
		t.Errorf("%+v", all)
	}
}

// A search in slices is the same as one in a single call.
func TestSlices(t *testing.T) {
	whole, err := Solve(t.Context(), solvertest.RandomKSAT(3, 120, 516, 3), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, limits := range []Limits{{Conflicts: 50}, {Work: 10_000}} {
		f := solvertest.RandomKSAT(3, 120, 516, 3)
		var proof drat.Proof
		s, err := Load(t.Context(), f, Options{Proof: &proof})
		if err != nil {
			t.Fatal(err)
		}
		slices := 0
		for {
			verdict, err := s.Solve(t.Context(), limits)
			if verdict == cnf.Unsatisfiable {
				break
			}
			if !errors.Is(err, ErrLimit) {
				t.Fatal(verdict, err)
			}
			slices++
		}
		if slices < 5 {
			t.Errorf("%+v: only %d slices", limits, slices)
		}
		if got := s.Stats(); got != whole.Stats {
			t.Errorf("%+v: %+v, in one %+v", limits, got, whole.Stats)
		}
		if _, err := drat.Check(t.Context(), f, &proof, drat.Options{Forward: true}); err != nil {
			t.Error(err)
		}
	}
}

func TestStopsOnContext(t *testing.T) {
	f := solvertest.RandomKSAT(1, 600, 2580, 3)
	for looks := range 5 {
		result, err := Solve(solvertest.NewEndsAfter(looks), f, nil)
		if err != nil || result.Verdict != cnf.Unknown || !errors.Is(result.Reason, context.Canceled) {
			t.Errorf("%d looks: %v, %v, %v", looks, result.Verdict, result.Reason, err)
		}
	}
}

func TestRefusesLargeFormulas(t *testing.T) {
	if _, err := Solve(t.Context(), cnf.NewFormula(cnf.MaxVars+1), nil); !errors.Is(err, cnf.ErrTooLarge) {
		t.Errorf("the error is %v", err)
	}
}

func TestProofWriterThatFails(t *testing.T) {
	for _, f := range []*cnf.Formula{solvertest.Formula(1, []int{1}, []int{-1}), families.Pigeons(5, 4, families.Pairwise)} {
		full := solvertest.ProofList{Limit: -1}
		result, err := Solve(t.Context(), f, &full)
		if !errors.Is(err, solvertest.ErrFull) || result.Verdict != cnf.Unknown {
			t.Errorf("%v, %v", result.Verdict, err)
		}
	}
}
