package sim

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/instances"
)

// boundedConfig is a simulation of branch and bound with the settings of another one.
func boundedConfig(cfg Config[balancetest.Element], tree balance.Tree[balancetest.BoundedElement]) Config[balancetest.BoundedElement] {
	return Config[balancetest.BoundedElement]{
		Tree: tree, Topology: cfg.Topology, Physical: cfg.Physical, Cost: cfg.Cost, Policy: cfg.Policy, Bound: cfg.Bound,
		Received: cfg.Received, Estimate: cfg.Estimate, Grain: cfg.Grain, Budget: cfg.Budget, Start: cfg.Start, Deal: cfg.Deal,
		Placement: cfg.Placement, Seed: cfg.Seed, Limit: cfg.Limit, Trace: cfg.Trace,
	}
}

// randomBounded draws a small simulation of branch and bound, of any policy.
func randomBounded(t *rapid.T) (Config[balancetest.BoundedElement], *balancetest.BoundedTree) {
	cfg := randomConfig(t)
	tree := &balancetest.BoundedTree{Tree: *cfg.Tree.(*balancetest.Tree)}
	tree.Tree.Nodes *= 8 // most are dropped
	tree.Tree.Solution, tree.Tree.Unit = 0, 0
	return boundedConfig(cfg, tree), tree
}

// Whatever the policy and the machine, a search finds the largest value, and expands or drops every element that it comes to, once.
func TestBoundedSearchFindsTheOptimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg, tree := randomBounded(t)
		cfg.Limit = patience
		s, err := newSim(t.Context(), cfg)
		if err != nil {
			t.Skip(err)
		}
		done := map[int64]string{}
		due := map[int64]bool{1: true} // the number of the root
		note := func(e balancetest.BoundedElement, what string) {
			if done[e.First] != "" {
				t.Fatalf("element %d is %s, and then %s", e.First, done[e.First], what)
			}
			done[e.First] = what
		}
		var nodes, pruned int64
		s.cfg.Expanded = func(x Expansion[balancetest.BoundedElement]) {
			if x.Pruned {
				pruned++
				note(x.Element, "dropped")
				return
			}
			nodes++
			note(x.Element, "expanded")
			children, _, _, _ := tree.Expand(x.Element, nil)
			for _, c := range children {
				due[c.First] = true
			}
		}
		s.watchExpansions()
		r, err := finishBounded(t, s)
		if err != nil {
			return // one of the runs that never end, see enough
		}
		if int64(r.Best) != tree.Best() || !r.Bounded || r.Found {
			t.Fatalf("the largest value is %d, want %d: %+v", r.Best, tree.Best(), r)
		}
		if cfg.Bound {
			return
		}
		if r.Nodes != nodes || r.Pruned != pruned || len(done) != len(due) {
			t.Fatalf("%d and %d elements are expanded and dropped, of %d; the result says %d and %d", nodes, pruned, len(due), r.Nodes, r.Pruned)
		}
		checkBounded(t, s, r)
		cfg.Limit = 0
		if again, err := Run(t.Context(), cfg); err != nil || again != r {
			t.Fatalf("unwatched, the run is another one: %v\n%+v\n%+v", err, again, r)
		}
	})
}

// patience is more than searches of small trees take that end.
const patience = 1000 * balance.Second

// finishBounded ends a run that is set up.
func finishBounded(t tb, s *sim[balancetest.BoundedElement]) (balance.Result, error) {
	t.Helper()
	if s.cfg.Bound {
		return runIdeal(t.Context(), &s.cfg, nil)
	}
	return s.run(t.Context())
}

// checkBounded looks at the books of a search that is over.
func checkBounded(t tb, s *sim[balancetest.BoundedElement], r balance.Result) {
	t.Helper()
	if missing := r.Missing(Parts()); missing != 0 || r.Idle < 0 || r.Message+r.Route < 0 || r.Told > r.Messages {
		t.Fatalf("the books are off by %d ns: %+v", missing, r)
	}
	if r.Taken > r.Nodes+r.Pruned || r.Take != balance.Ticks(r.Taken)*s.cfg.Cost.TakeTime {
		t.Fatalf("elements taken: %+v", r)
	}
	if s.alive != 0 {
		t.Fatalf("%d elements are alive at the end", s.alive)
	}
	for i := range s.procs {
		if p := &s.procs[i]; p.list.n != 0 || p.load != 0 || p.busy {
			t.Fatalf("processor %d has %d elements and load %d at the end, and is busy: %v", i, p.list.n, p.load, p.busy)
		}
	}
}

