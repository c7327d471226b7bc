package cdcl

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/solvertest"
)

// A solver that gets more variables keeps what it has learned: clauses and their watches, scores, the queue, phases,
// and the schedule of restarts.
func TestGrowLosesNothing(t *testing.T) {
	s, err := Load(t.Context(), families.Multipliers(6), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Solve(t.Context(), Limits{Conflicts: 3000}); !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	type state struct {
		Stats               Stats
		Arena               []uint32
		Learned             []ref
		Watches             []int
		Vals                []int8
		Trail               []cnf.Lit
		Score               []float64
		Bumped              []int64
		Saved, Target, Best []int8
		Schedule            schedule
		First, Search       cnf.Var
	}
	vars := s.vars
	now := func() state {
		watches := make([]int, 0, 2*vars+2)
		for _, list := range s.watches[:2*vars+2] {
			watches = append(watches, len(list))
		}
		return state{
			s.stats, slices.Clone(s.arena), slices.Clone(s.learned), watches, slices.Clone(s.vals[:2*vars+2]), slices.Clone(s.trail),
			slices.Clone(s.heap.score[:vars+1]), slices.Clone(s.queue.bumped[:vars+1]),
			slices.Clone(s.phases.saved[:vars+1]), slices.Clone(s.phases.target[:vars+1]), slices.Clone(s.phases.best[:vars+1]),
			s.schedule, s.queue.first, s.queue.search,
		}
	}
	before := now()
	if len(before.Learned) < 100 {
		t.Fatalf("only %d learned clauses to lose", len(before.Learned))
	}
	s.Grow(vars + 1)
	s.Grow(vars + 5000)
	s.Grow(3)
	if s.vars != vars+5000 {
		t.Fatalf("%d variables, want %d", s.vars, vars+5000)
	}
	if diff := cmp.Diff(before, now(), cmp.AllowUnexported(schedule{}, mean{}, doubling{})); diff != "" {
		t.Errorf("-before +after\n%s", diff)
	}
}

// A solver that gets one more variable in every call searches like one that has had all from the beginning: conflicts,
// decisions, lemmas and answers are the same.
func TestGrowingSolverSearchesAsALargeOne(t *testing.T) {
	const vars, calls = 120, 40
	f := solvertest.RandomKSAT(4, vars, 440, 3)
	rng := rand.New(rand.NewPCG(8, 8))
	literal := func() cnf.Lit {
		v := cnf.Var(1 + rng.IntN(vars))
		if rng.IntN(2) == 0 {
			return cnf.Neg(v)
		}
		return cnf.Pos(v)
	}
	var proofs [2]solvertest.ProofList
	growing, err := Load(t.Context(), f, Options{Proof: &proofs[0]})
	if err != nil {
		t.Fatal(err)
	}
	large := New(vars+2*calls, Options{Proof: &proofs[1]})
	for i := range f.Len() {
		if err := large.Add(f.Clause(i)...); err != nil {
			t.Fatal(err)
		}
	}
	verdicts := map[cnf.Verdict]int{}
	for call := range calls {
		selected, free := cnf.Pos(cnf.Var(vars+1+2*call)), cnf.Pos(cnf.Var(vars+2+2*call))
		clauses := [][]cnf.Lit{
			{selected.Not(), literal(), literal()},
			{selected.Not(), literal(), literal()},
			{free, literal(), literal()},
			{free.Not(), literal(), literal()},
		}
		assume := []cnf.Lit{selected, literal(), literal(), literal()}
		growing.Grow(vars + 2 + 2*call)
		var answers [2]cnf.Verdict
		for i, s := range []*Solver{growing, large} {
			for _, clause := range clauses {
				if err := s.Add(clause...); err != nil {
					t.Fatal(err)
				}
			}
			if answers[i], err = s.Solve(t.Context(), Limits{}, assume...); err != nil {
				t.Fatal(err)
			}
			if err := s.Add(selected.Not()); err != nil {
				t.Fatal(err)
			}
		}
		if answers[0] != answers[1] || growing.Stats() != large.Stats() || !slices.Equal(growing.Failed(), large.Failed()) {
			t.Fatalf("call %d: %v %+v, of the large one %v %+v", call, answers[0], growing.Stats(), answers[1], large.Stats())
		}
		if n := int64(len(growing.learned)); n == 0 && growing.stats.Learned > 50 {
			t.Fatalf("call %d: all that was learned is gone", call)
		}
		verdicts[answers[0]]++
	}
	if diff := cmp.Diff(proofs[0].Steps, proofs[1].Steps); diff != "" {
		t.Error("the proofs differ")
	}
	if growing.phases.changes == 0 || growing.stats.Reductions < 5 || len(verdicts) < 2 {
		t.Errorf("the searches are too short to test anything: %+v, %v", growing.stats, verdicts)
	}
}

// Bytes counts all memory that grows with the search.
func TestBytes(t *testing.T) {
	chain := cnf.NewFormula(0)
	for v := cnf.Var(1); v < 100_000; v++ {
		chain.Add(cnf.Neg(v), cnf.Pos(v+1))
	}
	for name, f := range map[string]*cnf.Formula{
		"multiplier": families.Multipliers(6), "chain": chain, "no clause": cnf.NewFormula(100_000),
		"random": solvertest.RandomKSAT(1, 300, 1290, 3),
	} {
		t.Run(name, func(t *testing.T) {
			need := New(0, Options{}).BytesFor(f.Vars(), f.Len(), f.Literals())
			s, err := Load(t.Context(), f, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				got, held := s.Bytes(), engine.BytesHeld(s)
				if got < held*8/10-1000 || got > held*12/10+1000 {
					t.Errorf("%d bytes, %d are held", got, held)
				}
				if need > got {
					t.Errorf("%d bytes at least, it was said; %d were taken", need, got)
				}
				s.Grow(s.vars * 2)
				if _, err := s.Solve(t.Context(), Limits{Conflicts: 1000}); err != nil && !errors.Is(err, ErrLimit) {
					t.Fatal(err)
				}
			}
		})
	}
}

// A solver that gets its variables one by one, between calls, gives right hints.
func TestGrowWithHints(t *testing.T) {
	refuted := 0
	for i := range solvertest.Cases(t, 300) {
		f := untidy(rand.New(rand.NewPCG(12, uint64(i))))
		h := newHinted(t, f)
		s := New(0, Options{Hints: h})
		verdict := cnf.Unknown
		for c := range f.Len() {
			for _, l := range f.Clause(c) {
				s.Grow(int(l.Var()))
			}
			err := s.AddNumbered(int64(c+1), f.Clause(c)...)
			if err == nil {
				verdict, err = s.Solve(t.Context(), Limits{})
			}
			if err != nil || h.err != nil {
				t.Fatal(err, h.err)
			}
		}
		if (verdict == cnf.Unsatisfiable) != h.checker.Refuted() {
			t.Fatalf("formula %d: %v, but refuted in the proof: %v", i, verdict, h.checker.Refuted())
		}
		if h.checker.Refuted() {
			refuted++
		}
	}
	if refuted < 5 {
		t.Errorf("only %d proofs", refuted)
	}
}

// Clean removes clauses that are true whatever is assumed, and nothing else, so memory does not grow with retracted
// clauses.
func TestClean(t *testing.T) {
	s := New(4, Options{})
	add := func(clause ...cnf.Lit) {
		if err := s.Add(clause...); err != nil {
			t.Fatal(err)
		}
	}
	add(cnf.Pos(1), cnf.Pos(2), cnf.Pos(3))
	add(cnf.Pos(2), cnf.Pos(3), cnf.Pos(4))
	if verdict, err := s.Solve(t.Context(), Limits{}, cnf.Pos(1)); verdict != cnf.Satisfiable || err != nil {
		t.Fatal(verdict, err)
	}
	s.Clean()
	if len(s.clauses) != 2 {
		t.Fatalf("%d clauses, want 2", len(s.clauses))
	}
	add(cnf.Pos(1))
	add(cnf.Neg(4))
	s.Clean()
	if want := []cnf.Lit{cnf.Pos(2), cnf.Pos(3)}; len(s.clauses) != 1 || !slices.Equal(sorted(s.literals(nil, s.clauses[0])), want) {
		t.Fatalf("%d clauses, want one, %v", len(s.clauses), want)
	}
	if verdict, err := s.Solve(t.Context(), Limits{}, cnf.Neg(2), cnf.Neg(3)); verdict != cnf.Unsatisfiable || err != nil {
		t.Error(verdict, err)
	}
	for _, v := range []cnf.Var{1, 4} {
		if lists := s.watches[2*v : 2*v+2]; cap(lists[0])+cap(lists[1]) > 0 {
			t.Errorf("variable %d has lists of watches", v)
		}
	}
	add(cnf.Neg(2))
	add(cnf.Neg(3))
	s.Clean() // there is no model any more
	if verdict, err := s.Solve(t.Context(), Limits{}); verdict != cnf.Unsatisfiable || err != nil {
		t.Error(verdict, err)
	}
}
