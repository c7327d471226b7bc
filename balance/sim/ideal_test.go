package sim

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// bound is the simulation of perfect balance on n processors.
func bound(t tb, procs int, tree *balancetest.Tree) Config[balancetest.Element] {
	t.Helper()
	cfg := config(t, "ideal", "line", []int{procs}, tree)
	cfg.Bound = true
	return cfg
}

// criticalPath is the longest time that the nodes on a path down from e take.
func criticalPath(m *CostModel, tree *balancetest.Tree, e balancetest.Element) balance.Ticks {
	children, work, nodes, _ := tree.Expand(e, nil)
	longest := balance.Ticks(0)
	for _, c := range children {
		longest = max(longest, criticalPath(m, tree, c))
	}
	return m.Expand(work, nodes) + longest
}

func TestCorradiSection43IdealTakesWhatItMust(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := &balancetest.Tree{
			Nodes: rapid.Int64Range(1, 20_000).Draw(t, "nodes"), Seed: rapid.Uint64().Draw(t, "tree"),
			Blind: rapid.Bool().Draw(t, "blind"),
		}
		cfg := bound(t, rapid.IntRange(1, 40).Draw(t, "procs"), tree)
		r, events := run(t, cfg)
		checkBooks(t, r)
		if r.Nodes != tree.Nodes || r.Busy != r.Sequential || r.Found {
			t.Fatalf("%d nodes of %d: %+v", r.Nodes, tree.Nodes, r)
		}
		share := r.Sequential / balance.Ticks(r.Procs)
		path := criticalPath(&cfg.Cost, tree, tree.Root())
		if least, most := max(share, path), share+share/chunks+path+1; r.Time < least || r.Time > most {
			t.Fatalf("%d ns, want from %d to %d", r.Time, least, most)
		}
		if len(events) > 0 || r.Messages+r.Sent+r.Phases+r.Hops+int64(r.Take+r.Install+r.Message+r.Route) > 0 {
			t.Fatalf("there are costs other than work: %+v", r)
		}
	})
}

// The root takes 1, then the largest subtrees come first: 50 to 51 and 20 to 71; 40 to 41, 30 to 71; 10
// to 81.
func TestIdealTakesTheLargestFirst(t *testing.T) {
	line := grid(t, "line", 2)
	r, err := Run(context.Background(), Config[int]{
		Tree: star{1, 10, 20, 30, 40, 50}, Topology: line, Physical: line, Cost: costs(), Estimate: estimate(t, "count"),
		Policy: func(int) balance.Policy { return balance.Base{} }, Bound: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	work := costs().WorkTime
	want := balance.Result{
		Procs: 2, Time: 81 * work, Work: 151, Nodes: 6, Sequential: 151 * work, Busy: 151 * work, Idle: 11 * work, Events: 6,
	}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Passing over subtrees at once hardly changes the time, since they shrink with what is left to do, and
// saves nearly all steps.
func TestIdealDoesSmallSubtreesAtOnce(t *testing.T) {
	tree := &balancetest.Tree{Nodes: 1_000_000, Seed: 3}
	quick, _ := run(t, bound(t, 16, tree))
	if e := quick.Efficiency(); e < 0.9999 || e > 1 {
		t.Errorf("efficiency %v, want from 0.9999 to 1", e)
	}
	if quick.Events > 20_000 {
		t.Errorf("%d steps for %d nodes", quick.Events, quick.Nodes)
	}
}

// One processor searches depth first, and so ends at the solution; several may find it earlier or
// later, but not before the nodes above it are done.
func TestIdealStopsAtASolution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := &balancetest.Tree{Nodes: rapid.Int64Range(1, 3000).Draw(t, "nodes"), Seed: rapid.Uint64().Draw(t, "tree")}
		tree.Solution = rapid.Int64Range(1, tree.Nodes).Draw(t, "solution")
		procs := rapid.IntRange(1, 10).Draw(t, "procs")
		r, _ := run(t, bound(t, procs, tree))
		checkBooks(t, r)
		if !r.Found {
			t.Fatal("the solution is not found")
		}
		if procs == 1 && r.Nodes != tree.Solution {
			t.Fatalf("one processor expands %d nodes up to solution %d", r.Nodes, tree.Solution)
		}
	})
}

func TestIdealStopsAtTheLimitAndWithTheContext(t *testing.T) {
	cfg := bound(t, 4, &balancetest.Tree{Nodes: 20_000, Seed: 1})
	full, _ := run(t, cfg)
	cfg.Limit = full.Time / 2
	r, err := Run(context.Background(), cfg)
	if !errors.Is(err, ErrLimit) || r.Time != cfg.Limit || r.Nodes >= full.Nodes {
		t.Errorf("limit %d: error %v, %+v", cfg.Limit, err, r)
	}
	checkBooks(t, r)
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	cancel(why)
	if _, err := Run(ctx, cfg); !errors.Is(err, why) {
		t.Errorf("error %v, want %v", err, why)
	}
}

// No policy is faster on a tree without a solution.
func TestCorradiSection43NoPolicyIsFasterThanIdeal(t *testing.T) {
	tree := &balancetest.Tree{Nodes: 3000, Seed: 4}
	ideal, _ := run(t, bound(t, 4, tree))
	for _, spec := range balance.Policies() {
		t.Run(spec.Name, func(t *testing.T) {
			r, _ := run(t, config(t, eager(spec), "", []int{2, 2}, tree))
			if r.Time < ideal.Time {
				t.Errorf("%v s, perfect balance takes %v s", r.Seconds(), ideal.Seconds())
			}
		})
	}
}

// BenchmarkIdeal runs perfect balance on a tree as large as those of 350-1505-3.
func BenchmarkIdeal(b *testing.B) {
	cfg := bound(b, 1024, &balancetest.Tree{Nodes: 17_000_000, Seed: 1})
	for b.Loop() {
		if _, err := Run(context.Background(), cfg); err != nil {
			b.Fatal(err)
		}
	}
}
