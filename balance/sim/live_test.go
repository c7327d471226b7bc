package sim_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/instances/instancetest"
	"transat/solver/dpll"
	"transat/solver/tree"
)

// TestReplayEqualsLiveSolving runs every policy twice, once on a recorded tree and once on a solver
// that expands nodes as the policy has them expanded, and compares all that happens between
// processors, event for event.
func TestReplayEqualsLiveSolving(t *testing.T) {
	samples := []struct{ name, rule string }{
		{"100-480-3/1", "lex"}, {"200-900-3/1", "weights"}, {"60-600-4/1", "lex"}, {"100-430-3/1", "lex"}, {"200-830-3/1", "weights"},
	}
	if testing.Short() {
		samples = samples[:2]
	}
	apart := 4
	if os.Getenv("TRANSAT_TEST_MORE") != "" {
		apart = 2
	}
	for i, sample := range samples {
		name := sample.name
		f := instancetest.Formula(t, name)
		tree, err := tree.Record(t.Context(), f, tree.Options{Rule: sample.rule})
		if err != nil {
			t.Fatal(err)
		}
		if units := tree.Elements() < tree.Nodes(); units != (sample.rule == "weights") || tree.Elements() < 10 {
			t.Fatalf("%s, rule %s: %d nodes in %d elements", name, sample.rule, tree.Nodes(), tree.Elements())
		}
		live, err := dpll.NewLive(t.Context(), f, dpll.LiveOptions{Rule: sample.rule})
		if err != nil {
			t.Fatal(err)
		}
		for j, spec := range balance.Policies() {
			for k, start := range sim.Starts() {
				if i > 0 && (i+j+k)%apart != 1 { // each policy and start, but not on each tree
					continue
				}
				if (i+j+k)%3 > 0 && !balancetest.Thorough(spec) {
					continue
				}
				t.Run(fmt.Sprint(name, "/", sample.rule, "/", spec.Name, "/", start), func(t *testing.T) {
					replayed, a := traced(t, tree, spec.Name, start)
					solved, b := traced(t, live, spec.Name, start)
					if !slices.Equal(replayed, solved) {
						t.Errorf("traces differ:\n%s", cmp.Diff(replayed, solved))
					}
					a.Events, b.Events = 0, 0 // what the simulation has looked at may differ
					if diff := cmp.Diff(a, b); diff != "" {
						t.Errorf("results differ:\n%s", diff)
					}
					if !a.Found && (a.Nodes != tree.Nodes() || a.Work != tree.Work()) {
						t.Errorf("expanded %d nodes and %d work of %d and %d", a.Nodes, a.Work, tree.Nodes(), tree.Work())
					}
				})
			}
		}
	}
}

// traced simulates a policy on a 4×4 machine with a coarse grain, so that some elements are finished
// and others split, and returns all that happened.
func traced[E any](t *testing.T, tree balance.Tree[E], policy string, start sim.Start) ([]sim.Event, balance.Result) {
	t.Helper()
	cfg := config(t, tree, policy, 4, 4)
	cfg.Start, cfg.Grain = start, 4
	var events []sim.Event
	cfg.Trace = func(e sim.Event) { events = append(events, e) }
	result, err := sim.Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return events, result
}

// config is a run on the default machine with the given sides, the policy on its preferred topology.
func config[E any](t *testing.T, tree balance.Tree[E], policy string, sides ...int) sim.Config[E] {
	t.Helper()
	chosen, err := balance.Choose(policy)
	if err != nil {
		t.Fatal(err)
	}
	networks := balancetest.Networks(chosen, sides...)
	if len(networks) == 0 {
		t.Skipf("%v is not defined on a machine with the sides %v", chosen, sides)
	}
	network := networks[0]
	mesh, err := topology.NewGrid("mesh", sides...)
	if err != nil {
		t.Fatal(err)
	}
	maker, err := chosen.For(network)
	if err != nil {
		t.Fatal(err)
	}
	estimate, err := balance.ChooseEstimate("alpha")
	if err != nil {
		t.Fatal(err)
	}
	return sim.Config[E]{
		Tree: tree, Topology: network, Physical: mesh, Cost: sim.CostModels()[0],
		Policy: maker, Received: chosen.Spec.Received, Estimate: estimate, Seed: 1,
	}
}
