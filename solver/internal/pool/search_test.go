package pool_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/pieces"
	"transat/solver/internal/pool"
)

var errUndefined = errors.New("undefined")

// Whatever the policy, and however many processors and threads there are: the verdict is right, and an
// unsatisfiable formula costs the nodes that it costs anyhow.
func TestVerdicts(t *testing.T) {
	before := runtime.NumGoroutine()
	refuted, sent := 0, int64(0)
	for i := range formulas(t) {
		rng := rand.New(rand.NewPCG(41, uint64(i)))
		f := someFormula(t, rng)
		spec := policies()[i%len(policies())]
		cfg := pool.Config{Formula: f, Procs: 1 + rng.IntN(16), Threads: 1 + rng.IntN(8), Layout: sharing(t, spec)}
		if i%8 != 0 {
			cfg.Open = whole()
		}
		for _, err := cfg.Layout(cfg.Procs); err != nil; _, err = cfg.Layout(cfg.Procs) {
			cfg.Procs++ // a hypercube, say
		}
		got := mustSearch(t, cfg)
		want := mustSolve(t, f, dpll.Options{})
		if got.Verdict != want.Verdict || got.Reason != nil {
			t.Fatalf("formula %d, policy %s, %d processors: %v (%v), want %v", i, spec.Name, cfg.Procs, got.Verdict, got.Reason, want.Verdict)
		}
		if got.Machine != nil {
			sent += got.Machine.Sent
		}
		if want.Verdict == cnf.Satisfiable {
			if err := f.Check(got.Model); err != nil {
				t.Fatalf("formula %d: %v", i, err)
			}
			continue
		}
		refuted++
		if diff := cmp.Diff(want.Stats, got.Stats); diff != "" {
			t.Fatalf("formula %d, policy %s, statistics (-Solve +Search):\n%s", i, spec.Name, diff)
		}
		if got.Visited != want.Stats.Nodes || got.Now != want.Stats.Nodes {
			t.Fatalf("formula %d: %d nodes visited, %d of them now, want %d", i, got.Visited, got.Now, want.Stats.Nodes)
		}
	}
	if n := formulas(t); refuted < n/4 || refuted > n*3/4 {
		t.Errorf("%d of %d formulas are unsatisfiable", refuted, n)
	}
	// Whether a small search is over before the first asks for a branch is up to chance; a search of 102,542 nodes seldom is.
	f := random(t, 250, 1050, 3, 3)
	for tries := 0; sent == 0 && tries < 100; tries++ {
		sent += mustSearch(t, pool.Config{Formula: f, Procs: 8, Threads: 4, Layout: stealing(t), Open: whole()}).Machine.Sent
	}
	if sent == 0 {
		t.Error("no processor has ever sent a branch")
	}
	checkGoroutines(t, before)
}

// The model and the number of nodes are those of a single processor.
func TestDeterministic(t *testing.T) {
	satisfied, more := 0, 0
	for i := range 1 + formulas(t)/3 {
		rng := rand.New(rand.NewPCG(42, uint64(i)))
		vars := 60 + rng.IntN(160)
		f := random(t, vars, vars*42/10, 3, rng.Uint64())
		procs := 1 + rng.IntN(8)
		if i == 0 {
			f, procs = random(t, 250, 1050, 3, 3), 8 // 102,542 nodes before the model, and time for others to come and search behind it
		}
		want := mustSolve(t, f, dpll.Options{})
		got := mustSearch(t, pool.Config{
			Formula: f, Procs: procs, Threads: 1 + rng.IntN(4), Layout: stealing(t), Open: whole(),
			Deterministic: true, Ledger: pieces.New(),
		})
		if diff := cmp.Diff(want.Model, got.Model); diff != "" || got.Verdict != want.Verdict || got.Cut {
			t.Fatalf("formula %d: %v, cut: %v, model (-Solve +Search):\n%s", i, got.Verdict, got.Cut, diff)
		}
		if got.Stats.Nodes != want.Stats.Nodes || got.Visited < got.Stats.Nodes {
			t.Fatalf("formula %d: %d nodes of %d, want %d", i, got.Stats.Nodes, got.Visited, want.Stats.Nodes)
		}
		if got.Verdict == cnf.Satisfiable {
			satisfied++
		}
		if got.Visited > got.Stats.Nodes {
			more++
		}
	}
	// Whether others come to search behind the model is up to chance, and the likelier the longer the search is.
	f := random(t, 250, 1050, 3, 3)
	for tries := 0; more == 0 && tries < 100; tries++ {
		got := mustSearch(t, pool.Config{
			Formula: f, Procs: 8, Threads: 4, Layout: stealing(t), Open: whole(), Deterministic: true, Ledger: pieces.New(),
		})
		if got.Visited > got.Stats.Nodes {
			more++
		}
	}
	if satisfied == 0 || more == 0 {
		t.Errorf("%d formulas are satisfiable, and in %d searches a worker searched behind the model", satisfied, more)
	}
}

