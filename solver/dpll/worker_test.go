package dpll

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
)

// However often a branch changes hands, every node is visited once.
func TestWorkersVisitEveryNodeOnce(t *testing.T) {
	refuted := 0
	n := solvertest.Cases(t, 500)
	for i := range n {
		rng := rand.New(rand.NewPCG(31, uint64(i)))
		f, rule := someFormula(rng), someRule(i)
		c := newCompany(t, rng, f, rule, 1+rng.IntN(5), nil)
		c.run()
		want := mustSolve(t, f, Options{Rule: rule.Name})
		if found := len(c.models) > 0; found != (want.Verdict == cnf.Satisfiable) {
			t.Fatalf("formula %d is %v, the workers have found a model: %v", i, want.Verdict, found)
		}
		if want.Verdict == cnf.Satisfiable {
			continue
		}
		refuted++
		got, work, closed := c.sums()
		if diff := cmp.Diff(want.Stats, got); diff != "" {
			t.Fatalf("formula %d, statistics (-Solve +workers):\n%s", i, diff)
		}
		if work != c.tree.work {
			t.Fatalf("formula %d: work %d, want %d", i, work, c.tree.work)
		}
		if math.Abs(closed-1) > 1e-9 {
			t.Fatalf("formula %d: a share of %v is closed at the end", i, closed)
		}
	}
	if refuted < n/4 || refuted > n*3/4 {
		t.Errorf("%d of %d formulas are unsatisfiable", refuted, n)
	}
}

// The tree is large enough that the rule "weights" freezes only parts of it.
func TestWorkersShareALargerTree(t *testing.T) {
	for _, rule := range rules.All() {
		t.Run(rule.Name, func(t *testing.T) {
			vars := 170
			if rule.Name == "weights" { // which has small trees
				vars = 260
			}
			f := solvertest.RandomKSAT(3, vars, vars*1150/260, 3)
			want := mustSolve(t, f, Options{Rule: rule.Name})
			if want.Verdict != cnf.Unsatisfiable || want.Stats.Nodes < 2000 {
				t.Fatalf("%v after %d nodes", want.Verdict, want.Stats.Nodes)
			}
			c := newCompany(t, rand.New(rand.NewPCG(35, 0)), f, rule, 4, nil)
			c.run()
			got, _, _ := c.sums()
			if diff := cmp.Diff(want.Stats, got); diff != "" || c.gifts < 50 {
				t.Errorf("after %d gifts, statistics (-Solve +workers):\n%s", c.gifts, diff)
			}
		})
	}
}

// someFormula returns a random formula of 10 to 60 variables with two to four literals a clause, about as
// often satisfiable as not. Some have three literals and more variables, and so larger trees.
func someFormula(rng *rand.Rand) *cnf.Formula {
	if rng.IntN(20) == 0 {
		return solvertest.RandomKSAT(rng.Uint64(), 100, 400+rng.IntN(100), 3)
	}
	k := 2 + rng.IntN(3)
	ratio := [...]float64{2: 1.3, 3: 4.5, 4: 10.2}[k] * (0.85 + 0.3*rng.Float64())
	vars := 10 + rng.IntN([...]int{2: 51, 3: 51, 4: 21}[k])
	return solvertest.RandomKSAT(rng.Uint64(), vars, int(ratio*float64(vars)), k)
}

// someRule returns the rules in turn.
func someRule(i int) rules.Rule {
	rules := rules.All()
	return rules[i%len(rules)]
}

func mustSolve(t testing.TB, f *cnf.Formula, opt Options) Result {
	t.Helper()
	result, err := Solve(context.Background(), f, opt)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestWorkerOnTreesOfOneNode(t *testing.T) {
	tests := []struct {
		name string
		f    *cnf.Formula
		want Outcome
	}{
		{"no clauses", solvertest.Formula(3), Found},
		{"no variables", solvertest.Formula(0), Found},
		{"empty clause", solvertest.Formula(2, []int{1, 2}, []int{}), Closed},
		{"complementary units", solvertest.Formula(1, []int{1}, []int{-1}), Closed},
		{"propagation refutes", solvertest.Formula(3, []int{1}, []int{-1, 2}, []int{-2, 3}, []int{-3, -1}), Closed},
		{"propagation satisfies", solvertest.Formula(3, []int{1}, []int{-1, 2}, []int{-2, 3}), Found},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := mustWorker(t, test.f, WorkerOptions{})
			mustBegin(t, w, w.Root())
			if open := w.Open(nil); len(open) > 0 || w.Closed() != 0 {
				t.Errorf("open %v, a share of %v closed", open, w.Closed())
			}
			if got, want := w.Rest().Level(), levelOfRoot(t, test.f); got != want || w.Root().Level() != want {
				t.Errorf("the level is %d, and %d for the root, want %d", got, w.Root().Level(), want)
			}
			if got := mustSearch(t, w, 10); got != test.want || w.Stats().Nodes != 1 {
				t.Errorf("outcome %v after %d nodes, want %v after 1", got, w.Stats().Nodes, test.want)
			}
			if found := w.Model() != nil; found != (test.want == Found) {
				t.Errorf("the model is %v", w.Model())
			}
			if got := mustSearch(t, w, 10); got != Closed || w.Stats().Nodes != 1 {
				t.Errorf("searching on: %v, %d nodes", got, w.Stats().Nodes)
			}
		})
	}
}

func mustBegin(t testing.TB, w *Worker, b Branch) {
	t.Helper()
	if err := w.Begin(b); err != nil {
		t.Fatal(err)
	}
}

