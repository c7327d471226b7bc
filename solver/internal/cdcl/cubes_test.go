package cdcl

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/internal/solvertest"
)

func ExampleCubeSolver() {
	f := cnf.NewFormula(3)
	f.Add(cnf.Pos(1), cnf.Pos(2))
	f.Add(cnf.Neg(2), cnf.Pos(3))
	s, err := NewCubeSolver(context.Background(), f, nil)
	if err != nil {
		panic(err)
	}
	for _, cube := range [][]cnf.Lit{{cnf.Neg(1), cnf.Neg(3)}, {cnf.Neg(1)}} {
		result, err := s.Solve(context.Background(), cube)
		fmt.Println(cube, result.Verdict, err)
	}
	// Output:
	// [-1 -3] UNSATISFIABLE <nil>
	// [-1] SATISFIABLE <nil>
}

// under returns f and the cube as unit clauses.
func under(f *cnf.Formula, cube []cnf.Lit) *cnf.Formula {
	g := cnf.NewFormula(f.Vars())
	for i := range f.Len() {
		g.Add(f.Clause(i)...)
	}
	for _, l := range cube {
		g.Add(l)
	}
	return g
}

func TestCubesOfRandomFormulas(t *testing.T) {
	verdicts := map[cnf.Verdict]int{}
	n := solvertest.Cases(t, 600)
	for i := range n {
		rng := rand.New(rand.NewPCG(31, uint64(i)))
		f := solvertest.RandomMixed(rng, 3+i%12, 2+rng.IntN(4))
		var proof drat.Proof
		s, err := NewCubeSolver(context.Background(), f, &proof)
		if err != nil {
			t.Fatal(err)
		}
		var cubes [][]cnf.Lit
		for range 6 {
			var cube []cnf.Lit
			for range 1 + rng.IntN(4) { // the empty cube is the last
				cube = append(cube, cnf.Signed(cnf.Var(1+rng.IntN(f.Vars())), rng.IntN(2) == 1))
			}
			cubes = append(cubes, cube)
		}
		for _, cube := range append(cubes, nil) {
			result, err := s.Solve(context.Background(), cube)
			if err != nil {
				t.Fatal(err)
			}
			g := under(f, cube)
			if want := solvertest.BruteForce(g); result.Verdict != want {
				t.Fatalf("the verdict on %v under %v is %v, want %v", f, cube, result.Verdict, want)
			}
			verdicts[result.Verdict]++
			if result.Verdict == cnf.Satisfiable {
				if err := g.Check(result.Model); err != nil {
					t.Fatal(err)
				}
			}
		}
		if solvertest.BruteForce(f) == cnf.Unsatisfiable { // the last cube is empty, and so is its clause
			if _, err := drat.Check(t.Context(), f, &proof, drat.Options{Forward: true}); err != nil {
				t.Fatalf("%v\n%v", err, f)
			}
		}
	}
	if min(verdicts[cnf.Satisfiable], verdicts[cnf.Unsatisfiable]) < n/2 {
		t.Errorf("too few of one kind: %v", verdicts)
	}
}

// A clause learned under one cube is right under the next one.
func TestCubesOfPigeons(t *testing.T) {
	f := families.Pigeons(6, 5, families.Pairwise)
	var proof drat.Proof
	s, err := NewCubeSolver(context.Background(), f, &proof)
	if err != nil {
		t.Fatal(err)
	}
	conflicts := int64(0)
	cubes := [][]cnf.Lit{
		{cnf.Pos(1), cnf.Pos(7)}, {cnf.Pos(1), cnf.Neg(7)}, {cnf.Neg(1), cnf.Pos(7)}, {cnf.Neg(1), cnf.Neg(7)}, {cnf.Neg(1)}, nil,
	}
	for _, cube := range cubes {
		result, err := s.Solve(context.Background(), cube)
		if err != nil || result.Verdict != cnf.Unsatisfiable {
			t.Fatalf("%v: %v, %v", cube, result.Verdict, err)
		}
		conflicts += result.Conflicts
	}
	if conflicts == 0 {
		t.Error("no conflicts were counted")
	}
	if _, err := drat.Check(t.Context(), f, &proof, drat.Options{Forward: true}); err != nil {
		t.Error(err)
	}
}

