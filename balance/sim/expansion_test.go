package sim

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// expansions runs cfg and returns what Config.Expanded has been told.
func expansions(t tb, cfg Config[balancetest.Element]) (balance.Result, []Event, []Expansion[balancetest.Element], bool) {
	t.Helper()
	var all []Expansion[balancetest.Element]
	cfg.Expanded = func(x Expansion[balancetest.Element]) { all = append(all, x) }
	r, events, done := explore(t, cfg)
	return r, events, all, done
}

func TestWatchingExpansionsChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := randomConfig(t)
		want, events, done := explore(t, cfg)
		got, watched, _, _ := expansions(t, cfg)
		if !slices.Equal(events, watched) {
			t.Fatalf("events (-alone +watched):\n%s", cmp.Diff(events, watched))
		}
		if diff := cmp.Diff(want, got); done && diff != "" {
			t.Fatalf("result (-alone +watched):\n%s", diff)
		}
	})
}

// Whatever the policy and the machine, every node of a tree without solutions is expanded once, a worker does one
// thing at a time, and takes the time that the cost model says, or more if the balancer delays it.
func TestExpansionsAreTheTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := randomConfig(t)
		cfg.Tree.(*balancetest.Tree).Solution = 0
		if r, _, all, done := expansions(t, cfg); done && !cfg.Bound && r.Procs > 0 {
			checkExpansions(t, cfg, r, all)
		}
	})
}

// The same of runs that have each kind of expansion: of elements that come from another processor, that are smaller than
// the grain, and that were expanded to place the first elements.
func TestExpansionsOfEachKind(t *testing.T) {
	for name, c := range map[string]struct {
		start Start
		grain float64
		want  kinds
	}{
		"received":           {StartRoot, 0, kinds{received: true}},
		"whole":              {StartRoot, 0.5, kinds{received: true, whole: true}},
		"before the run":     {StartSpread, 0, kinds{received: true, before: true}},
		"of all three kinds": {StartSpread, 0.5, kinds{received: true, whole: true, before: true}},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := config(t, "steal", "", []int{2, 3}, &balancetest.Tree{Nodes: 800, Seed: 4})
			cfg.Start, cfg.Grain, cfg.Estimate = c.start, c.grain, estimate(t, "alpha")
			r, _, all, done := expansions(t, cfg)
			if !done {
				t.Fatal("the run was given up")
			}
			if got := checkExpansions(t, cfg, r, all); got != c.want {
				t.Errorf("the kinds of expansions are %+v, want %+v", got, c.want)
			}
		})
	}
}

// kinds says which kinds of expansions a run had: of elements that a processor has received, of elements that were
// solved whole, and before the run.
type kinds struct{ received, whole, before bool }

// checkExpansions compares the expansions of a run of cfg that is over with its tree, which has no solution.
func checkExpansions(t tb, cfg Config[balancetest.Element], r balance.Result, all []Expansion[balancetest.Element]) (seen kinds) {
	t.Helper()
	tree := cfg.Tree.(*balancetest.Tree)
	free := make([]balance.Ticks, r.Procs)
	expanded := make([]bool, tree.Nodes+1) // by number, depth first
	work := int64(0)
	for _, x := range all {
		work += x.Work
		wrong := x.Nodes != 1 && x.Nodes != x.Element.Nodes
		switch {
		case x.Interrupted:
			wrong = !x.Whole || x.Nodes < 1 || x.Nodes >= x.Element.Nodes
		case x.Whole:
			wrong = x.Nodes != x.Element.Nodes
		}
		if wrong {
			t.Fatalf("%d nodes in %+v", x.Nodes, x)
		}
		for n := x.Element.First; n < x.Element.First+x.Nodes; n++ {
			if expanded[n] {
				t.Fatalf("node %d is expanded again in %+v", n, x)
			}
			expanded[n] = true
		}
		if x.Rank < 0 {
			seen.before = true
			continue
		}
		least := cfg.Cost.TakeTime + cfg.Cost.Expand(x.Work, x.Nodes)
		if x.Received {
			least += cfg.Cost.InstallTime
		}
		if x.Begin < free[x.Rank] || x.End-x.Begin < least || x.End > r.Time {
			t.Fatalf("rank %d is free from %d on, %d at the least, the end is %d: %+v", x.Rank, free[x.Rank], least, r.Time, x)
		}
		seen.received, seen.whole = seen.received || x.Received, seen.whole || x.Whole
		free[x.Rank] = x.End
	}
	if i := slices.Index(expanded[1:], false); i >= 0 {
		t.Fatalf("node %d is expanded by no one", i+1)
	}
	if work != r.Work {
		t.Fatalf("work %d, want %d", work, r.Work)
	}
	return seen
}

// The last expansion of a search that finds something is that of the solution.
func TestExpansionsEndWithTheSolution(t *testing.T) {
	cfg := config(t, "steal", "", []int{2, 3}, &balancetest.Tree{Nodes: 3000, Seed: 4, Solution: 1200})
	r, _, all, _ := expansions(t, cfg)
	found := slices.IndexFunc(all, func(x Expansion[balancetest.Element]) bool { return x.Found })
	if !r.Found || found < 0 || all[found].Element.First > 1200 || all[found].End != r.Time-cfg.announced() {
		t.Fatalf("found: %v, expansion %d", r.Found, found)
	}
}
