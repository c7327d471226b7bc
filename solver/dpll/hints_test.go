package dpll_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"transat/dimacs"
	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat"
	"transat/solver/internal/rules"
)

// hintChecker checks a proof with hints while it is made.
type hintChecker struct {
	t      testing.TB
	check  *drat.Hinted
	number int64
	lemmas int
}

func newHintChecker(t testing.TB, f *cnf.Formula) *hintChecker {
	t.Helper()
	check, err := drat.NewHinted(f)
	if err != nil {
		t.Fatal(err)
	}
	return &hintChecker{t: t, check: check, number: int64(f.Len())}
}

func (h *hintChecker) Infer(clause []cnf.Lit, hints []int64) (int64, error) {
	h.number++
	h.lemmas++
	for _, n := range hints {
		if n <= 0 {
			h.t.Errorf("hint %d", n)
		}
	}
	return h.number, h.check.Add(h.number, clause, hints)
}

func (h *hintChecker) Forget(numbers ...int64) error {
	h.check.Delete(slices.Clone(numbers))
	return nil
}

// The hints of a search are right, whatever the engine, and there is a lemma for every leaf.
func TestHintsOfASearch(t *testing.T) {
	n := 60
	if testing.Short() {
		n = 12
	}
	rng := rand.New(rand.NewPCG(3, 4))
	unsatisfiable := 0
	for i := range n {
		vars, k := 10+rng.IntN(60), 3
		if i%3 == 2 {
			vars, k = 10+rng.IntN(10), 5
		}
		ratio := map[int]int{3: 5, 5: 24}[k]
		f := cnf.NewFormula(vars)
		for range ratio * vars {
			var clause []cnf.Lit
			size := k
			if rng.IntN(20) == 0 {
				size = 1 + rng.IntN(k)
			}
			for range size {
				clause = append(clause, cnf.Signed(cnf.Var(1+rng.IntN(vars)), rng.IntN(2) == 1)) // the same literal twice, or both signs, now and then
			}
			f.Add(clause...)
		}
		for _, rule := range rules.All() {
			h := newHintChecker(t, f)
			result, err := dpll.Solve(context.Background(), f, dpll.Options{Rule: rule.Name, Hints: h})
			if err != nil {
				t.Fatalf("%s: %v", rule.Name, err)
			}
			if result.Verdict != cnf.Unsatisfiable {
				continue
			}
			unsatisfiable++
			if !h.check.Refuted() || h.check.Report().IgnoredMissing > 0 || int64(h.lemmas) < result.Stats.Leaves {
				t.Errorf("%s: %+v, %d lemmas for %d leaves", rule.Name, h.check.Report(), h.lemmas, result.Stats.Leaves)
			}
		}
	}
	if unsatisfiable < n {
		t.Errorf("only %d proofs", unsatisfiable)
	}
}

func TestHintsWithoutASearch(t *testing.T) {
	for name, clauses := range map[string][][]int{
		"two unit clauses":          {{1, 2}, {3}, {-3}},
		"a unit clause twice":       {{3, 3}, {-3}},
		"the empty clause":          {{1}, {}},
		"propagation":               {{1}, {-1, 2}, {-1, -2, 3}, {-3, -2}},
		"propagation, long clauses": {{1}, {-1, 2}, {-2, 3}, {-3, 4}, {-1, -2, -3, -4}},
	} {
		f := cnf.NewFormula(0)
		for _, c := range clauses {
			var clause []cnf.Lit
			for _, l := range c {
				clause = append(clause, cnf.FromDIMACS(l))
			}
			f.Add(clause...)
		}
		h := newHintChecker(t, f)
		if _, err := dpll.Solve(context.Background(), f, dpll.Options{Hints: h}); err != nil || !h.check.Refuted() {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The proof is the same whether another core makes the hints or not.
func TestHintsOnOneCore(t *testing.T) {
	sample, index, err := instances.ParseSample("120-520-3/2")
	if err != nil {
		t.Fatal(err)
	}
	f, err := sample.Formula(index)
	if err != nil {
		t.Fatal(err)
	}
	prove := func(cores int) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		var out strings.Builder
		w := dimacs.NewHintWriter(&out, dimacs.ProofLRAT, f.Len())
		if _, err := dpll.Solve(t.Context(), f, dpll.Options{Rule: "weights", Hints: w}); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if one, two := prove(1), prove(2); one == "" || one != two {
		t.Errorf("%d and %d bytes, or others", len(one), len(two))
	}
}
