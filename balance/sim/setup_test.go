package sim

import (
	"context"
	"slices"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/topology"
)

// tb is what helpers need of *testing.T, *testing.B and *rapid.T.
type tb interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Skipf(format string, args ...any)
}

// config is the simulation of a policy on a synthetic tree, on the default machine; sides are those
// of the mesh that the machine is. Without a kind of topology, it is the policy's own. It skips the test
// if the policy is not defined there.
func config(t tb, policy, kind string, sides []int, tree *balancetest.Tree) Config[balancetest.Element] {
	t.Helper()
	chosen, err := balance.Choose(policy)
	if err != nil {
		t.Fatal(err)
	}
	networks := balancetest.Networks(chosen, sides...)
	i := 0
	if kind != "" {
		i = slices.IndexFunc(networks, func(g topology.Network) bool { return g.Kind() == kind })
	}
	if i < 0 || i >= len(networks) {
		t.Skipf("%v is not defined on a machine with the sides %v (%s)", chosen, sides, kind)
	}
	g := networks[i]
	maker, err := chosen.For(g)
	if err != nil {
		t.Fatal(err)
	}
	return Config[balancetest.Element]{
		Tree: tree, Topology: g, Physical: grid(t, "mesh", sides...), Machine: Machines()[0],
		Policy: maker, Received: chosen.Spec.Received, Estimate: estimate(t, chosen.Spec.Estimate), Seed: 1,
	}
}

func grid(t tb, kind string, sides ...int) *topology.Grid {
	t.Helper()
	g, err := topology.NewGrid(kind, sides...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func estimate(t tb, name string) balance.Estimate {
	t.Helper()
	e, err := balance.ChooseEstimate(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// run runs cfg, which must succeed, and returns what Config.Trace has seen.
func run[E any](t tb, cfg Config[E]) (Result, []Event) {
	t.Helper()
	var events []Event
	cfg.Trace = func(e Event) { events = append(events, e) }
	r, err := Run(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r, events
}

// eager is a policy with a period that suits small trees, if it has one.
func eager(spec balance.Spec) string {
	for _, p := range spec.Params {
		if p.Name == "period" {
			return spec.Name + ":period=0.05"
		}
	}
	return spec.Name
}
