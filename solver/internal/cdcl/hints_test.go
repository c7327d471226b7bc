package cdcl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/internal/solvertest"
)

// hinted checks every lemma by its hints alone, as soon as it is inferred.
type hinted struct {
	t       *testing.T
	checker *drat.Hinted
	last    int64
	spoil   func(clause []cnf.Lit, hints []int64) ([]cnf.Lit, []int64) // or nil
	err     error
}

func newHinted(t *testing.T, f *cnf.Formula) *hinted {
	t.Helper()
	checker, err := drat.NewHinted(f)
	if err != nil {
		t.Fatal(err)
	}
	return &hinted{t: t, checker: checker, last: int64(f.Len())}
}

func (h *hinted) Infer(clause []cnf.Lit, hints []int64) (int64, error) {
	h.last++
	if h.spoil != nil {
		clause, hints = h.spoil(slices.Clone(clause), slices.Clone(hints))
	}
	if h.err == nil {
		h.err = h.checker.Add(h.last, clause, hints)
	}
	return h.last, nil
}

func (h *hinted) Forget(numbers ...int64) error {
	before := h.checker.Report().IgnoredMissing
	h.checker.Delete(numbers)
	if h.checker.Report().IgnoredMissing != before {
		h.t.Errorf("%v: forgotten, but not there", numbers)
	}
	return nil
}

// Every learned, shortened or cleaned clause, and every unit clause, follows from its hints, in all families and in
// random formulas with repeated and contradictory literals.
func TestHints(t *testing.T) {
	check := func(name string, f *cnf.Formula) {
		t.Helper()
		h, proof := newHinted(t, f), new(drat.Proof)
		result, err := SolveWith(t.Context(), f, Options{Hints: h, Proof: proof})
		switch {
		case err != nil || h.err != nil:
			t.Fatal(name, err, h.err)
		case h.checker.Report().RATLemmas > 0:
			t.Fatal(name, "a lemma that does not follow by unit propagation")
		case result.Verdict != cnf.Unsatisfiable:
			return
		case !h.checker.Refuted():
			t.Fatal(name, "refuted, but not in the proof")
		}
		if _, err := drat.Check(t.Context(), f, proof, drat.Options{Forward: true}); err != nil {
			t.Fatal(name, err)
		}
	}
	for _, m := range families.Small() {
		check(m.Name, m.Formula)
	}
	check("multiplier-5", families.Multipliers(5)) // its learned clauses lose literals in every way
	for seed := range uint64(3) {
		check("random", solvertest.RandomKSAT(seed, 110, 500, 3))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		check("small", untidy(rng))
	}
}

// untidy is a small formula whose clauses may be empty, repeat literals, or be tautologies.
func untidy(rng *rand.Rand) *cnf.Formula {
	n := 2 + rng.IntN(20)
	f := cnf.NewFormula(n)
	for range n * 4 {
		var clause []cnf.Lit
		for range 1 + rng.IntN(4) {
			clause = append(clause, cnf.Signed(cnf.Var(1+rng.IntN(n)), rng.IntN(2) == 1))
		}
		f.Add(clause...)
	}
	return f
}

// The hints do not change the search.
func TestHintsKeepSearch(t *testing.T) {
	f := families.Multipliers(4)
	with, err := SolveWith(t.Context(), f, Options{Hints: newHinted(t, f)})
	if err != nil {
		t.Fatal(err)
	}
	without, err := Solve(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	if with.Stats != without.Stats {
		t.Errorf("%+v\n%+v", with.Stats, without.Stats)
	}
}

// Every hint is needed: without one, unless it is a unit that is assigned in another way too, the checker refuses the
// lemma. The checker also notices a missing literal.
func TestHintsNeeded(t *testing.T) {
	f := families.Adders(4)
	for i := range solvertest.Cases(t, 200) {
		which := i * 200 / solvertest.Cases(t, 200)
		for _, literal := range []bool{false, true} {
			h := newHinted(t, f)
			n, spoilt := 0, false
			h.spoil = func(clause []cnf.Lit, hints []int64) ([]cnf.Lit, []int64) {
				if n++; n <= which || spoilt || literal && len(clause) < 2 {
					return clause, hints
				}
				spoilt = true
				if literal {
					return slices.Delete(clause, which%len(clause), which%len(clause)+1), hints
				}
				at := which % len(hints)
				return clause, slices.Delete(hints, at, at+1)
			}
			if _, err := SolveWith(t.Context(), f, Options{Hints: h}); err != nil {
				t.Fatal(err)
			}
			if spoilt && h.err == nil {
				t.Errorf("lemma %d (literal: %t): the mutation was accepted", which, literal)
			}
		}
	}
}

// The clause of failed assumptions follows from its hints.
func TestHintsOfFailed(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	proved := 0
	for range 300 {
		f := untidy(rng)
		h := newHinted(t, f)
		s, err := Load(t.Context(), f, Options{Hints: h})
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			var assumed []cnf.Lit
			for range 4 {
				assumed = append(assumed, cnf.Signed(cnf.Var(1+rng.IntN(f.Vars())), rng.IntN(2) == 1))
			}
			verdict, err := s.Solve(t.Context(), Limits{}, assumed...)
			if err != nil {
				t.Fatal(err)
			}
			if verdict != cnf.Unsatisfiable {
				continue
			}
			number, err := s.ProveFailed()
			if err != nil || h.err != nil {
				t.Fatal(err, h.err)
			}
			if len(s.Failed()) > 0 && number > 0 {
				proved++
				if number != h.last {
					t.Fatalf("number %d, want %d", number, h.last)
				}
			}
		}
	}
	if proved == 0 {
		t.Error("nothing was proved")
	}
}

// In (1 2 3 4), with (1 -2), the literal 2 is redundant: -1 makes it false, and nothing else follows from that.
func TestHintsOfVivify(t *testing.T) {
	f := cnf.NewFormula(4)
	f.Add(cnf.Pos(1), cnf.Neg(2))
	f.Add(cnf.Pos(1), cnf.Pos(2), cnf.Pos(3), cnf.Pos(4))
	h := newHinted(t, f)
	s, err := Load(t.Context(), f, Options{Hints: h})
	if err != nil {
		t.Fatal(err)
	}
	s.vivifyClause(s.clauses[1], slices.Clone(s.words(s.clauses[1])))
	s.backtrack(0)
	if h.err != nil || s.err != nil || s.stats.Vivified != 1 {
		t.Fatal(h.err, s.err, s.stats.Vivified)
	}
	if c := s.clauses[1]; len(s.words(c)) != 3 || s.number(c) != 3 {
		t.Errorf("%v, number %d", s.literals(nil, c), s.number(c))
	}
}
