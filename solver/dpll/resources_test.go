package dpll

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
)

// ticks returns a clock that goes on by some nanoseconds whenever it is read.
func ticks() func() time.Duration {
	now, rng := time.Duration(0), rand.New(rand.NewPCG(1, 1))
	return func() time.Duration {
		now += time.Duration(1 + rng.IntN(1000))
		return now
	}
}

func TestTimesAddUp(t *testing.T) {
	unsat := solvertest.RandomKSAT(3, 150, 645, 3)
	for _, test := range []struct {
		name  string
		f     *cnf.Formula
		proof cnf.ProofWriter
		want  [5]bool // whether any time goes into set-up, propagation, branching, proof, bookkeeping
	}{
		{"no clause", cnf.NewFormula(3), nil, [5]bool{true, true, true, false, true}},
		{"refuted at the root", solvertest.Formula(1, []int{1}, []int{-1}), nil, [5]bool{true, true, true, false, true}},
		{"search", unsat, nil, [5]bool{true, true, true, false, true}},
		{"search with a proof", unsat, &solvertest.ProofList{}, [5]bool{true, true, true, true, true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			clock := ticks()
			result, err := Solve(context.Background(), test.f, Options{Clock: clock, Proof: test.proof})
			if err != nil {
				t.Fatal(err)
			}
			times := result.Resources.Times
			parts := [5]time.Duration{times.SetUp, times.Propagation, times.Branching, times.Proof, times.Bookkeeping}
			all := time.Duration(0)
			for i, d := range parts {
				all += d
				if (d > 0) != test.want[i] {
					t.Errorf("part %d of the times is %d", i, d)
				}
			}
			// Set-up and search both read the clock some times before they begin.
			if end := clock(); all < end-(2*readings+5)*1000 || all > end {
				t.Errorf("the times are %+v, %d in all; %d have gone by", times, all, end)
			}
		})
	}
}

// A node in sampleEvery is timed, so the shares are those of all nodes if all nodes are alike.
func TestTimesOfSamples(t *testing.T) {
	now := time.Duration(0)
	w := stopwatch{clock: func() time.Duration { return now }}
	w.start()
	now += 1000
	w.lap(phasePropagation)
	const nodes = 10*sampleEvery + 2
	next := int64(0)
	for n := range int64(nodes) {
		if n >= next {
			next = w.node(n)
		}
		now += 3
		w.lap(phaseBranching)
		now++
		w.lap(phaseBookkeeping)
		now += 6
		w.lap(phasePropagation)
	}
	want := Times{Propagation: 1000 + 6*nodes, Branching: 3 * nodes, Bookkeeping: nodes}
	if diff := cmp.Diff(want, w.times()); diff != "" {
		t.Errorf("times (-want +got):\n%s", diff)
	}
}

// What reading the clock takes counts as no part of the work.
func TestTimesLeaveOutTheClock(t *testing.T) {
	now := time.Duration(0)
	w := stopwatch{clock: func() time.Duration { now += 5; return now }}
	w.start()
	now += 1000
	w.lap(phasePropagation)
	w.lap(phaseBranching)
	if w.cost != 5 || w.first != [phases]time.Duration{phasePropagation: 1000} {
		t.Errorf("a reading takes %d, the first node %v", w.cost, w.first)
	}
}

func TestResourcesWithoutClock(t *testing.T) {
	f := solvertest.RandomKSAT(3, 60, 258, 3)
	plain, err := Solve(context.Background(), f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Times{}, plain.Resources.Times); diff != "" {
		t.Errorf("times without a clock:\n%s", diff)
	}
	if plain.Resources.EngineBytes < 100_000 {
		t.Errorf("the engine takes %d bytes", plain.Resources.EngineBytes)
	}
	timed, err := Solve(context.Background(), f, Options{Clock: ticks()})
	if err != nil {
		t.Fatal(err)
	}
	timed.Resources.Times = Times{}
	if diff := cmp.Diff(plain, timed); diff != "" {
		t.Errorf("the clock changes the result (-without +with):\n%s", diff)
	}
}

func TestMaxMemory(t *testing.T) {
	// Pairs of variables that have nothing to do with each other: as many decisions as clauses. In the
	// packed engine every one of them takes a row.
	pairs := cnf.NewFormula(0)
	for v := cnf.Var(1); v < 4000; v += 2 {
		pairs.Add(cnf.Pos(v), cnf.Pos(v+1))
	}
	need := rules.MemoryNeed(pairs)
	for _, test := range []struct {
		name    string
		max     int64
		verdict cnf.Verdict
		begun   bool
	}{
		{"no limit", 0, cnf.Satisfiable, true},
		{"a large limit", 1 << 30, cnf.Satisfiable, true},
		{"too little to begin", need - 1, cnf.Unknown, false},
		{"too little for the depth", need, cnf.Unknown, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			result, err := Solve(context.Background(), pairs, Options{MaxMemory: test.max})
			if err != nil {
				t.Fatal(err)
			}
			if result.Verdict != test.verdict || result.Stats.Nodes > 0 != test.begun {
				t.Errorf("%v after %d nodes", result.Verdict, result.Stats.Nodes)
			}
			var lack *cnf.MemoryError
			if errors.Is(result.Reason, cnf.ErrMemory) != (test.verdict == cnf.Unknown) ||
				errors.As(result.Reason, &lack) && (lack.Limit != test.max || lack.Need <= test.max) {
				t.Errorf("the reason is %v", result.Reason)
			}
		})
	}
}
