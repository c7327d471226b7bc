package cdcl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/internal/solvertest"
)

// A solver that gets variables, clauses and assumptions in turn agrees with brute force on all clauses so far, with the
// assumptions as units. Failed assumptions are among the given ones, each once, and fail by themselves too. If none
// failed, the formula has no model.
func TestAssumptionsAndClausesInTurn(t *testing.T) {
	verdicts := map[cnf.Verdict]int{}
	for i := range solvertest.Cases(t, 600) {
		rng := rand.New(rand.NewPCG(33, uint64(i)))
		most := 1 + rng.IntN(11)
		vars := 1 + rng.IntN(most)
		var proof drat.Proof
		s := New(vars, Options{Proof: &proof})
		f := cnf.NewFormula(vars)
		literal := func() cnf.Lit { return cnf.Signed(cnf.Var(1+rng.IntN(vars)), rng.IntN(2) == 1) }
		refuted := false
		for range 12 {
			vars = min(vars+rng.IntN(3), most)
			s.Grow(vars)
			f.Declare(vars)
			for range rng.IntN(2 * vars) {
				var clause []cnf.Lit
				for range 1 + rng.IntN(3) + rng.IntN(2) {
					clause = append(clause, literal())
				}
				if len(clause) == 1 && rng.IntN(5) > 0 {
					continue
				}
				f.Add(clause...)
				if err := s.Add(clause...); err != nil {
					t.Fatal(err)
				}
			}
			var assumptions []cnf.Lit
			for range rng.IntN(5) {
				assumptions = append(assumptions, literal())
			}
			want := solvertest.BruteForce(with(f, assumptions))
			got, err := s.Solve(t.Context(), Limits{}, assumptions...)
			if err != nil || got != want {
				t.Fatalf("formula %d, assumptions %v: %v, %v, want %v\n%v", i, assumptions, got, err, want, f)
			}
			verdicts[got]++
			if got == cnf.Satisfiable {
				if err := with(f, assumptions).Check(s.Model()); err != nil {
					t.Fatal(err)
				}
				continue
			}
			for i, l := range s.Failed() {
				if !slices.Contains(assumptions, l) || slices.Contains(s.Failed()[:i], l) {
					t.Fatalf("%v failed, the assumptions are %v", s.Failed(), assumptions)
				}
			}
			if refuted && len(s.Failed()) > 0 {
				t.Fatalf("%v failed, but before there was no model whatever is assumed", s.Failed())
			}
			refuted = len(s.Failed()) == 0
			if solvertest.BruteForce(with(f, s.Failed())) != cnf.Unsatisfiable {
				t.Fatalf("formula %d: %v do not fail\n%v", i, s.Failed(), f)
			}
			if len(s.Failed()) == 0 {
				if _, err := drat.Check(t.Context(), f, &proof, drat.Options{Forward: true}); err != nil {
					t.Fatalf("formula %d: %v\n%v", i, err, f)
				}
			}
		}
	}
	if verdicts[cnf.Satisfiable] < 50 || verdicts[cnf.Unsatisfiable] < 50 {
		t.Errorf("verdicts %v", verdicts)
	}
}

// with returns f with literals as unit clauses.
func with(f *cnf.Formula, lits []cnf.Lit) *cnf.Formula {
	g := cnf.NewFormula(f.Vars())
	for i := range f.Len() {
		g.Add(f.Clause(i)...)
	}
	for _, l := range lits {
		g.Add(l)
	}
	return g
}

func TestForeignLiterals(t *testing.T) {
	s := New(3, Options{})
	for _, l := range []cnf.Lit{{}, cnf.FromCode(1), cnf.Pos(4), cnf.Neg(9)} {
		if err := s.Add(cnf.Pos(1), l); err == nil {
			t.Errorf("a clause with the literal %d is accepted", l.Code())
		}
		if _, err := s.Solve(t.Context(), Limits{}, l); err == nil {
			t.Errorf("the assumption %d is accepted", l.Code())
		}
	}
	if verdict, err := s.Solve(t.Context(), Limits{}); verdict != cnf.Satisfiable || err != nil {
		t.Errorf("%v, %v", verdict, err)
	}
}
