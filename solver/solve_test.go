package solver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"transat/solver/cnf"
)

// small are formulas at the edges, and random ones so small that units often refute them.
func small() (all []*cnf.Formula) {
	for _, clauses := range [][][]int{
		{},
		{{}},
		{{1, 2}, {}},
		{{-1}},
		{{1}, {-3}, {2}},
		{{1}, {-1}},
		{{2, 3}, {1}, {-1}},
		{{-8, -3}, {8}, {3, -7, -10}, {-8, 3}},
		{{1, -1}},
		{{1, -1}, {2, -2, 1}, {2}, {-2}},
		{{1, 1, 2, 2}, {-1, -1}},
		{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}},
		{{7, 9}, {-7, 9}},
		{{5000, 3}, {-5000}, {-3}},
	} {
		f := cnf.NewFormula(0)
		for _, numbers := range clauses {
			var clause []cnf.Lit
			for _, n := range numbers {
				clause = append(clause, cnf.FromDIMACS(n))
			}
			f.Add(clause...)
		}
		all = append(all, f)
	}
	rng := rand.New(rand.NewPCG(3, 0))
	for range 12 {
		f := cnf.NewFormula(1 + rng.IntN(8))
		for range rng.IntN(4 * f.Vars()) {
			clause := make([]cnf.Lit, 1+rng.IntN(3))
			for i := range clause {
				clause[i] = cnf.Signed(cnf.Var(1+rng.IntN(f.Vars())), rng.IntN(2) == 1)
			}
			f.Add(clause...)
		}
		all = append(all, f)
	}
	return all
}

// satisfiable tries the values of the variables that occur.
func satisfiable(f *cnf.Formula) bool {
	used := map[cnf.Var]int{}
	for i := range f.Len() {
		for _, l := range f.Clause(i) {
			if _, known := used[l.Var()]; !known {
				used[l.Var()] = len(used)
			}
		}
	}
assignments:
	for ones := range 1 << len(used) {
		for i := range f.Len() {
			holds := false
			for _, l := range f.Clause(i) {
				holds = holds || (ones>>used[l.Var()]&1 == 1) != l.Negative()
			}
			if !holds {
				continue assignments
			}
		}
		return true
	}
	return false
}

// Every engine, rule and option decides every small formula, and proves it if that can be proved.
func TestSmallFormulas(t *testing.T) {
	t.Chdir(t.TempDir())
	options := map[string]Options{
		"all defaults":  {},
		"one thread":    {Threads: 1},
		"lex":           {Threads: 2, Rule: "lex"},
		"boehm":         {Threads: 1, Procs: 3, Rule: "boehm"},
		"weights":       {Threads: 2, Rule: "weights"},
		"deterministic": {Threads: 2, Deterministic: true},
		"local search":  {Threads: 1, LocalSearch: 50},
		"liquid":        {Threads: 2, Procs: 4, Policy: "liquid-c5", LocalSearch: NoFlips},
		"checkpoint":    {Threads: 2, Checkpoint: Checkpoint{File: "c", Resume: true}},
		"cdcl":          {Engine: CDCL},
		"gophersat":     {Engine: Gophersat},
		"auto":          {Engine: Auto, Threads: 2},
		"memory":        {Threads: 2, MaxMemory: 1 << 30, MaxNodes: 1 << 20},
	}
	for i, f := range small() {
		want := cnf.Unsatisfiable
		if satisfiable(f) {
			want = cnf.Satisfiable
		}
		for name, opt := range options {
			if err := decides(t, f, opt, want); err != nil {
				t.Errorf("formula %d, %s: %v", i, name, err)
			}
		}
		if i%6 == 5 { // processes are slow to start
			opt := Options{Engine: Cube, Threads: 2, CubeDepth: 1}
			if err := decides(t, f, opt, want); err != nil {
				t.Errorf("formula %d, cubes: %v", i, err)
			}
		}
	}
}

// decides solves a formula, and returns what is wrong with the answer.
func decides(t *testing.T, f *cnf.Formula, opt Options, want cnf.Verdict) error {
	t.Helper()
	return tested{Options: opt}.decides(t, f, want)
}

// tested are options with hooks.
type tested struct {
	Options
	hooks
}

func (o tested) solve(ctx context.Context, f *cnf.Formula) (Result, error) {
	return solve(ctx, f, o.Options, o.hooks)
}