func TestCubesOfFormulasWithoutASearch(t *testing.T) {
	for _, test := range []struct {
		name string
		f    *cnf.Formula
		cube []cnf.Lit
		want cnf.Verdict
	}{
		{"nothing", solvertest.Formula(0), nil, cnf.Satisfiable},
		{"no clauses", solvertest.Formula(3), []cnf.Lit{cnf.Neg(1), cnf.Pos(3)}, cnf.Satisfiable},
		{"contradiction in the cube", solvertest.Formula(3), []cnf.Lit{cnf.Neg(1), cnf.Pos(1)}, cnf.Unsatisfiable},
		{"contradiction among free variables", solvertest.Formula(4, []int{1, 2}), []cnf.Lit{cnf.Neg(4), cnf.Pos(4)}, cnf.Unsatisfiable},
		{"repeated literal", solvertest.Formula(3, []int{1, 2}), []cnf.Lit{cnf.Neg(1), cnf.Neg(1)}, cnf.Satisfiable},
		{"against a unit clause", solvertest.Formula(3, []int{1}, []int{2, 3}), []cnf.Lit{cnf.Neg(1)}, cnf.Unsatisfiable},
		{"free variable", solvertest.Formula(4, []int{1}, []int{2, 3}), []cnf.Lit{cnf.Pos(4), cnf.Neg(2)}, cnf.Satisfiable},
		{"empty clause", solvertest.Formula(1, []int{}), []cnf.Lit{cnf.Pos(1)}, cnf.Unsatisfiable},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := NewCubeSolver(context.Background(), test.f, nil)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second time shows that nothing remains of the first
				result, err := s.Solve(context.Background(), test.cube)
				if err != nil || result.Verdict != test.want {
					t.Fatalf("%v, %v; want %v", result.Verdict, err, test.want)
				}
				if result.Verdict == cnf.Satisfiable {
					if err := under(test.f, test.cube).Check(result.Model); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
}

func TestCubeSolverErrors(t *testing.T) {
	s, err := NewCubeSolver(context.Background(), solvertest.Formula(2, []int{1, 2}), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []cnf.Lit{cnf.Pos(3), cnf.Neg(100)} {
		if _, err := s.Solve(context.Background(), []cnf.Lit{l}); !errors.Is(err, errCubeLiteral) {
			t.Errorf("literal %d: the error is %v", l.Code(), err)
		}
	}
	full := &solvertest.ProofList{Limit: -1}
	if _, err := NewCubeSolver(context.Background(), solvertest.Formula(1, []int{1}, []int{-1}), full); !errors.Is(err, solvertest.ErrFull) {
		t.Errorf("the error is %v", err)
	}
	if s, err = NewCubeSolver(context.Background(), families.Pigeons(5, 4, families.Pairwise), &solvertest.ProofList{Limit: -1}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := s.Solve(context.Background(), nil); !errors.Is(err, solvertest.ErrFull) {
			t.Errorf("the error is %v", err)
		}
	}
	if _, err := NewCubeSolver(context.Background(), cnf.NewFormula(cnf.MaxVars+1), nil); !errors.Is(err, cnf.ErrTooLarge) {
		t.Errorf("the error is %v", err)
	}
}

// A formula under a cube is no harder than the formula with the cube's literals as clauses: how many literals a cube has changes neither
// when the search restarts nor which clauses it keeps.
func TestCubeCostsWhatUnitClausesCost(t *testing.T) {
	cost := func(f *cnf.Formula, cube []cnf.Lit) int64 {
		s, err := NewCubeSolver(t.Context(), f, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Solve(t.Context(), cube)
		if err != nil || r.Verdict != cnf.Unsatisfiable {
			t.Fatal(r.Verdict, err)
		}
		return r.Conflicts
	}
	f := families.MultiplierMiter(9)
	assumed, units := int64(0), int64(0)
	for i := range 4 {
		var cube []cnf.Lit
		for v := range 8 { // eight bits of a factor
			cube = append(cube, cnf.Signed(cnf.Var(v+1), (45*i+77)>>v&1 == 1))
		}
		assumed += cost(f, cube)
		units += cost(under(f, cube), nil)
	}
	t.Logf("%d conflicts under cubes, %d with unit clauses", assumed, units)
	if assumed > units*23/20 {
		t.Errorf("%d conflicts under cubes, %d with unit clauses", assumed, units)
	}
}

// What was learned under one cube counts the levels of its literals under the next one, and the pauses between reductions begin anew.
func TestNextCube(t *testing.T) {
	c, err := NewCubeSolver(t.Context(), families.MultiplierMiter(7), nil)
	if err != nil {
		t.Fatal(err)
	}
	cubes := [][]cnf.Lit{{cnf.Pos(1), cnf.Neg(2), cnf.Pos(3), cnf.Neg(4)}, {cnf.Neg(1), cnf.Pos(2)}}
	if _, err := c.SolveWithin(t.Context(), Limits{Conflicts: 2000}, cubes[0]); err != nil {
		t.Fatal(err)
	}
	s := c.solver
	reductions := s.schedule.reductions
	type levels struct{ lbd, under int }
	before := map[ref]levels{}
	leftOut := 0
	for _, c := range s.learned {
		before[c] = levels{s.lbd(c), s.under(c)}
		if s.under(c) > 0 {
			leftOut++
		}
	}
	s.backtrack(0)
	s.beginCube(len(cubes[1]))
	if reductions <= keptReductions || s.schedule.reductions != keptReductions || s.schedule.reduceAt > s.stats.Conflicts+reducePause(2) {
		t.Errorf("%d reductions became %d, and the next one comes at %d of %d conflicts",
			reductions, s.schedule.reductions, s.schedule.reduceAt, s.stats.Conflicts)
	}
	for _, c := range s.learned {
		if was := before[c]; s.under(c) != 0 || s.lbd(c) != was.lbd+was.under {
			t.Fatalf("%+v became %d and %d", was, s.lbd(c), s.under(c))
		}
	}
	if leftOut < len(s.learned)/10 {
		t.Errorf("of %d clauses, only %d leave levels of a cube out", len(s.learned), leftOut)
	}
}
