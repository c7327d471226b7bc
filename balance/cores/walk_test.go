package cores

import (
	"slices"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// counted is a tree that counts how often each of its nodes is expanded.
type counted struct {
	*balancetest.Tree
	times    []atomic.Int32
	expanded atomic.Int64
	solution func(first int64) bool // nodes that are solutions; nil: none
	at       func(expanded int64)   // told how many nodes have been expanded; may be nil
}

func newCounted(nodes int64, seed uint64) *counted {
	return &counted{Tree: &balancetest.Tree{Nodes: nodes, Seed: seed, Blind: true}, times: make([]atomic.Int32, nodes)}
}

// Expand implements balance.Tree.
func (c *counted) Expand(e balancetest.Element, dst []balancetest.Element) ([]balancetest.Element, int64, int64, bool) {
	c.times[e.First-1].Add(1)
	n := c.expanded.Add(1)
	if c.at != nil {
		c.at(n)
	}
	if c.solution != nil && c.solution(e.First) {
		return dst, balancetest.NodeWork, 1, true
	}
	return c.Tree.Expand(e, dst)
}

// Finish implements balance.Tree. It goes depth first, first children first, and so ends with the first solution.
func (c *counted) Finish(e balancetest.Element) (work, nodes int64, found bool) {
	var cost int64
	for stack := []balancetest.Element{e}; len(stack) > 0 && !found; nodes++ {
		last := len(stack) - 1
		stack, cost, _, found = c.Expand(stack[last], stack[:last])
		slices.Reverse(stack[last:]) // the first child comes to lie on top
		work += cost
	}
	return work, nodes, found
}

// once returns the numbers of the nodes that were not expanded exactly once, the first few of them.
func (c *counted) notOnce() []int {
	var wrong []int
	for i := range c.times {
		if c.times[i].Load() != 1 && len(wrong) < 10 {
			wrong = append(wrong, i+1)
		}
	}
	return wrong
}

// element is what machines in these tests move.
type element = Part[balancetest.Element]

// machine is a drawn run of a drawn policy on c; elements are what it begins with.
func machine(t *rapid.T, c *counted, elements []element) *Machine[element] {
	cfg, _ := walking[balancetest.Element](c)
	names := []string{}
	for _, spec := range balance.Policies() {
		names = append(names, spec.Name)
	}
	under(t, &cfg, rapid.SampledFrom(names).Draw(t, "policy"), rapid.IntRange(1, 8).Draw(t, "procs"))
	cfg.Elements = elements
	cfg.Threads = rapid.IntRange(1, 4).Draw(t, "threads")
	cfg.Quantum = rapid.Int64Range(0, 20).Draw(t, "quantum")
	cfg.Grain = rapid.SampledFrom([]float64{0, 0.05}).Draw(t, "grain")
	cfg.TimeScale = rapid.SampledFrom([]float64{0, 1000}).Draw(t, "scale")
	cfg.Seed = rapid.Uint64().Draw(t, "seed")
	m, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestEveryNodeIsExpandedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newCounted(rapid.Int64Range(1, 3000).Draw(t, "nodes"), rapid.Uint64().Draw(t, "tree"))
		r, err := guarded(t, machine(t, c, []element{{c.Root()}}))
		if err != nil || r.Found {
			t.Fatalf("found: %v, error: %v", r.Found, err)
		}
		if wrong := c.notOnce(); wrong != nil || r.Nodes != c.Nodes {
			t.Fatalf("nodes %v … are not expanded once; %d are counted of %d", wrong, r.Nodes, c.Nodes)
		}
	})
}

func TestTimesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newCounted(rapid.Int64Range(1, 3000).Draw(t, "nodes"), 1)
		m := machine(t, c, []element{{c.Root()}})
		r, err := guarded(t, m)
		if err != nil {
			t.Fatal(err)
		}
		sum := balance.Result{Procs: r.Procs, Threads: r.Threads, Time: r.Time}
		for rank, s := range m.Each() {
			sum.Add(s)
			if missing := s.Missing(Parts()); missing != 0 || s.Time != r.Time {
				t.Errorf("processor %d: %d ns of %d are missing: %+v", rank, missing, r.Time, s)
			}
			for _, p := range Parts() {
				if p.Of(s) < 0 {
					t.Errorf("processor %d: %s: a negative time: %+v", rank, p.Title, s)
				}
			}
		}
		if r.Missing(Parts()) != 0 {
			t.Errorf("%d ns are missing: %+v", r.Missing(Parts()), r)
		}
		if diff := cmp.Diff(r, sum); diff != "" {
			t.Errorf("sums and processors (-sums +processors):\n%s", diff)
		}
	})
}

// A Walk passes by what it has given away, and what is given away is the rest.
func TestWalkGivesAndRests(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newCounted(rapid.Int64Range(1, 500).Draw(t, "nodes"), rapid.Uint64().Draw(t, "tree"))
		w := NewWalk[balancetest.Element](c)
		w.SetGrain(rapid.IntRange(-1, 100).Draw(t, "grain"))
		for open := []element{w.Root()}; len(open) > 0; {
			if err := w.Begin(open[len(open)-1]); err != nil {
				t.Fatal(err)
			}
			open = append(open[:len(open)-1], walkOn(t, w)...)
		}
		if wrong := c.notOnce(); wrong != nil {
			t.Fatalf("nodes %v … are not expanded once", wrong)
		}
	})
}

// walkOn searches, now and then gives a branch away, and at last may leave the rest: it returns all these.
func walkOn(t *rapid.T, w *Walk[balancetest.Element]) (open []element) {
	for {
		outcome, err := w.Search(rapid.Int64Range(1, 40).Draw(t, "slice"))
		if err != nil {
			t.Fatal(err)
		}
		if outcome == Closed {
			return open
		}
		levels := w.Open(nil)
		switch rapid.IntRange(0, 4).Draw(t, "then") {
		case 0:
			rest := w.Rest()
			w.Drop()
			return append(open, rest)
		case 1:
			if len(levels) > 0 {
				i := rapid.IntRange(0, len(levels)-1).Draw(t, "branch")
				given := w.Give(i)
				if got := w.Level(given); got != levels[i] {
					t.Fatalf("branch %d has level %d; Open said %d", i, got, levels[i])
				}
				open = append(open, given)
			}
		}
	}
}

func TestWalkRefusesNothing(t *testing.T) {
	w := NewWalk[balancetest.Element](newCounted(1, 1))
	if err := w.Begin(element{}); err == nil {
		t.Error("an element without nodes was begun")
	}
}
