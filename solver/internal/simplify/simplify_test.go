package simplify_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/simplify"
	"transat/solver/internal/solvertest"
)

// tester is the common part of testing.T and rapid.T.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// hinted checks every lemma by its hints alone, as soon as it is inferred.
type hinted struct {
	checker *drat.Hinted
	last    int64
}

func (h *hinted) Infer(clause []cnf.Lit, hints []int64) (int64, error) {
	h.last++
	return h.last, h.checker.Add(h.last, clause, hints)
}

func (h *hinted) Forget(numbers ...int64) error {
	before := h.checker.Report().IgnoredMissing
	h.checker.Delete(numbers)
	if h.checker.Report().IgnoredMissing != before {
		return fmt.Errorf("%v: forgotten, but not there", numbers)
	}
	return nil
}

// decide simplifies f, solves the rest by clause learning, and checks the model of f, or the proof, with hints and
// without.
func decide(t tester, f *cnf.Formula, opt simplify.Options) (cnf.Verdict, *simplify.Simplified) {
	t.Helper()
	var proof drat.Proof
	checker, err := drat.NewHinted(f)
	if err != nil {
		t.Fatalf("%v", err)
	}
	hints := &hinted{checker, int64(f.Len())}
	opt.Proof, opt.Hints = &proof, hints
	simplified, err := simplify.Run(context.Background(), f, opt)
	if err != nil {
		t.Fatalf("%v", err)
	}
	verdict := cnf.Unsatisfiable
	if !simplified.Refuted() {
		options := cdcl.Options{Proof: &proof, Hints: hints, Numbers: simplified.Numbers, Own: cnf.Var(f.Vars())}
		result, err := cdcl.SolveWith(context.Background(), simplified.Formula, options)
		if err != nil {
			t.Fatalf("%v", err)
		}
		verdict = result.Verdict
		if verdict == cnf.Satisfiable {
			if err := f.Check(simplified.Extend(result.Model)); err != nil {
				t.Fatalf("the model: %v\n%v\nis left of\n%v", err, clauses(simplified.Formula), clauses(f))
			}
		}
	}
	if verdict == cnf.Unsatisfiable {
		if _, err := drat.Check(context.Background(), f, &proof, drat.Options{Forward: true}); err != nil {
			t.Fatalf("the proof: %v\n%v", err, clauses(f))
		}
		if !checker.Refuted() || checker.Report().RATLemmas > 0 && simplified.Stats.Added == 0 {
			t.Fatalf("the proof with hints does not end, or rests on more than unit propagation\n%v", clauses(f))
		}
	}
	return verdict, simplified
}

func clauses(f *cnf.Formula) [][]cnf.Lit {
	var all [][]cnf.Lit
	for i := range f.Len() {
		all = append(all, f.Clause(i))
	}
	return all
}

// formulas draws small formulas of all shapes: empty clauses, units, repeated and contradicting literals, variables that do not occur.
func formulas(t *rapid.T) *cnf.Formula {
	vars := rapid.IntRange(0, 12).Draw(t, "vars")
	f := cnf.NewFormula(vars)
	if vars == 0 {
		return f
	}
	lengths := rapid.SampledFrom([][]int{
		{2}, {3}, {2, 3}, {1, 2, 2, 3, 3, 3}, {2, 2, 3, 4, 5}, {0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3},
	}).Draw(t, "lengths")
	used := rapid.IntRange(1, vars).Draw(t, "used")
	for range rapid.IntRange(0, 5*vars).Draw(t, "clauses") {
		var clause []cnf.Lit
		for range rapid.SampledFrom(lengths).Draw(t, "length") {
			clause = append(clause, cnf.FromCode(uint32(rapid.IntRange(2, 2*used+1).Draw(t, "literal"))))
		}
		f.Add(clause...)
	}
	return f
}

// Verdicts agree with brute force, models become models, and proofs are accepted, wherever the work ends.
func TestVerdictsModelsAndProofs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formulas(t)
		work := rapid.SampledFrom([]int64{0, 0, 0, 1, 100, 1000}).Draw(t, "work")
		luck, add := rapid.Bool().Draw(t, "luck"), rapid.Bool().Draw(t, "add")
		if got, _ := decide(t, f, simplify.Options{Work: work, Luck: luck, Add: add}); got != solvertest.BruteForce(f) {
			t.Fatalf("%v\n%v", got, clauses(f))
		}
	})
}

// Variables of Options.Keep can be assumed: the simplified formula has a model with them if the formula has.
func TestKeptVariablesKeepTheirMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formulas(t)
		var assumed []cnf.Lit
		var kept []cnf.Var
		for v := cnf.Var(1); int(v) <= f.Vars(); v += 3 {
			kept = append(kept, v)
			assumed = append(assumed, cnf.Signed(v, rapid.IntRange(0, 1).Draw(t, "sign") == 1))
		}
		under := cnf.NewFormula(f.Vars())
		for _, clause := range clauses(f) {
			under.Add(clause...)
		}
		for _, l := range assumed {
			under.Add(l)
		}
		simplified, err := simplify.Run(context.Background(), f, simplify.Options{Keep: kept, Add: true})
		if err != nil {
			t.Fatal(err)
		}
		got := cnf.Unsatisfiable
		if !simplified.Refuted() {
			s, err := cdcl.Load(context.Background(), simplified.Formula, cdcl.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range simplified.Fixed() {
				if err := s.Add(l); err != nil {
					t.Fatal(err)
				}
			}
			if got, err = s.Solve(context.Background(), cdcl.Limits{}, assumed...); err != nil {
				t.Fatal(err)
			}
			if got == cnf.Satisfiable {
				if err := under.Check(simplified.Extend(s.Model())); err != nil {
					t.Fatalf("%v", err)
				}
			}
		}
		if want := solvertest.BruteForce(under); got != want {
			t.Fatalf("%v, want %v: %v under %v", got, want, clauses(f), assumed)
		}
	})
}