// A search begins alone, so that a small tree is always searched in the same way. Here it takes no time at all:
// otherwise, on a computer that is slow enough, others may join.
func TestSmallTreesAreSearchedAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for seed := range uint64(20) {
			f := random(t, 60, 250, 3, seed)
			want := mustSolve(t, f, dpll.Options{})
			got := mustSearch(t, pool.Config{Formula: f, Procs: 8, Threads: 8, Layout: stealing(t)})
			if diff := cmp.Diff(want.Model, got.Model); diff != "" || got.Machine != nil {
				t.Errorf("seed %d: others have joined: %v; model (-Solve +Search):\n%s", seed, got.Machine != nil, diff)
			}
			if diff := cmp.Diff(want.Stats, got.Stats); diff != "" {
				t.Errorf("seed %d, statistics (-Solve +Search):\n%s", seed, diff)
			}
		}
	})
}

func TestSmallestFormulas(t *testing.T) {
	clauses := func(vars int, clauses ...[]cnf.Lit) *cnf.Formula {
		f := cnf.NewFormula(vars)
		for _, c := range clauses {
			f.Add(c...)
		}
		return f
	}
	one, two := cnf.Pos(1), cnf.Pos(2)
	for _, tc := range []struct {
		name string
		f    *cnf.Formula
		want cnf.Verdict
	}{
		{"no clauses", clauses(0), cnf.Satisfiable},
		{"variables without clauses", clauses(3), cnf.Satisfiable},
		{"an empty clause", clauses(2, []cnf.Lit{one}, nil), cnf.Unsatisfiable},
		{"propagation satisfies", clauses(2, []cnf.Lit{one}, []cnf.Lit{one.Not(), two}), cnf.Satisfiable},
		{"propagation refutes", clauses(1, []cnf.Lit{one}, []cnf.Lit{one.Not()}), cnf.Unsatisfiable},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, open := range [][]dpll.Branch{nil, whole()} {
				got := mustSearch(t, pool.Config{Formula: tc.f, Procs: 4, Threads: 2, Layout: stealing(t), Open: open})
				if got.Verdict != tc.want || got.Stats.Nodes != 1 {
					t.Errorf("%v after %d nodes, want %v after 1", got.Verdict, got.Stats.Nodes, tc.want)
				}
			}
		})
	}
}

