package cores

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/topology"
)

// walks are the searches that a machine has made.
type walks[E any] struct {
	mu  sync.Mutex
	all []*Walk[E]
}

// walking returns a configuration in which every processor walks the tree, without a policy, and the walks
// that are made.
func walking[E any](tree balance.Tree[E]) (Config[Part[E]], *walks[E]) {
	w := &walks[E]{}
	whole := NewWalk(tree)
	return Config[Part[E]]{
		Search: func(int) (Search[Part[E]], error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.all = append(w.all, NewWalk(tree))
			return w.all[len(w.all)-1], nil
		},
		Level:    whole.Level,
		Elements: []Part[E]{whole.Root()},
	}, w
}

// work is what all walks have done.
func (w *walks[E]) work() int64 {
	sum := int64(0)
	for _, x := range w.all {
		sum += x.Work()
	}
	return sum
}

// tb is what helpers need of *testing.T, *testing.B and *rapid.T.
type tb interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Skipf(format string, args ...any)
}

// under sets the policy of cfg, on the network of procs processors that it prefers.
func under[E any](t tb, cfg *Config[E], policy string, procs int) {
	t.Helper()
	chosen, err := balance.Choose(policy)
	if err != nil {
		t.Fatal(err)
	}
	networks := balancetest.Networks(chosen, procs)
	if len(networks) == 0 {
		t.Skipf("%v is not defined on %d processors", chosen, procs)
	}
	on(t, cfg, chosen, networks[0])
}

// on sets the policy of cfg and its network.
func on[E any](t tb, cfg *Config[E], chosen balance.Chosen, g topology.Network) {
	t.Helper()
	maker, err := chosen.For(g)
	if err != nil {
		t.Fatal(err)
	}
	estimate, err := balance.ChooseEstimate(chosen.Spec.Estimate)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Topology, cfg.Policy, cfg.Received, cfg.Estimate = g, maker, chosen.Spec.Received, estimate
}

// stuckAfter is how long a run may take that needs seconds at most: then it is stuck.
const stuckAfter = 2 * time.Minute

// guarded runs a machine, and fails with a description of all processors if it gets stuck.
func guarded[E any](t tb, m *Machine[E]) (balance.Result, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	type end struct {
		result balance.Result
		err    error
	}
	ended := make(chan end, 1)
	go func() {
		r, err := m.Run(ctx)
		ended <- end{r, err}
	}()
	select {
	case e := <-ended:
		return e.result, e.err
	case <-time.After(stuckAfter):
		t.Fatalf("the run is stuck:\n%s", describe(m))
		return balance.Result{}, nil
	}
}

// describe dumps what can be seen of a machine that may not stop at any safe point.
func describe[E any](m *Machine[E]) string {
	var b strings.Builder
	m.slots.mu.Lock()
	fmt.Fprintf(&b, "%d elements, over: %v, slots: %d of %d free, %d wait, urgent: %v\n",
		m.alive.Load(), m.over.Load(), m.slots.free, m.slots.all, len(m.slots.queue), m.slots.urgent.Load())
	m.slots.mu.Unlock()
	for _, p := range m.procs {
		p.box.mu.Lock()
		fmt.Fprintf(&b, "processor %d: %d nodes, %d parcels, token: %d\n", p.rank, p.nodes.Load(), len(p.box.parcels), len(p.box.arrived))
		p.box.mu.Unlock()
	}
	return b.String()
}