func mustSearch(t testing.TB, w *Worker, nodes int64) Outcome {
	t.Helper()
	outcome, err := w.Search(nodes)
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

func TestWorkerTakesOneBranchAtATime(t *testing.T) {
	f := solvertest.RandomKSAT(3, 120, 516, 3)
	w := mustWorker(t, f, WorkerOptions{})
	mustBegin(t, w, w.Root())
	mustSearch(t, w, 20)
	if err := w.Begin(w.Root()); !errors.Is(err, errWorkerBusy) {
		t.Errorf("the error is %v", err)
	}
	w.Drop()
	mustBegin(t, w, w.Root())
}

func TestWorkerRefusesBranchesOfOthers(t *testing.T) {
	f := solvertest.RandomKSAT(3, 120, 516, 3)
	w := mustWorker(t, f, WorkerOptions{})
	mustBegin(t, w, w.Root())
	mustSearch(t, w, 50)
	good := w.Rest()
	change := func(i int, lit cnf.Lit, child childState) Branch {
		b := good
		b.path = slices.Clone(good.path)
		b.path[i].lit, b.path[i].child = lit, child
		return b
	}
	last := len(good.path) - 1
	for w.search.at.End != engine.Conflict {
		mustSearch(t, w, 1)
	}
	deep := w.Rest()
	deep.path = append(deep.path, decision{lit: w.search.engine.Branch()})
	tests := []struct {
		name string
		b    Branch
	}{
		{"another variable", change(last, cnf.FromCode(good.path[last].lit.Code()^2), good.path[last].child)},
		{"another child", change(0, good.path[0].lit, 2-good.path[0].child)},
		{"another sign", change(0, good.path[0].lit.Not(), good.path[0].child)},
		{"no such variable", change(1, cnf.Pos(cnf.MaxVars), firstChild)},
		{"below a leaf", deep},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, fresh := range []bool{false, true} {
				w := w
				if fresh {
					w = mustWorker(t, f, WorkerOptions{})
				}
				w.Drop()
				if err := w.Begin(test.b); !errors.Is(err, errNoBranch) {
					t.Errorf("new worker %v: the error is %v", fresh, err)
				}
				if outcome := mustSearch(t, w, 1); outcome != Closed {
					t.Errorf("new worker %v: %v after a branch was refused", fresh, outcome)
				}
				mustBegin(t, w, good)
			}
		})
	}
}

// When the context ends, the rest can still be put aside, and another worker goes on with it.
func TestWorkerRestAfterTheContextEnded(t *testing.T) {
	f := solvertest.RandomKSAT(3, 120, 516, 3)
	ctx, cancel := context.WithCancel(context.Background())
	w, err := NewWorker(ctx, f, WorkerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	w.search.pollEvery = 1
	mustBegin(t, w, w.Root())
	mustSearch(t, w, 100)
	cancel()
	for range 2 {
		if _, err := w.Search(1 << 20); !errors.Is(err, context.Canceled) {
			t.Fatalf("the error is %v", err)
		}
	}
	rest := w.Rest()
	if err := w.Begin(rest); !errors.Is(err, context.Canceled) {
		t.Errorf("the error of Begin is %v", err)
	}
	other := mustWorker(t, f, WorkerOptions{})
	mustBegin(t, other, rest)
	if outcome := mustSearch(t, other, math.MaxInt32); outcome != Closed {
		t.Errorf("the outcome is %v", outcome)
	}
	want := mustSolve(t, f, Options{}).Stats.Nodes
	if got := w.Stats().Nodes + other.Stats().Nodes; got != want {
		t.Errorf("%d nodes are visited, want %d", got, want)
	}
}

func TestNewWorkerRefuses(t *testing.T) {
	f := solvertest.RandomKSAT(3, 120, 516, 3)
	if _, err := NewWorker(context.Background(), f, WorkerOptions{Rule: "best"}); err == nil {
		t.Error("there is no such rule")
	}
	if _, err := NewWorker(context.Background(), f, WorkerOptions{MaxMemory: 1000}); !errors.Is(err, cnf.ErrMemory) {
		t.Errorf("the error is %v", err)
	}
}

// A worker allocates nothing while it searches.
func TestWorkerAllocatesNothingPerNode(t *testing.T) {
	w := mustWorker(t, solvertest.RandomKSAT(3, 120, 516, 3), WorkerOptions{})
	var open []int
	run := func() {
		mustBegin(t, w, w.Root())
		for mustSearch(t, w, 10) == Running {
			open = w.Open(open[:0])
		}
	}
	run() // the stacks grow
	if n := allocations(run); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// The time between two searches counts nowhere.
func TestWorkerTimesItsSearches(t *testing.T) {
	waited, tick := time.Duration(0), ticks()
	clock := func() time.Duration { return waited + tick() }
	w := mustWorker(t, solvertest.RandomKSAT(3, 120, 516, 3), WorkerOptions{Clock: clock})
	waited += time.Hour
	mustBegin(t, w, w.Root())
	for outcome := Running; outcome == Running; outcome = mustSearch(t, w, 100) {
		waited += time.Hour
	}
	waited += time.Hour
	times := w.Resources().Times
	if all := times.Propagation + times.Branching + times.Bookkeeping; all < 10_000 || all > 10_000_000 {
		t.Errorf("with some ten thousand ticks in all searches, the times are %+v", times)
	}
}

func levelOfRoot(t testing.TB, f *cnf.Formula) int {
	t.Helper()
	live, err := NewLive(t.Context(), f, LiveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return live.Level(live.Root())
}
