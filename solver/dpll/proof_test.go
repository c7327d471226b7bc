package dpll

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
)

// The tree in the essay of proof.go, of the formula that has just its leaves as conflicts.
func TestProofEssay(t *testing.T) {
	const a, b, c = 1, 2, 3
	f := solvertest.Formula(3, []int{-a, -b, c}, []int{-a, -b, -c}, []int{-a, b, -c}, []int{-a, b, c}, []int{a, b, c},
		[]int{a, b, -c}, []int{a, -b, c}, []int{a, -b, -c})
	var steps solvertest.ProofList
	s := newPackedSearch(t, f, Options{Proof: &steps})
	s.engine = &scripted{tree: map[string]cnf.Lit{"": cnf.Pos(a), "1": cnf.Pos(b), "1 -2": cnf.Pos(c)}}
	if _, err := s.solve(context.Background(), f); err != nil {
		t.Fatal(err)
	}
	want := []solvertest.ProofStep{
		{Clause: []cnf.Lit{cnf.Neg(a), cnf.Neg(b)}},
		{Clause: []cnf.Lit{cnf.Neg(a), cnf.Neg(c)}},
		{Clause: []cnf.Lit{cnf.Neg(a)}},
		{Clause: []cnf.Lit{cnf.Neg(a), cnf.Neg(c)}, Deletion: true},
		{Clause: []cnf.Lit{cnf.Neg(a), cnf.Neg(b)}, Deletion: true},
		{Clause: []cnf.Lit{}},
	}
	if diff := cmp.Diff(want, steps.Steps); diff != "" {
		t.Errorf("proof (-want +got):\n%s", diff)
	}
}

// scripted is an engine whose tree is given: the decision at each inner node, by the decisions that
// lead to it. All leaves are conflicts.
type scripted struct {
	tree map[string]cnf.Lit
	path []cnf.Lit
}

func (s *scripted) here() string {
	text := fmt.Sprint(s.path)
	return text[1 : len(text)-1]
}

func (s *scripted) Reset() engine.Step {
	s.path = nil
	return s.step()
}

func (s *scripted) Assume(l cnf.Lit) engine.Step {
	s.path = append(s.path, l)
	return s.step()
}

func (s *scripted) step() engine.Step {
	if s.tree[s.here()].IsNone() {
		return engine.Step{End: engine.Conflict}
	}
	return engine.Step{}
}

func (s *scripted) Undo()            { s.path = s.path[:len(s.path)-1] }
func (s *scripted) Looking() bool    { return false }
func (s *scripted) FrozenDepth() int { return -1 }
func (s *scripted) Bytes() int64     { return 0 }
func (s *scripted) Branch() cnf.Lit  { return s.tree[s.here()] }
func (s *scripted) Model(cnf.Model)  {}

func TestProofOfSmallFormulas(t *testing.T) {
	tests := []struct {
		name string
		f    *cnf.Formula
	}{
		{"empty clause", solvertest.Formula(0, []int{})},
		{"empty clause among others", solvertest.Formula(2, []int{1, 2}, []int{}, []int{-1})},
		{"complementary units", solvertest.Formula(2, []int{1}, []int{2}, []int{-1})},
		{"repeated literals make units", solvertest.Formula(1, []int{1, 1, 1}, []int{-1, -1})},
		{"units refute", solvertest.Formula(3, []int{1}, []int{-1, 2}, []int{-2, 3}, []int{-3, -1})},
		{"all four binary clauses", solvertest.Formula(2, []int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2})},
		{"tautologies", solvertest.Formula(2, []int{1, -1}, []int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2}, []int{2, 1, -2})},
		{"five pigeons, four holes", families.Pigeons(5, 4, families.Pairwise)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if !provesUnsatisfiable(t, test.f) {
				t.Error("the formula is satisfiable")
			}
		})
	}
}

// provesUnsatisfiable solves f with and without a proof, on both engines and under all rules, checks
// the proofs, and reports whether f is unsatisfiable.
func provesUnsatisfiable(t *testing.T, f *cnf.Formula) bool {
	t.Helper()
	verdict := cnf.Unknown
	for _, rule := range rules.All() {
		for _, general := range []bool{false, true} {
			var proof solvertest.ProofList
			without, with := proofSearches(t, f, rule.Name, general, &proof)
			want, err := without.solve(context.Background(), f)
			if err != nil {
				t.Fatal(err)
			}
			got, err := with.solve(context.Background(), f)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("a proof changes the search (-without +with):\n%s\n%v", diff, f)
			}
			if verdict = got.Verdict; verdict != cnf.Unsatisfiable {
				continue
			}
			if err := solvertest.CheckProof(f, &proof); err != nil {
				t.Fatalf("rule %s, general engine %v: %v\n%v\n%v", rule.Name, general, err, f, proof.Steps)
			}
			if lemmas := (got.Stats.Nodes-1)/2 + 1 + int64(len(with.derived)); proof.Lemmas() != lemmas {
				t.Fatalf("%d lemmas for %d nodes, want %d\n%v", proof.Lemmas(), got.Stats.Nodes, lemmas, f)
			}
		}
	}
	return verdict == cnf.Unsatisfiable
}

func proofSearches(t *testing.T, f *cnf.Formula, rule string, general bool, w cnf.ProofWriter) (without, with *search) {
	t.Helper()
	start := func(opt Options) *search {
		if general {
			return newGeneralSearch(t, f, opt)
		}
		s, err := beginSolve(context.Background(), f, opt)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	return start(Options{Rule: rule}), start(Options{Rule: rule, Proof: w})
}

func TestProofOfRandomFormulas(t *testing.T) {
	refuted := 0
	n := solvertest.Cases(t, 600)
	for i := range n {
		rng := rand.New(rand.NewPCG(11, uint64(i)))
		if provesUnsatisfiable(t, solvertest.RandomMixed(rng, 3+i%12, 3+rng.IntN(5))) {
			refuted++
		}
	}
	if refuted < n/4 {
		t.Errorf("only %d of %d formulas are unsatisfiable", refuted, n)
	}
	for _, f := range []*cnf.Formula{solvertest.RandomKSAT(2, 40, 200, 3), solvertest.RandomKSAT(5, 14, 320, 4)} {
		if !provesUnsatisfiable(t, f) {
			t.Errorf("this formula should be unsatisfiable:\n%v", f)
		}
	}
}

func TestProofWriterThatFailsEndsTheSearch(t *testing.T) {
	f := solvertest.RandomKSAT(2, 40, 200, 3)
	var whole solvertest.ProofList
	if _, err := Solve(context.Background(), f, Options{Proof: &whole}); err != nil {
		t.Fatal(err)
	}
	for limit := range len(whole.Steps) {
		cut := solvertest.ProofList{Limit: limit}
		if limit == 0 {
			cut.Limit = -1
		}
		result, err := Solve(context.Background(), f, Options{Proof: &cut})
		if !errors.Is(err, solvertest.ErrFull) || err.Error() != "writing the proof: no room" {
			t.Fatalf("after %d of %d calls the error is %v", limit, len(whole.Steps), err)
		}
		if result.Verdict != cnf.Unknown {
			t.Fatalf("after %d of %d calls the verdict is %v", limit, len(whole.Steps), result.Verdict)
		}
		if diff := cmp.Diff(whole.Steps[:limit], cut.Steps, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("the first %d steps (-want +got):\n%s", limit, diff)
		}
	}
}