// A processor expands and drops by what it has heard of by then, and found itself; and by no more.
func TestProcessorsPruneByWhatTheyHaveHeard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg, tree := randomBounded(t)
		if !cfg.Bound && cfg.Placement == nil {
			cfg.Start = StartRoot
			cfg.Cost.MessageCPU, cfg.Cost.ElementCPU, cfg.Cost.RouteCPU = 0, 0, 0 // so that a worker begins when it has been told
			checkKnowledge(t, cfg, tree)
		}
	})
	tree := &balancetest.BoundedTree{Tree: balancetest.Tree{Nodes: 20_000, Seed: 5}}
	for _, policy := range []string{"steal", "plb", "adaptive"} {
		for _, budget := range []balance.Ticks{0, balance.Second} {
			cfg := boundedConfig(config(t, policy, "", []int{4, 4}, &tree.Tree), tree)
			cfg.Start, cfg.Budget, cfg.Grain = StartRoot, budget, 0.05
			cfg.Cost.MessageCPU, cfg.Cost.ElementCPU, cfg.Cost.RouteCPU, cfg.Cost.LinkTime = 0, 0, 0, balance.Second/10
			dropped, behind := checkKnowledge(t, cfg, tree)
			if dropped < 100 || behind < 10 {
				t.Errorf("%s: %d elements are dropped, and %d expanded that others would drop: that shows nothing", policy, dropped, behind)
			}
		}
	}
}

// checkKnowledge compares what processors do with what they know. It returns how many elements were dropped, and how many were expanded
// although another processor knew enough to drop them.
func checkKnowledge(t tb, cfg Config[balancetest.BoundedElement], tree *balancetest.BoundedTree) (dropped, behind int) {
	t.Helper()
	type knowledge struct {
		at    balance.Ticks
		value int64
	}
	known := make([][]knowledge, cfg.Topology.Procs())
	var all []Expansion[balancetest.BoundedElement]
	cfg.Expanded = func(x Expansion[balancetest.BoundedElement]) {
		all = append(all, x)
		if v, ok := tree.Value(x.Element); ok && !x.Pruned {
			known[x.Rank] = append(known[x.Rank], knowledge{x.End, v})
		}
	}
	cfg.Timeline = &Timeline{Event: func(m TimelineEvent) {
		if m.Kind == MessageReceived && m.Message.Kind == balance.IncumbentKind {
			known[m.Rank] = append(known[m.Rank], knowledge{m.Time, int64(m.Message.A)})
		}
	}}
	cfg.Limit = patience
	if _, err := Run(t.Context(), cfg); err != nil {
		return 0, 0 // one of the runs that never end, see enough
	}
	by := func(known []knowledge, time balance.Ticks) int64 {
		best := int64(balance.NoIncumbent)
		for _, k := range known {
			if k.at <= time {
				best = max(best, k.value)
			}
		}
		return best
	}
	for _, x := range all {
		bound := tree.Bound(x.Element)
		if x.Pruned {
			dropped++
			if bound > by(known[x.Rank], x.Begin) {
				t.Fatalf("at %d, rank %d drops an element of bound %d, and has heard of less: %v", x.Begin, x.Rank, bound, known[x.Rank])
			}
			continue
		}
		if bound <= by(known[x.Rank], x.Begin-1) { // what comes at that very moment may be too late
			t.Fatalf("at %d, rank %d expands an element of bound %d, and has heard of more: %v", x.Begin, x.Rank, bound, known[x.Rank])
		}
		if slices.ContainsFunc(known, func(k []knowledge) bool { return bound <= by(k, x.Begin) }) {
			behind++
		}
	}
	return dropped, behind
}

// One processor takes the way of balance.BranchAndBound, however it searches below its elements.
func TestOneProcessorSearchesAsBranchAndBound(t *testing.T) {
	tree := &balancetest.BoundedTree{Tree: balancetest.Tree{Nodes: 3000, Seed: 5}}
	want, err := balance.BranchAndBound(t.Context(), tree, nil)
	if err != nil || want.Pruned == 0 || want.Nodes > 2000 {
		t.Fatalf("%v, %+v", err, want)
	}
	for _, spec := range balance.Policies() {
		for _, budget := range []balance.Ticks{0, balance.Second} {
			for _, grain := range []float64{0, 0.05, 100} {
				t.Run(fmt.Sprint(spec.Name, "/", budget, "/", grain), func(t *testing.T) {
					cfg := config(t, spec.Name, "", []int{1, 1}, &tree.Tree)
					cfg.Budget, cfg.Grain = budget, grain
					r, err := Run(t.Context(), boundedConfig(cfg, tree))
					got := balance.Optimum{Value: r.Best, Work: r.Work, Nodes: r.Nodes, Pruned: r.Pruned}
					if err != nil || got != want && spec.Place == nil || got.Value != want.Value {
						t.Errorf("%v, %+v, want %+v", err, got, want)
					}
				})
			}
		}
	}
}

