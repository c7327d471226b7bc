package sim

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// randomConfig draws a small simulation in which anything can be different, solutions among it.
func randomConfig(t *rapid.T) Config[balancetest.Element] {
	return randomConfigOf(t, rapid.SampledFrom(balance.Policies()).Draw(t, "policy"))
}

// randomConfigOf is randomConfig for one policy.
func randomConfigOf(t *rapid.T, spec balance.Spec) Config[balancetest.Element] {
	kind := rapid.SampledFrom(spec.Kinds).Draw(t, "kind")
	sides := rapid.SliceOfN(rapid.IntRange(1, 4), 1, 3).Draw(t, "sides")
	tree := &balancetest.Tree{Nodes: rapid.Int64Range(1, 800).Draw(t, "nodes"), Seed: rapid.Uint64().Draw(t, "tree")}
	if rapid.Bool().Draw(t, "satisfiable") {
		tree.Solution = rapid.Int64Range(1, tree.Nodes).Draw(t, "solution")
	}
	tree.Unit = rapid.SampledFrom([]int64{0, 2, 10, 100}).Draw(t, "unit")
	cfg := config(t, eager(spec), kind, sides, tree)
	cfg.Seed = rapid.Uint64().Draw(t, "seed")
	cfg.Start = rapid.SampledFrom(Starts()).Draw(t, "start")
	cfg.Grain = rapid.SampledFrom([]float64{0, 0.05, 1, 100}).Draw(t, "grain")
	cfg.Estimate = estimate(t, rapid.SampledFrom([]string{"count", "alpha", "measured"}).Draw(t, "estimate"))
	cost := func(name string, least, most int64) balance.Ticks {
		return balance.Ticks(rapid.Int64Range(least, most).Draw(t, name))
	}
	cfg.Cost = CostModel{
		Name: "random", WorkTime: cost("WorkTime", 1, 1e5), NodeTime: cost("NodeTime", 0, 1e6), TakeTime: cost("TakeTime", 0,
			1e6), InstallTime: cost("InstallTime", 0, 1e7),
		MessageCPU: cost("MessageCPU", 0, 1e6), ElementCPU: cost("ElementCPU", 0, 1e6), RouteCPU: cost("RouteCPU", 0, 1e6),
		LinkTime: cost("LinkTime", 1e4, 1e6), ByteTime: cost("ByteTime", 0, 1e4),
		ElementBytes: 16, LevelBytes: 2,
	}
	cfg.Budget = balance.Ticks(rapid.SampledFrom([]int64{0, 0, 1, 1e7, 1e9}).Draw(t, "budget"))
	return cfg
}

func checkBooks(t tb, r balance.Result) {
	t.Helper()
	if missing := r.Missing(Parts()); missing != 0 {
		t.Fatalf("the books are off by %d ns: %+v", missing, r)
	}
	if r.Idle < 0 || r.Message+r.Route < 0 {
		t.Fatalf("a negative time: %+v", r)
	}
	if r.IdleStart < 0 || r.IdleEnd < 0 || r.IdleStart+r.IdleEnd > r.Idle || r.Waits == 0 && r.Began > 0 && r.IdleStart+r.IdleEnd != r.Idle {
		t.Fatalf("idle at the start, at the end and in between: %+v", r)
	}
	if r.Taken > r.Nodes || r.Installed > r.Taken || r.Began > r.Procs {
		t.Fatalf("elements taken and installed: %+v", r)
	}
}

// checkCounts compares the times of list handling with the numbers of elements.
func checkCounts(t tb, m CostModel, r balance.Result) {
	t.Helper()
	if take, install := balance.Ticks(r.Taken)*m.TakeTime, balance.Ticks(r.Installed)*m.InstallTime; r.Take != take || r.Install != install {
		t.Fatalf("%d ns for taking and %d for installing elements, want %d and %d: %+v", r.Take, r.Install, take, install, r)
	}
}

func TestBooksBalance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { balanceBooks(t, randomConfig(t)) })
}

// Runs end, but for those few that [enough] tells of. The seeds are fixed, so the runs are the same every time.
func TestRunsEnd(t *testing.T) {
	configs := rapid.Custom(randomConfig)
	var givenUp []int
	for seed := range 100 {
		if !balanceBooks(t, configs.Example(seed)) {
			givenUp = append(givenUp, seed)
		}
	}
	if len(givenUp) > 2 {
		t.Errorf("the runs with the seeds %v were given up: some policy never ends", givenUp)
	}
}

