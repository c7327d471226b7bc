package sim

import (
	"context"
	"errors"
	"slices"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/topology"
)

// tb is what helpers need of *testing.T, *testing.B and *rapid.T.
type tb interface {
	Context() context.Context
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
		Tree: tree, Topology: g, Physical: grid(t, "mesh", sides...), Cost: CostModels()[0],
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
func run[E any](t tb, cfg Config[E]) (balance.Result, []Event) {
	t.Helper()
	var events []Event
	cfg.Trace = func(e Event) { events = append(events, e) }
	r, err := Run(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r, events
}

// enough is the number of callbacks after which runs that are drawn at random are given up. Some of them
// never end: one processor has the last element, and no time for it, because all that the others have to do
// is to send messages past it. And idle processors that steal over quick links ask millions of times.
const enough = 100_000

// explore runs a simulation that was drawn at random until it is over, or reaches its limit, or there were
// enough callbacks; done says whether it is over. The events are those that Config.Trace has seen, at most
// enough of them.
func explore[E any](t tb, cfg Config[E]) (r balance.Result, events []Event, done bool) {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	cfg.Trace = func(e Event) {
		if len(events) == enough {
			cancel(errEnough)
			return
		}
		events = append(events, e)
	}
	r, err := Run(ctx, cfg)
	if err != nil && !errors.Is(err, errEnough) && !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	return r, events, err == nil
}

var errEnough = errors.New("there were enough callbacks")

// eager is a policy with a period that suits small trees, if it has one.
func eager(spec balance.Spec) string {
	for _, p := range spec.Params {
		if p.Name == "period" {
			return spec.Name + ":period=0.05"
		}
	}
	return spec.Name
}
