package solver

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat/stream"
	"transat/solver/internal/solvertest"
)

// Every engine and every policy comes to verified answers.
func TestVerify(t *testing.T) {
	formulas := map[string]*cnf.Formula{
		"random":  solvertest.RandomKSAT(2, 160, 800, 3),
		"long":    solvertest.RandomKSAT(3, 40, 400, 4),
		"pigeons": families.Pigeons(7, 6, families.Pairwise),
		"adders":  families.Adders(3),
		"empty":   solvertest.Formula(1, []int{}),
		"units":   solvertest.Formula(1, []int{1}, []int{-1}),
	}
	for name, f := range formulas {
		for _, opt := range []Options{
			{Engine: DPLL, Threads: 1},
			{Engine: DPLL, Threads: 1, Rule: "weights"},
			{Engine: DPLL, Threads: 2, Procs: 2},
			{Engine: DPLL, Threads: 2, Procs: 9, Rule: "lex"},
			{Engine: DPLL, Threads: 2, Procs: 9, Policy: "plb"},
			{Engine: CDCL},
			{Engine: Gophersat},
			{Threads: 1},
			{Threads: 2},
			{Engine: Cube, Threads: 2, CubeDepth: 2},
		} {
			t.Run(fmt.Sprintf("%s/%s/%d/%d/%s/%s", name, opt.Engine, opt.Threads, opt.Procs, opt.Rule, opt.Policy), func(t *testing.T) {
				opt.Verify = true
				result, err := Solve(context.Background(), f, opt)
				if err != nil {
					t.Fatal(err)
				}
				if result.Verdict != cnf.Unsatisfiable || result.Verified == nil || result.Verified.Parts < 1 {
					t.Errorf("%v, verified %+v", result.Verdict, result.Verified)
				}
				t.Logf("%+v", result.Verified)
			})
		}
	}
}

// What is assumed is part of what is verified.
func TestVerifyAssumptions(t *testing.T) {
	f := solvertest.Formula(3, []int{-1, 2, 3}, []int{-1, 2, -3}, []int{-1, -2, 3}, []int{-1, -2, -3})
	for _, opt := range []Options{{Engine: DPLL, Threads: 1}, {Engine: DPLL, Threads: 2, Procs: 3}, {Engine: CDCL}, {Threads: 1}} {
		opt.Verify = true
		for _, assume := range [][]cnf.Lit{nil, {cnf.Pos(1)}, {cnf.Neg(1)}, {cnf.Pos(2), cnf.Neg(2)}} {
			opt.Assume = assume
			result, err := Solve(context.Background(), f, opt)
			if err != nil {
				t.Fatalf("engine %s, assuming %v: %v", opt.Engine, assume, err)
			}
			if result.Verified == nil || (result.Verified.Parts > 0) != (result.Verdict == cnf.Unsatisfiable) {
				t.Errorf("engine %s, assuming %v: %v, verified %+v", opt.Engine, assume, result.Verdict, result.Verified)
			}
		}
	}
}

// A limit ends a search that is verified, and says nothing of what was verified.
func TestVerifyLimit(t *testing.T) {
	f := solvertest.RandomKSAT(2, 250, 1075, 3)
	for threads := 1; threads <= 2; threads++ {
		result, err := Solve(context.Background(), f, Options{Engine: DPLL, Rule: "lex", Threads: threads, MaxNodes: 3000, Verify: true})
		if err != nil || result.Verdict != cnf.Unknown || result.Verified != nil {
			t.Errorf("%d threads: %v, verified %v, error %v", threads, result.Verdict, result.Verified, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		result, err = Solve(ctx, f, Options{Engine: DPLL, Rule: "lex", Threads: threads, Verify: true})
		if err != nil || result.Verdict != cnf.Unknown || result.Verified != nil {
			t.Errorf("%d threads, canceled: %v, verified %v, error %v", threads, result.Verdict, result.Verified, err)
		}
	}
}

// A proof can be written beside it.
func TestVerifyWithProof(t *testing.T) {
	f := families.Pigeons(7, 6, families.Pairwise)
	for _, opt := range []Options{{Engine: DPLL, Threads: 1}, {Engine: DPLL, Threads: 2, Procs: 5}, {Engine: CDCL}, {Threads: 2}} {
		var plain, verified bytes.Buffer
		opt.Proof.W, opt.Verify = &plain, false
		first, err := Solve(context.Background(), f, opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Proof.W, opt.Verify = &verified, true
		second, err := Solve(context.Background(), f, opt)
		if err != nil {
			t.Fatal(err)
		}
		if second.Verified == nil || second.Lemmas == 0 || opt.Engine != Auto && opt.Procs < 2 &&
			(!bytes.Equal(plain.Bytes(), verified.Bytes()) || first.Lemmas != second.Lemmas) {
			t.Errorf("engine %s: %d lemmas without verifying, %d with it, verified %+v", opt.Engine, first.Lemmas, second.Lemmas, second.Verified)
		}
	}
}

// A checker that finds a fault ends the search, and there is no verdict.
func TestVerifyFault(t *testing.T) {
	f := solvertest.RandomKSAT(2, 160, 800, 3)
	for _, engine := range []Engine{DPLL, CDCL} {
		s := &session{formula: f, base: f, opt: Options{Engine: engine, Rule: "lex", Threads: 1, Procs: 1, Verify: true}.withDefaults()}
		// The checker has a formula with a clause less than the search.
		less := cnf.NewFormula(f.Vars())
		for i := range f.Len() / 3 {
			less.Add(f.Clause(i)...)
		}
		s.verify = newVerification(less, less)
		err := s.search(context.Background())
		if err == nil {
			err = s.settle()
		}
		s.verify.close()
		if err = cmp.Or(s.verify.err(), err); !errors.As(err, new(*VerifyError)) || !errors.As(err, new(*stream.WrongError)) ||
			s.result.Verified != nil && s.result.Verified.Parts > 0 {
			t.Errorf("engine %s: error %v, verified %+v", engine, err, s.result.Verified)
		}
	}
}

// A fault that verifying has found is told apart from limits, wherever it comes from.
func TestVerifyFaultBeside(t *testing.T) {
	wrong := &stream.WrongError{Piece: 1, Reason: "is wrong"}
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{context.Canceled, false},
		{cnf.ErrMemory, false},
		{fmt.Errorf("processor 3: %w", wrong), true},
		{&VerifyError{wrong}, true},
		{fmt.Errorf("%w: 2 parts are open", stream.ErrUnverified), true},
	} {
		f := solvertest.Formula(1, []int{1})
		v := newVerification(f, f)
		if got := v.fault(c.err); (got != nil) != c.want || got != nil && !errors.As(got, new(*VerifyError)) {
			t.Errorf("%v: %v", c.err, got)
		}
		v.close()
	}
	if err := (*verification)(nil).fault(context.Canceled); err != nil {
		t.Errorf("without verifying: %v", err)
	}
}