func (o tested) decides(t *testing.T, f *cnf.Formula, want cnf.Verdict) error {
	t.Helper()
	var proof bytes.Buffer
	o.Proof.W = &proof
	result, err := o.solve(t.Context(), f)
	switch {
	case err != nil:
		return err
	case result.Verdict != want:
		return fmt.Errorf("%v (%v), want %v", result.Verdict, result.Reason, want)
	case want == cnf.Satisfiable:
		return f.Check(result.Model)
	case result.Lemmas == 0 || result.ProofBytes != int64(proof.Len()):
		return fmt.Errorf("a proof of %d lemmas, %d bytes of %d", result.Lemmas, result.ProofBytes, proof.Len())
	}
	if o.Proof.Format.Hints() {
		return hinted(f, proof.Bytes(), o.Proof.Format)
	}
	if err := os.WriteFile("proof", proof.Bytes(), 0o644); err != nil {
		return err
	}
	checkProof(t, f, "proof")
	return nil
}

// Cubes from outside are solved instead of the formula's own.
func TestCubesOfOthers(t *testing.T) {
	f := cnf.NewFormula(2)
	f.Add(cnf.Pos(1), cnf.Pos(2))
	for _, tc := range []struct {
		cubes [][]cnf.Lit
		want  cnf.Verdict
	}{
		{[][]cnf.Lit{{cnf.Neg(1), cnf.Neg(2)}}, cnf.Satisfiable}, // under none of them
		{[][]cnf.Lit{{cnf.Neg(1), cnf.Neg(2)}, {cnf.Neg(1)}}, cnf.Satisfiable},
		{[][]cnf.Lit{}, cnf.Satisfiable},
	} {
		opt := Options{Engine: Auto, Threads: 1, Cubes: tc.cubes}
		if result, err := Solve(t.Context(), f, opt); err != nil || result.Verdict != tc.want {
			t.Errorf("%v: %v, error %v; want %v", tc.cubes, result.Verdict, err, tc.want)
		}
	}
}

// A search ends with its context, and says why.
func TestLimits(t *testing.T) {
	f, err := named("600-2580-3/1")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name string
		opt  Options
		want string
	}{
		{"nodes", Options{Threads: 2, LocalSearch: NoFlips, MaxNodes: 3000}, "node limit reached"},
		{"memory for engines", Options{Threads: 1, LocalSearch: NoFlips, MaxMemory: 1}, "memory"},
	} {
		result, err := Solve(t.Context(), f, tc.opt)
		if err != nil || result.Verdict != cnf.Unknown || result.Reason == nil || !strings.Contains(result.Reason.Error(), tc.want) {
			t.Errorf("%s: %v, %v, error %v; want %s", tc.name, result.Verdict, result.Reason, err, tc.want)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if result, err := Solve(ctx, f, Options{Threads: 2, LocalSearch: NoFlips}); err != nil || result.Reason == nil {
		t.Errorf("%v, %v, error %v; want that the time is over", result.Verdict, result.Reason, err)
	}
}

// A formula for which learning would need more memory at once than there may be is not begun with: the limit would come too late.
func TestLearningRefusesWhatDoesNotFit(t *testing.T) {
	const vars = 500_000
	f := cnf.NewFormula(vars)
	for v := cnf.Var(1); v < vars; v++ {
		f.Add(cnf.Pos(v), cnf.Pos(v+1))
	}
	need := learningNeeds(f)
	s := &session{formula: f, base: f, opt: Options{Threads: 1, Engine: CDCL, MaxMemory: need / 2, Log: func(string) {}}}
	if _, err := s.newLearner(t.Context(), false); !errors.Is(err, cnf.ErrMemory) {
		t.Errorf("error %v, want %v", err, cnf.ErrMemory)
	}
}

// TestSatisfiedFormulasNeedNoSolver: simplifying leaves no clause of this one, so the search needs no memory for its variables.
func TestSatisfiedFormulasNeedNoSolver(t *testing.T) {
	const vars = 50_000
	f := cnf.NewFormula(vars)
	for v := cnf.Var(1); v < vars; v++ {
		f.Add(cnf.Neg(v), cnf.Pos(v+1))
	}
	s := &session{formula: f, base: f, opt: Options{Threads: 1, Engine: CDCL, Log: func(string) {}}}
	l, err := s.newLearner(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	if bytes := l.solver.Bytes(); bytes > vars {
		t.Errorf("the solver takes %d bytes", bytes)
	}
	if _, err := l.run(t.Context(), forever); err != nil || l.result.Verdict != cnf.Satisfiable || f.Check(l.result.Model) != nil {
		t.Errorf("%v, %v; want a model", l.result.Verdict, err)
	}
}