// A value takes its way over the links of the machine, and is passed on once by each processor that has not heard of a better one.
func TestNewsTravels(t *testing.T) {
	tree := &balancetest.BoundedTree{Tree: balancetest.Tree{Nodes: 1}}
	cfg := boundedConfig(config(t, "none", "", []int{3, 4}, &tree.Tree), tree)
	cfg.Start = StartRoot
	cfg.Cost = CostModel{Name: "plain", WorkTime: balance.Millisecond, LinkTime: 1000, MessageCPU: 10}
	s, err := newSim(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	var heard []TimelineEvent
	s.cfg.Timeline = &Timeline{Event: func(m TimelineEvent) {
		if m.Kind == MessageReceived {
			heard = append(heard, m)
		}
	}}
	if err := s.place(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.watch(s.cfg.Timeline)
	finder := &s.procs[s.net.rank(5)] // row 1, column 1
	s.bounded.at[finder.rank].best = 42
	finder.find(42)
	for s.queue.next(never-1) != never {
		s.now = s.queue.next(never - 1)
		s.handle(s.queue.pop())
	}
	if len(heard) != 11 || s.bounded.told != 11 || s.total.messages != 11 || s.total.message != 22*10 {
		t.Errorf("%d hear of it, %d are told, by %d messages that take %d ns", len(heard), s.bounded.told, s.total.messages, s.total.message)
	}
	for _, m := range heard {
		links := cfg.Physical.Distance(5, int(s.net.physical(int32(m.Rank))))
		// A message of one link takes 1010 ns, after up to three others to the other sides.
		if least := balance.Ticks(links) * 1010; m.Time < least || m.Time > least+balance.Ticks(links)*30 {
			t.Errorf("rank %d, %d links away, hears at %d ns", m.Rank, links, m.Time)
		}
		if s.bounded.at[m.Rank].best != 42 {
			t.Errorf("rank %d knows of %d", m.Rank, s.bounded.at[m.Rank].best)
		}
	}
	// Who knows better tells no one.
	finder = &s.procs[s.net.rank(0)]
	s.bounded.at[s.net.rank(1)].best, s.bounded.at[s.net.rank(4)].best = 50, 50
	finder.find(45)
	heard = nil
	for s.queue.next(never-1) != never {
		s.now = s.queue.next(never - 1)
		s.handle(s.queue.pop())
	}
	ranks := func(m TimelineEvent) int { return m.Rank }
	if slices.SortFunc(heard, func(a, b TimelineEvent) int { return cmp.Compare(ranks(a), ranks(b)) }); len(heard) != 2 {
		t.Errorf("%+v hear of it, want 2", heard)
	}
}

// interrupting is a policy that calls workers back again and again, and gives away what that brings to light.
type interrupting struct {
	balance.Base
	brought *int // to light, how often
}

func (x interrupting) Start(p balance.Proc) { p.WakeAfter(20 * balance.Millisecond) }

func (x interrupting) Wake(p balance.Proc) {
	if p.(balance.Interrupter).Interrupt() {
		*x.brought++
	}
	p.Transfer((p.Rank()+1)%p.Procs(), 1)
	p.WakeAfter(20 * balance.Millisecond)
}

// A search below an element that is solved to its end can be interrupted: what is open waits from then on, and nothing gets lost.
func TestBoundedSearchIsInterrupted(t *testing.T) {
	tree := &balancetest.BoundedTree{Tree: balancetest.Tree{Nodes: 20_000, Seed: 5}}
	cfg := boundedConfig(config(t, "none", "", []int{2, 2}, &tree.Tree), tree)
	brought := 0
	cfg.Start, cfg.Grain, cfg.Limit = StartRoot, 100, patience
	cfg.Policy = func(int) balance.Policy { return interrupting{brought: &brought} }
	s, err := newSim(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.run(t.Context())
	if err != nil || int64(r.Best) != tree.Best() || brought < 10 || r.Sent == 0 {
		t.Fatalf("%v, %d interrupts, %+v", err, brought, r)
	}
	checkBounded(t, s, r)
}

// Where the search begins everywhere, each processor knows the values of the nodes that it has expanded for that.
func TestSpreadStartKnowsTheValuesAbove(t *testing.T) {
	k := instances.NewKnapsack(24, 1)
	base := config(t, "none", "", []int{4, 4}, &balancetest.Tree{Nodes: 1})
	s, err := newSim(t.Context(), Config[instances.KnapsackNode]{
		Tree: k, Topology: base.Topology, Physical: base.Physical, Cost: base.Cost, Policy: base.Policy, Estimate: base.Estimate,
		Start: StartSpread,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.place(t.Context()); err != nil {
		t.Fatal(err)
	}
	for rank, x := range s.bounded.at {
		if x.best == balance.NoIncumbent || x.best > s.bounded.best {
			t.Errorf("rank %d begins with the value %d, and the best is %d", rank, x.best, s.bounded.best)
		}
	}
}
