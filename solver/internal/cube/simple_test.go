package cube

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/drat/stream"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/solvertest"
)

// Colours of nodes are not eliminated, and gates of circuits are.
func TestSimplifyingKeepsColours(t *testing.T) {
	for name, tc := range map[string]struct {
		f    *cnf.Formula
		keep bool
	}{
		"colours":    {families.Colouring(3, 60, 200, 4, false), true},
		"Mycielski":  {families.Mycielski(4), true},
		"multiplier": {families.MultiplierMiter(5), false},
		"slice":      {families.Pythagorean(1, 2000, 25), false},
	} {
		s, err := Simplify(t.Context(), tc.f, nil, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		before, after := vars(tc.f), vars(s.Formula)
		if tc.keep != (before == after) {
			t.Errorf("%s: of %d variables, %d are left", name, before, after)
		}
	}
}

// vars returns how many variables occur in clauses.
func vars(f *cnf.Formula) int {
	seen := map[cnf.Var]bool{}
	for i := range f.Len() {
		for _, l := range f.Clause(i) {
			seen[l.Var()] = true
		}
	}
	return len(seen)
}

// What is left has a model under each cube if and only if the formula has, that model becomes one of the formula, and the lemmas are a
// proof with those of the cubes behind them.
func TestSimplifyingForCubes(t *testing.T) {
	less, refuted := 0, 0
	for i := range solvertest.Cases(t, 400) {
		rng := rand.New(rand.NewPCG(83, uint64(i)))
		f := solvertest.RandomMixed(rng, 3+i%12, 2+rng.IntN(4))
		var cubes [][]cnf.Lit
		for range rng.IntN(4) {
			var cube []cnf.Lit
			for range 1 + rng.IntN(3) {
				cube = append(cube, cnf.Signed(cnf.Var(1+rng.IntN(f.Vars())), rng.IntN(2) == 1))
			}
			cubes = append(cubes, cube)
		}
		var proof drat.Proof
		s, err := Simplify(t.Context(), f, cubes, &proof, f)
		if err != nil {
			t.Fatalf("%v\n%v", err, f)
		}
		if s.Formula.Len() < f.Len() {
			less++
		}
		if quick, err := Simplify(t.Context(), f, cubes, nil, nil); err != nil || quick.Formula.Hash() != s.Formula.Hash() {
			t.Fatalf("without proof and checks, something else is left (%v) of\n%v", err, f)
		}
		solver, err := cdcl.NewCubeSolver(t.Context(), s.Formula, &proof)
		if err != nil {
			t.Fatal(err)
		}
		for _, cube := range append(cubes, nil) {
			result, err := solver.Solve(context.Background(), cube)
			if err != nil {
				t.Fatal(err)
			}
			if want := solvertest.BruteForce(underCube(f, cube)); result.Verdict != want {
				t.Fatalf("%v under %v: %v, want %v", f, cube, result.Verdict, want)
			}
			if result.Verdict == cnf.Satisfiable {
				if err := underCube(f, cube).Check(s.Extend(result.Model)); err != nil {
					t.Fatalf("%v under %v: %v", f, cube, err)
				}
			}
		}
		if solvertest.BruteForce(f) == cnf.Unsatisfiable {
			refuted++
			if _, err := drat.Check(t.Context(), f, &proof, drat.Options{Forward: true}); err != nil {
				t.Fatalf("%v\n%v", err, f)
			}
		}
	}
	if less == 0 || refuted == 0 {
		t.Errorf("%d formulas became smaller, %d were refuted", less, refuted)
	}
}

func underCube(f *cnf.Formula, cube []cnf.Lit) *cnf.Formula {
	g := cnf.NewFormula(f.Vars())
	for i := range f.Len() {
		g.Add(f.Clause(i)...)
	}
	for _, l := range cube {
		g.Add(l)
	}
	return g
}

// A simplifier that is wrong is found out: its lemmas must follow from the formula as it is.
func TestSimplifyingIsChecked(t *testing.T) {
	f := families.MultiplierMiter(3)
	less := cnf.NewFormula(f.Vars())
	for i := range f.Len() {
		if i != f.Len()/2 {
			less.Add(f.Clause(i)...)
		}
	}
	var wrong *stream.WrongError
	if s, err := Simplify(t.Context(), f, nil, nil, less); !errors.As(err, &wrong) {
		t.Errorf("the error is %v, %v", s, err)
	}
	if s, err := Simplify(t.Context(), f, nil, nil, f); err != nil || s.Checked == 0 {
		t.Errorf("%v lemmas, %v", s, err)
	}
}
