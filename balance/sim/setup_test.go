package sim

import (
	"context"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/topology"
)

// tb is what helpers need of *testing.T, *testing.B and *rapid.T.
type tb interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// config is the simulation of a policy on a synthetic tree, on the default machine; sides are those
// of the mesh that the machine is.
func config(t tb, policy, kind string, sides []int, tree *balancetest.Tree) Config[balancetest.Element] {
	t.Helper()
	chosen, err := balance.Choose(policy)
	if err != nil {
		t.Fatal(err)
	}
	if kind == "" {
		kind = chosen.Spec.Kinds[0]
	}
	g := grid(t, kind, sides...)
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
