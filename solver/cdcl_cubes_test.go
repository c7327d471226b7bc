package solver

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
)

func ExampleCubeSolver() {
	f := NewFormula(3)
	f.Add(Pos(1), Pos(2))
	f.Add(Neg(2), Pos(3))
	s, err := NewCubeSolver(context.Background(), f, nil)
	if err != nil {
		panic(err)
	}
	for _, cube := range [][]Lit{{Neg(1), Neg(3)}, {Neg(1)}} {
		result, err := s.Solve(cube)
		fmt.Println(cube, result.Verdict, err)
	}
	// Output:
	// [-1 -3] UNSATISFIABLE <nil>
	// [-1] SATISFIABLE <nil>
}

// under returns f and the cube as unit clauses.
func under(f *Formula, cube []Lit) *Formula {
	g := NewFormula(f.Vars())
	for i := range f.Len() {
		g.Add(f.Clause(i)...)
	}
	for _, l := range cube {
		g.Add(l)
	}
	return g
}

func TestCubesOfRandomFormulas(t *testing.T) {
	verdicts := map[Verdict]int{}
	n := cases(t, 600)
	for i := range n {
		rng := rand.New(rand.NewPCG(31, uint64(i)))
		f := randomMixed(rng, 3+i%12, 2+rng.IntN(4))
		var proof proofList
		s, err := NewCubeSolver(context.Background(), f, &proof)
		if err != nil {
			t.Fatal(err)
		}
		var cubes [][]Lit
		for range 6 {
			var cube []Lit
			for range 1 + rng.IntN(4) { // the empty cube is the last
				cube = append(cube, Pos(Var(1+rng.IntN(f.Vars())))|Lit(rng.IntN(2)))
			}
			cubes = append(cubes, cube)
		}
		for _, cube := range append(cubes, nil) {
			result, err := s.Solve(cube)
			if err != nil {
				t.Fatal(err)
			}
			g := under(f, cube)
			if want := bruteForce(g); result.Verdict != want {
				t.Fatalf("the verdict on %v under %v is %v, want %v", f, cube, result.Verdict, want)
			}
			verdicts[result.Verdict]++
			if result.Verdict == Satisfiable {
				if err := g.Check(result.Model); err != nil {
					t.Fatal(err)
				}
			}
		}
		if bruteForce(f) == Unsatisfiable { // the last cube is empty, and its clause as well
			if err := checkProof(f, &proof); err != nil {
				t.Fatalf("%v\n%v\n%v", err, f, proof.steps)
			}
		}
	}
	if min(verdicts[Satisfiable], verdicts[Unsatisfiable]) < n/2 {
		t.Errorf("too few of one kind: %v", verdicts)
	}
}

// What is learned under one cube must not be wrong under the next one.
func TestCubesOfPigeons(t *testing.T) {
	f := pigeons(6)
	var proof proofList
	s, err := NewCubeSolver(context.Background(), f, &proof)
	if err != nil {
		t.Fatal(err)
	}
	conflicts := int64(0)
	for _, cube := range [][]Lit{{Pos(1), Pos(7)}, {Pos(1), Neg(7)}, {Neg(1), Pos(7)}, {Neg(1), Neg(7)}, {Neg(1)}, nil} {
		result, err := s.Solve(cube)
		if err != nil || result.Verdict != Unsatisfiable {
			t.Fatalf("%v: %v, %v", cube, result.Verdict, err)
		}
		conflicts += result.Conflicts
	}
	if conflicts == 0 {
		t.Error("no conflicts were counted")
	}
	if err := checkProof(f, &proof); err != nil {
		t.Error(err)
	}
}

func TestCubesOfFormulasWithoutASearch(t *testing.T) {
	for _, test := range []struct {
		name string
		f    *Formula
		cube []Lit
		want Verdict
	}{
		{"nothing", formula(0), nil, Satisfiable},
		{"no clauses", formula(3), []Lit{Neg(1), Pos(3)}, Satisfiable},
		{"contradiction in the cube", formula(3), []Lit{Neg(1), Pos(1)}, Unsatisfiable},
		{"contradiction among free variables", formula(4, []int{1, 2}), []Lit{Neg(4), Pos(4)}, Unsatisfiable},
		{"repeated literal", formula(3, []int{1, 2}), []Lit{Neg(1), Neg(1)}, Satisfiable},
		{"against a unit clause", formula(3, []int{1}, []int{2, 3}), []Lit{Neg(1)}, Unsatisfiable},
		{"free variable", formula(4, []int{1}, []int{2, 3}), []Lit{Pos(4), Neg(2)}, Satisfiable},
		{"empty clause", formula(1, []int{}), []Lit{Pos(1)}, Unsatisfiable},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := NewCubeSolver(context.Background(), test.f, nil)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second time shows that nothing is left of the first
				result, err := s.Solve(test.cube)
				if err != nil || result.Verdict != test.want {
					t.Fatalf("%v, %v; want %v", result.Verdict, err, test.want)
				}
				if result.Verdict == Satisfiable {
					if err := under(test.f, test.cube).Check(result.Model); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
}

func TestCubeSolverErrors(t *testing.T) {
	s, err := NewCubeSolver(context.Background(), formula(2, []int{1, 2}), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []Lit{0, 1, Pos(3)} {
		if _, err := s.Solve([]Lit{l}); !errors.Is(err, errCubeLiteral) {
			t.Errorf("literal %d: the error is %v", l, err)
		}
	}
	for _, f := range []*Formula{formula(1, []int{1}, []int{-1}), pigeons(5)} {
		s, err := NewCubeSolver(context.Background(), f, &proofList{limit: -1})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := s.Solve(nil); !errors.Is(err, errFull) {
				t.Errorf("the error is %v", err)
			}
		}
	}
	if _, err := NewCubeSolver(context.Background(), NewFormula(MaxVars+1), nil); !errors.Is(err, ErrTooLarge) {
		t.Errorf("the error is %v", err)
	}
}
