package phases

import (
	"math"
	"slices"
	"testing"

	"transat/balance"
	"transat/balance/topology"
)

// Within a phase every object is computed once, those that must stay on their rank, and it takes no less than the mean of the ranks or the
// longest object. Policies that act when a rank has run out of work make it shorter.
func TestWithinAPhase(t *testing.T) {
	p := HotSpot{Ranks: 4, Objects: 32, Phases: 4, Seed: 3}.Make()
	for k := range p.Phases {
		for i := range p.Phases[k].Objects {
			o := &p.Phases[k].Objects[i]
			o.Migratable = o.ID%5 != 0
		}
	}
	s := setup(t)
	s.Within = true
	totals := map[string]PhaseResult{}
	for _, name := range []string{None, "still", "steal", "adaptive", "dn", Greedy} {
		policy, err := Choose(balance.Builtin(), name)
		if name == "still" { // the policy none, on the machine
			policy.Name = name
			policy.chosen, err = balance.Builtin().Choose(None)
		}
		if err != nil {
			t.Fatal(err)
		}
		run, err := Replay(t.Context(), p, policy, s)
		if err != nil {
			t.Fatal(err)
		}
		for k, r := range run.Phases {
			longest, ranks := 0.0, make([]float64, p.Ranks)
			for i, o := range p.Phases[k].Objects {
				longest = max(longest, o.Time)
				ranks[r.Placement[i]] += o.Time
				if !o.Migratable && r.Placement[i] != o.Rank {
					t.Errorf("%s: object %d must stay on rank %d and is on %d", name, o.ID, o.Rank, r.Placement[i])
				}
			}
			if len(r.Placement) != len(p.Phases[k].Objects) || r.Time < max(r.Mean, longest)*(1-1e-6) {
				t.Errorf("%s: phase %d takes %v s, the mean is %v, and the longest object takes %v", name, k, r.Time, r.Mean, longest)
			}
			if sums := r.Time == slices.Max(ranks); sums != (name == None || name == Greedy) { // not the machine's time
				t.Errorf("%s: phase %d takes %v s, and the rank with most to compute %v s", name, k, r.Time, slices.Max(ranks))
			}
		}
		totals[name] = run.Total()
	}
	still, none := totals["still"], totals[None]
	if still.Moved > 0 || math.Abs(still.Time/none.Time-1) > 1e-3 {
		t.Errorf("with %d moves, the machine takes %v s, and the sums are %v", still.Moved, still.Time, none.Time)
	}
	if steal := totals["steal"]; steal.Time > 0.8*none.Time || steal.Moved == 0 || steal.Bytes == 0 {
		t.Errorf("steal takes %v s and moves %d objects; without moves it is %v s", steal.Time, steal.Moved, none.Time)
	}
}

// A phase keeps the promises of a tree, also if nothing can move, or takes time.
func TestPhaseTree(t *testing.T) {
	p := HotSpot{Ranks: 3, Objects: 9, Phases: 2, Seed: 1}.Make()
	for _, change := range []func(o *Object){
		func(*Object) {}, func(o *Object) { o.Migratable = false }, func(o *Object) { o.Time = 0 },
	} {
		for k := range p.Phases {
			for i := range p.Phases[k].Objects {
				change(&p.Phases[k].Objects[i])
			}
		}
		tree, err := newPhaseTree(p, p, 1, p.Recorded(1))
		if err != nil {
			t.Fatal(err)
		}
		if err := balance.CheckTree(t.Context(), balance.Tree[part](tree), balance.TreeSample{}); err != nil {
			t.Error(err)
		}
		s := setup(t)
		s.Within, s.Network = true, nil
		if s.Physical, err = gridOf(3); err != nil {
			t.Fatal(err)
		}
		s.Network = s.Physical
		steal, _ := Choose(balance.Builtin(), "steal")
		if _, err := Replay(t.Context(), p, steal, s); err != nil {
			t.Error(err)
		}
	}
	p.Phases[1].Objects[0].Time = 2 * mostSimulated
	if _, err := newPhaseTree(p, p, 1, p.Recorded(1)); err == nil {
		t.Error("a phase of weeks is simulated")
	}
}

func gridOf(ranks int) (*topology.Grid, error) { return topology.NewGrid("mesh", ranks, 1) }