// A limit of nodes is kept to the node, whichever worker visits them.
func TestNodeLimit(t *testing.T) {
	f := random(t, 100, 430, 3, 7)
	nodes := mustSolve(t, f, dpll.Options{}).Stats.Nodes
	for _, tc := range []struct {
		name  string
		limit int64
		want  cnf.Verdict
	}{
		{"one node", 1, cnf.Unknown},
		{"all but one", nodes - 1, cnf.Unknown},
		{"as many as there are", nodes, cnf.Unsatisfiable},
		{"more", nodes + 1, cnf.Unsatisfiable},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for procs := 1; procs <= 8; procs++ {
				got := mustSearch(t, pool.Config{
					Formula: f, Procs: procs, Threads: 3, Layout: stealing(t), Open: whole(), MaxNodes: tc.limit,
				})
				if got.Verdict != tc.want || got.Stats.Nodes != min(tc.limit, nodes) {
					t.Errorf("%d processors: %v after %d nodes, want %v after %d", procs, got.Verdict, got.Stats.Nodes, tc.want, min(tc.limit, nodes))
				}
				if limited := errors.Is(got.Reason, dpll.ErrNodeLimit); limited != (tc.want == cnf.Unknown) {
					t.Errorf("%d processors: reason %v", procs, got.Reason)
				}
			}
		})
	}
}

func TestMemoryLimit(t *testing.T) {
	f := random(t, 200, 860, 3, 1)
	cfg := pool.Config{Formula: f, Procs: 8, Threads: 2, Layout: stealing(t)}
	engine := mustSolve(t, f, dpll.Options{MaxNodes: 1}).Resources.EngineBytes
	cfg.MaxMemory = engine / 10
	if got := mustSearch(t, cfg); got.Verdict != cnf.Unknown || !errors.Is(got.Reason, cnf.ErrMemory) {
		t.Errorf("%v because of %v in less memory than an engine takes, want %v", got.Verdict, got.Reason, cnf.ErrMemory)
	}
	cfg.MaxMemory = 16 * engine
	if got := mustSearch(t, cfg); got.Verdict == cnf.Unknown || got.Procs < 2 || got.Procs >= cfg.Procs {
		t.Errorf("%v with %d of %d processors in the memory of 16 engines: %v", got.Verdict, got.Procs, cfg.Procs, got.Reason)
	}
}

func TestContextEndsASearch(t *testing.T) {
	f := random(t, 600, 2580, 3, 1)
	for _, open := range [][]dpll.Branch{nil, whole()} {
		ctx, cancel := context.WithCancel(t.Context())
		got, err := pool.Search(ctx, pool.Config{
			Formula: f, Procs: 3, Threads: 2, Layout: stealing(t), Open: open,
			Progress: func(pool.Progress) { cancel() },
		})
		if err != nil || got.Verdict != cnf.Unknown || !errors.Is(got.Reason, context.Canceled) || got.Stats.Nodes == 0 {
			t.Errorf("%v because of %v after %d nodes, error %v", got.Verdict, got.Reason, got.Stats.Nodes, err)
		}
		cancel()
		wrong := errors.New("out of something")
		ctx, stop := context.WithCancelCause(t.Context())
		got, err = pool.Search(ctx, pool.Config{
			Formula: f, Procs: 3, Threads: 2, Layout: stealing(t), Open: open,
			Progress: func(pool.Progress) { stop(wrong) },
		})
		if err != nil || !errors.Is(got.Reason, context.Canceled) {
			t.Errorf("a context with a cause: %v because of %v, error %v", got.Verdict, got.Reason, err)
		}
		if got, err = pool.Search(ctx, pool.Config{Formula: f, Procs: 3, Threads: 2, Layout: stealing(t), Open: open}); err != nil ||
			!errors.Is(got.Reason, context.Canceled) {
			t.Errorf("a context that has ended before: %v because of %v, error %v", got.Verdict, got.Reason, err)
		}
	}
}

// A fault in a worker ends the search, and not the program.
func TestFaultOfAWorker(t *testing.T) {
	var asked atomic.Int64
	_, err := search(t, pool.Config{
		Formula: random(t, 600, 2580, 3, 1), Procs: 3, Threads: 2, Layout: stealing(t), Open: whole(), MaxNodes: 1 << 40,
		Clock: func() time.Duration {
			if asked.Add(1) > 1000 {
				panic("the fuse was lit")
			}
			return 0
		},
	})
	if err == nil || !strings.Contains(err.Error(), "the fuse was lit") {
		t.Errorf("error %v", err)
	}
}
