package cores

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// post joins parts to a whole machine.
type post struct {
	parts []*Machine[element] // by rank
}

func (o *post) Send(from, to int, m balance.Message) { o.parts[to].Receive(from, to, m) }
func (o *post) Ship(from, to int, tag uint8, elements []element) {
	o.parts[to].Arrive(from, to, tag, elements)
}
func (o *post) Idle(int)                      {}
func (o *post) distinct() []*Machine[element] { return slices.Compact(slices.Clone(o.parts)) }

func (o *post) nodes() (n int64) {
	o.each(func(m *Machine[element]) { n += m.Progress().Nodes })
	return n
}

func (o *post) each(do func(m *Machine[element])) {
	for _, m := range o.distinct() {
		do(m)
	}
}

// Two machines that are each a part of one expand every node once, under any policy, and go on until they are stopped.
func TestPartsExpandEveryNodeOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newCounted(rapid.Int64Range(1, 3000).Draw(t, "nodes"), rapid.Uint64().Draw(t, "tree"))
		cfg, _ := walking[balancetest.Element](c)
		names := []string{}
		for _, spec := range balance.Policies() {
			names = append(names, spec.Name)
		}
		under(t, &cfg, rapid.SampledFrom(names).Draw(t, "policy"), rapid.IntRange(2, 8).Draw(t, "procs"))
		n := cfg.Topology.Procs()
		cut := rapid.IntRange(1, n-1).Draw(t, "cut")
		o := &post{parts: make([]*Machine[element], n)}
		cfg.Elsewhere, cfg.Elements, cfg.Threads, cfg.Quantum, cfg.TimeScale = o, nil, 2, 10, 1000
		for _, here := range [][]int{ranks(n)[:cut], ranks(n)[cut:]} {
			cfg.Here = here
			m, err := New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			for _, rank := range here {
				o.parts[rank] = m
			}
		}
		o.parts[n-1].Adopt(n-1, element{c.Root()})
		o.run(t, c.Nodes)
		if wrong := c.notOnce(); wrong != nil {
			t.Fatalf("nodes %v … are not expanded once", wrong)
		}
		o.each(func(m *Machine[element]) {
			if left := m.Progress().Elements; left != 0 {
				t.Fatalf("%d elements are left", left)
			}
		})
	})
}

// run runs all parts until that many nodes are expanded.
func (o *post) run(t *rapid.T, nodes int64) {
	ctx, cancel := context.WithTimeout(context.Background(), stuckAfter)
	defer cancel()
	var all sync.WaitGroup
	o.each(func(m *Machine[element]) {
		all.Go(func() {
			if _, err := m.Run(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("it has ended with %v", err)
			}
		})
	})
	for o.nodes() < nodes && ctx.Err() == nil {
		time.Sleep(50 * time.Microsecond)
	}
	cancel()
	all.Wait()
}

func TestPartsAreChecked(t *testing.T) {
	c := newCounted(10, 1)
	cfg, _ := walking[balancetest.Element](c)
	under(t, &cfg, "steal", 4)
	cfg.Elsewhere = &post{}
	for _, tc := range []struct {
		here, place []int
		want        string
	}{
		{nil, []int{0}, "no processor lives here"},
		{[]int{1, 0}, []int{0}, "increasing"},
		{[]int{4}, []int{0}, "below 4"},
		{[]int{0, 1}, []int{2}, "lives elsewhere"},
		{[]int{0, 1}, nil, "needs a place"},
	} {
		cfg.Here, cfg.Place = tc.here, tc.place
		if _, err := New(cfg); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("here %v, places %v: %v, want %q", tc.here, tc.place, err, tc.want)
		}
	}
}
