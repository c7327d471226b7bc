package cores

import (
	"cmp"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// inTree is the order of elements in the tree, by the node that comes next.
func inTree(a, b element) int { return cmp.Compare(a[len(a)-1].First, b[len(b)-1].First) }

// With an order, the solution that a run ends with is the first one in the tree, and all nodes before it
// are expanded, once, whatever the policy and the number of processors.
func TestOrderedRunsEndWithTheFirstSolution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newCounted(rapid.Int64Range(1, 3000).Draw(t, "nodes"), rapid.Uint64().Draw(t, "tree"))
		solutions := rapid.SliceOfN(rapid.Int64Range(1, c.Nodes), 0, 5).Draw(t, "solutions")
		c.solution = func(first int64) bool {
			for _, s := range solutions {
				if s == first {
					return true
				}
			}
			return false
		}
		m := machine(t, c, []element{{c.Root()}})
		m.best.order = inTree
		m.cfg.Order = inTree
		var last int64 // best solution so far
		m.best.solved = func(rank int) {
			place := m.procs[rank].search.Rest()
			last = place[len(place)-1].First
		}
		r, err := guarded(t, m)
		if err != nil {
			t.Fatal(err)
		}
		want := firstOf(c)
		if r.Found != (want > 0) {
			t.Fatalf("found: %v; the first solution is node %d", r.Found, want)
		}
		until := want
		if want == 0 {
			until = c.Nodes
		}
		if below := last <= want && last > 0; r.Found && !below {
			t.Errorf("the run ends with solution %d; the first one is %d", last, want)
		}
		for i := range c.times {
			if n := c.times[i].Load(); n > 1 || n == 0 && int64(i) < until {
				t.Fatalf("node %d is expanded %d times; the first solution is %d", i+1, n, want)
			}
		}
	})
}

// A solution that is found after a better one is none.
func TestOnlyBetterSolutionsCount(t *testing.T) {
	var told []int
	b := best[int]{order: cmp.Compare[int], solved: func(rank int) { told = append(told, rank) }}
	for rank, place := range []int{50, 70, 50, 30, 40} {
		b.improve(rank, func() int { return place })
	}
	if diff := gocmp.Diff([]int{0, 3}, told); diff != "" {
		t.Errorf("who has found a better solution (-want +got):\n%s", diff)
	}
	for place, want := range map[int]bool{29: false, 30: false, 31: true, 60: true} {
		if got := b.beats(func() int { return place }); got != want {
			t.Errorf("the solution at 30 beats what is at %d: %v", place, got)
		}
	}
}

// firstOf is the first solution that a search depth first comes to, or 0.
func firstOf(c *counted) int64 {
	for first := int64(1); first <= c.Nodes; first++ {
		if c.solution(first) {
			return first
		}
	}
	return 0
}

// Without an order, one solution ends the run, and is told once.
func TestOneSolutionEndsTheRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newCounted(rapid.Int64Range(1, 3000).Draw(t, "nodes"), rapid.Uint64().Draw(t, "tree"))
		solution := rapid.Int64Range(1, c.Nodes).Draw(t, "solution")
		c.solution = func(first int64) bool { return first%solution == 0 }
		m := machine(t, c, []element{{c.Root()}})
		told := 0
		m.best.solved = func(int) { told++ }
		r, err := guarded(t, m)
		if err != nil || !r.Found || told != 1 {
			t.Fatalf("found: %v, told %d times, error: %v", r.Found, told, err)
		}
	})
}

// Who is behind a solution stops, also in the middle of an element.
func TestSolutionStopsWhoIsBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tree := &balancetest.Tree{Nodes: 1_000_000, Seed: 2, Solution: 100_000}
		cfg, _ := walking(tree)
		under(t, &cfg, "none", 2)
		children, _, _, _ := tree.Expand(tree.Root(), nil)
		cfg.Elements, cfg.Place = []element{children[:1], children[1:]}, []int{0, 1}
		cfg.Order, cfg.Threads = inTree, 2
		asleep(&cfg, time.Microsecond)
		m, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Run(t.Context())
		if err != nil || !r.Found {
			t.Fatalf("found: %v, error: %v", r.Found, err)
		}
		if least := 99_999 * balance.Microsecond; r.Time < least || r.Time > least+2*balance.Ticks(pause) {
			t.Errorf("the run takes %v; the solution is found after %v", r.Time, least)
		}
	})
}

func TestSolutionAtTheRoot(t *testing.T) {
	for _, ordered := range []bool{false, true} {
		c := newCounted(100, 1)
		c.solution = func(first int64) bool { return first == 1 }
		cfg, _ := walking[balancetest.Element](c)
		under(t, &cfg, "steal", 4)
		if ordered {
			cfg.Order = inTree
		}
		m, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		r, err := guarded(t, m)
		if err != nil || !r.Found || r.Nodes != 1 {
			t.Errorf("ordered: %v: found: %v after %d nodes, error: %v", ordered, r.Found, r.Nodes, err)
		}
	}
}