func TestFamilies(t *testing.T) {
	var sum simplify.Stats
	for _, m := range families.Small() {
		t.Run(m.Name, func(t *testing.T) {
			got, s := decide(t, m.Formula, simplify.Options{})
			if m.Verdict != cnf.Unknown && got != m.Verdict {
				t.Errorf("%v, want %v", got, m.Verdict)
			}
			if s.Formula != nil && s.Formula.Literals() > 2*m.Formula.Literals()+1000 {
				t.Errorf("%d literals became %d", m.Formula.Literals(), s.Formula.Literals())
			}
			sum.Units += s.Stats.Units
			sum.Eliminated += s.Stats.Eliminated
			sum.Subsumed += s.Stats.Subsumed
			sum.Strengthened += s.Stats.Strengthened
			sum.Failed += s.Stats.Failed
		})
	}
	if sum.Units == 0 || sum.Eliminated == 0 || sum.Subsumed == 0 || sum.Strengthened == 0 || sum.Failed == 0 {
		t.Errorf("something is never done: %+v", sum)
	}
}

// Proofs of refutations hold by the strict definition: a deleted clause is never needed.
func TestDeletionsAreMeant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formulas(t)
		var proof solvertest.ProofList
		s, err := simplify.Run(context.Background(), f, simplify.Options{Proof: &proof})
		if err != nil {
			t.Fatal(err)
		}
		if s.Refuted() {
			if err := solvertest.CheckStrict(f, &proof); err != nil {
				t.Fatalf("%v\n%v", err, clauses(f))
			}
		}
	})
}

// Each technique by itself works as its file says.
func TestSteps(t *testing.T) {
	for _, test := range []struct {
		name string
		f    *cnf.Formula
		keep []cnf.Var
		want [][]int
	}{
		{"units", solvertest.Formula(4, []int{1}, []int{-1, 2}, []int{-2, 3, 4}, []int{-3, -4}), []cnf.Var{3, 4}, [][]int{{3, 4}, {-3, -4}}},
		{"subsumed", solvertest.Formula(3, []int{1, 2}, []int{3, 2, 1}), []cnf.Var{1, 2, 3}, [][]int{{1, 2}}},
		{"the same twice", solvertest.Formula(2, []int{1, 2}, []int{2, 1}), []cnf.Var{1, 2}, [][]int{{1, 2}}},
		{"strengthened", solvertest.Formula(3, []int{1, 2}, []int{-1, 2, 3}), []cnf.Var{1, 2, 3}, [][]int{{1, 2}, {2, 3}}},
		{"eliminated", solvertest.Formula(5, []int{5, 1}, []int{5, 2}, []int{-5, 3, 4}), []cnf.Var{1, 2, 3, 4}, [][]int{{1, 3, 4}, {2, 3, 4}}},
		{"pure", solvertest.Formula(3, []int{3, 1, 2}, []int{3, -1, -2}, []int{1, 2}), []cnf.Var{1, 2}, [][]int{{1, 2}}},
		{
			"failed", solvertest.Formula(5, []int{-1, 2}, []int{-1, 3}, []int{-2, -3, 4}, []int{-2, -3, -4}, []int{1, 5, 4}),
			[]cnf.Var{1, 2, 3, 4, 5},
			[][]int{{-2, -3}, {5, 4}},
		},
		{"nothing to do", solvertest.Formula(3, []int{1, 2, 3}, []int{-1, -2, -3}), []cnf.Var{1, 2, 3}, [][]int{{1, 2, 3}, {-1, -2, -3}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, s := decide(t, test.f, simplify.Options{Keep: test.keep})
			var got [][]int
			for _, clause := range clauses(s.Formula) {
				var ints []int
				for _, l := range clause {
					ints = append(ints, l.DIMACS())
				}
				got = append(got, ints)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("what is left (-want +got):\n%s", diff)
			}
		})
	}
}

// Probing tries the literals that imply others and are implied by none.
func TestProbesBeginWhereNothingImpliesThem(t *testing.T) {
	s, err := simplify.Run(t.Context(), solvertest.Formula(3, []int{-1, 2}, []int{-2, 3}), simplify.Options{})
	if err != nil || s.Stats.Probed != 2 { // 1 and ¬3
		t.Errorf("error %v, %d literals tried, want 2", err, s.Stats.Probed)
	}
}

func TestIsDeterministic(t *testing.T) {
	f := families.Factoring(3127, 6, 12)
	var hashes [][32]byte
	for range 2 {
		s, err := simplify.Run(t.Context(), f, simplify.Options{})
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, s.Formula.Hash())
	}
	if hashes[0] != hashes[1] {
		t.Error("the same formula became two")
	}
}

func TestEnds(t *testing.T) {
	f := families.Adders(64)
	for looks := range 3 {
		if _, err := simplify.Run(solvertest.NewEndsAfter(looks), f, simplify.Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%d looks: %v", looks, err)
		}
	}
	if _, err := simplify.Run(t.Context(), f, simplify.Options{Proof: &solvertest.ProofList{Limit: 5}}); !errors.Is(err, solvertest.ErrFull) {
		t.Errorf("the proof fails: %v", err)
	}
	if _, err := simplify.Run(t.Context(), cnf.NewFormula(cnf.MaxVars+1), simplify.Options{}); !errors.Is(err, cnf.ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
}
