package sim_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/sim"
	"transat/instances"
)

var (
	_ balance.Tree[instances.UTSNode]  = (*instances.UTS)(nil)
	_ balance.Tree[instances.UTSPlace] = (*instances.UTSRecord)(nil)
)

// TestReplayEqualsGrowing runs every policy twice, on a UTS tree that grows while it is searched and on its
// record, and compares all that happens between processors, event for event. Nodes have any number of
// children, and every node is expanded once.
func TestReplayEqualsGrowing(t *testing.T) {
	balancetest.SkipShort(t)
	set, err := instances.Open("uts-default")
	if err != nil {
		t.Fatal(err)
	}
	tree := set.Instances[0].Tree
	record, err := tree.Record(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, spec := range balance.Policies() {
		for j, start := range sim.Starts() {
			for k, grain := range []float64{0, 14} {
				if (i+j+k)%3 > 0 && (testing.Short() || !balancetest.Thorough(spec)) { // each policy, but not from each start
					continue
				}
				t.Run(fmt.Sprint(spec.Name, "/", start, "/", grain), func(t *testing.T) {
					grown, a := searched(t, tree, spec, start, grain)
					replayed, b := searched(t, record, spec, start, grain)
					if !spec.Bound { // which takes the largest element that it knows of
						a.Events, b.Events = 0, 0 // what the simulation has looked at may differ
						if !slices.Equal(replayed, grown) {
							t.Errorf("traces (-replayed +grown):\n%s", cmp.Diff(replayed, grown))
						}
						if diff := cmp.Diff(b, a); diff != "" {
							t.Errorf("results (-replayed +grown):\n%s", diff)
						}
					}
					for _, r := range []balance.Result{a, b} {
						if r.Nodes != tree.Nodes() || r.Work != instances.UTSWork*tree.Nodes() || r.Found {
							t.Errorf("%d nodes and %d work of %d and %d, found: %v",
								r.Nodes, r.Work, tree.Nodes(), instances.UTSWork*tree.Nodes(), r.Found)
						}
						all := r.Busy + r.Take + r.Install + r.Message + r.Route + r.Placing + r.Idle
						if want := balance.Ticks(r.Procs) * r.Time; all != want {
							t.Errorf("the parts of the time add up to %d ns of %d", all, want)
						}
					}
				})
			}
		}
	}
}

// searched is traced with a grain of its own. With 14, subtrees below depth 3 are finished in one go.
func searched[E any](t *testing.T, tree balance.Tree[E], spec balance.Spec, start sim.Start, grain float64) ([]sim.Event, balance.Result) {
	t.Helper()
	cfg := config(t, tree, spec.Name, 4, 4)
	cfg.Start, cfg.Grain, cfg.Bound = start, grain, spec.Bound
	var events []sim.Event
	cfg.Trace = func(e sim.Event) { events = append(events, e) }
	result, err := sim.Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return events, result
}