// balanceBooks runs cfg and compares what processors did with their time with the tree. It says whether the run ended.
func balanceBooks(t tb, cfg Config[balancetest.Element]) bool {
	t.Helper()
	r, _, done := explore(t, cfg)
	checkBooks(t, r)
	checkCounts(t, cfg.Cost, r)
	tree := cfg.Tree.(*balancetest.Tree)
	switch {
	case !done:
		return false
	case r.Found != (tree.Solution > 0):
		t.Fatalf("found: %v; the solution is %d", r.Found, tree.Solution)
	case r.Found:
	case r.Nodes != tree.Nodes:
		t.Fatalf("%d nodes of %d were expanded", r.Nodes, tree.Nodes)
	case cfg.Start == StartRoot && r.Busy != r.Sequential:
		t.Fatalf("busy for %d ns with work of %d ns", r.Busy, r.Sequential)
	}
	return true
}

// Runs that are given up have books, too.
func TestBooksBalanceAtTheLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := randomConfig(t)
		cfg.Limit = balance.Ticks(rapid.Int64Range(1, 2e9).Draw(t, "limit"))
		r, _, _ := explore(t, cfg)
		checkBooks(t, r)
	})
}

// Idle time a second way. If messages cost no CPU time, a processor is idle from each Idle to the
// next Arrived, or to the end.
func TestIdleTimeFromTheTrace(t *testing.T) {
	balancetest.SkipShort(t)
	for _, spec := range balance.Policies() {
		for _, start := range Starts() {
			t.Run(spec.Name+" "+string(start), func(t *testing.T) {
				cfg := config(t, eager(spec), "", []int{3, 4}, &balancetest.Tree{Nodes: 4000, Seed: 9})
				cfg.Start = start
				cfg.Cost.MessageCPU, cfg.Cost.ElementCPU, cfg.Cost.RouteCPU = 0, 0, 0
				r, events := run(t, cfg)
				want := idleTimes(r, cfg.announced(), events)
				if start == StartSpread { // they begin when they have found their element, of which the trace knows nothing
					want.AllBegan = max(want.AllBegan, r.AllBegan)
				}
				got := balance.Result{Idle: r.Idle, IdleStart: r.IdleStart, IdleEnd: r.IdleEnd, Waits: r.Waits, Began: r.Began, AllBegan: r.AllBegan}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("-trace +result:\n%s", diff)
				}
			})
		}
	}
}

// idleTimes works out the idle times of a run, and when they were, from its trace. No processor has anything after
// the end, and the processor that ended the run is not told Idle. One that passes on what has arrived, all of it and at
// once, is told that it is idle in the same moment, and has been idle all along.
func idleTimes(r balance.Result, announce balance.Ticks, events []Event) (x balance.Result) {
	type span struct{ from, to balance.Ticks }
	spans := make(map[int][]span) // by rank; the last one may be open
	for _, e := range events {
		all := spans[e.Rank]
		last := len(all) - 1
		switch {
		case e.Kind == EventIdle && last >= 0 && all[last].to == e.Time:
			all[last].to = never
		case e.Kind == EventIdle:
			spans[e.Rank] = append(all, span{e.Time, never})
		case e.Kind == EventArrived && last >= 0 && all[last].to == never:
			all[last].to = e.Time
		}
	}
	for rank := range r.Procs {
		all := append(spans[rank], span{r.Time - announce, r.Time})
		if last := len(all) - 2; last >= 0 && all[last].to == never {
			all = append(all[:last], span{all[last].from, r.Time})
		}
		for i, s := range all {
			idle := s.to - s.from
			x.Idle += idle
			switch {
			case s.from == 0: // expanding anything takes longer
				x.IdleStart += idle
				if s.to < r.Time {
					x.AllBegan = max(x.AllBegan, s.to)
				}
			case i == len(all)-1:
				x.IdleEnd += idle
			case idle > 0:
				x.Waits++
			}
		}
		if all[0].to < r.Time || all[0].from > 0 {
			x.Began++
		}
	}
	return x
}

// announced is how long it takes until all know of the end: a message to the middle of the
// network and back.
func (cfg Config[E]) announced() balance.Ticks {
	m := cfg.Cost
	hop := m.LinkTime + balance.MessageBytes*m.ByteTime + 2*m.MessageCPU
	return 2 * hop * balance.Ticks(cfg.Physical.Radius())
}
