package cores

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// A run that is cancelled at any node goes on, under another policy and on another number of processors,
// and is cancelled again, until nothing is open.
func TestCancelledRunsGoOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newCounted(rapid.Int64Range(1, 3000).Draw(t, "nodes"), rapid.Uint64().Draw(t, "tree"))
		enough := errors.New("enough for now")
		open := []element{{c.Root()}}
		for len(open) > 0 {
			ctx, cancel := context.WithCancelCause(t.Context())
			until := c.expanded.Load() + rapid.Int64Range(1, c.Nodes).Draw(t, "until")
			c.at = func(expanded int64) {
				if expanded == until {
					cancel(enough)
				}
			}
			m := machine(t, c, open)
			_, err := m.Run(ctx)
			cancel(nil)
			open = openNow(t, m)
			if (err == nil) != (len(open) == 0) || err != nil && !errors.Is(err, enough) {
				t.Fatalf("Run ends with %v, and %d elements are open", err, len(open))
			}
		}
		if wrong := c.notOnce(); wrong != nil {
			t.Fatalf("nodes %v … are not expanded once", wrong)
		}
	})
}

// openNow is what a machine has open.
func openNow(t tb, m *Machine[element]) (open []element) {
	t.Helper()
	err := m.Snapshot(func(all []element) error {
		open = all
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return open
}

// What a snapshot has, and what was expanded before it, is the whole tree; and the run goes on.
func TestSnapshotsOfARunAreWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newCounted(rapid.Int64Range(200, 5000).Draw(t, "nodes"), rapid.Uint64().Draw(t, "tree"))
		at := rapid.Int64Range(1, c.Nodes).Draw(t, "at")
		reached := make(chan struct{})
		c.at = func(expanded int64) {
			if expanded == at {
				close(reached)
			}
		}
		m := machine(t, c, []element{{c.Root()}})
		done := make(chan error)
		go func() {
			<-reached
			var before, after []int32
			err := m.Snapshot(func(open []element) error {
				before = c.snapshot()
				for _, part := range open {
					for _, e := range part {
						before = addSubtree(before, e)
					}
				}
				return nil
			})
			for range c.Nodes {
				after = append(after, 1)
			}
			if err == nil && !cmp.Equal(before, after) {
				err = errors.New("nodes that were expanded and nodes that were open are not the whole tree:\n" + cmp.Diff(before, after))
			}
			done <- err
		}()
		_, err := guarded(t, m)
		if err := errors.Join(err, <-done); err != nil {
			t.Fatal(err)
		}
		if wrong := c.notOnce(); wrong != nil {
			t.Fatalf("after a snapshot, nodes %v … are not expanded once", wrong)
		}
	})
}

func (c *counted) snapshot() []int32 {
	times := make([]int32, len(c.times))
	for i := range c.times {
		times[i] = c.times[i].Load()
	}
	return times
}

// addSubtree counts the nodes of a subtree, which are numbered in order.
func addSubtree(times []int32, e balancetest.Element) []int32 {
	for i := range e.Nodes {
		times[e.First-1+i]++
	}
	return times
}

// The levels that Inspect tells are those of the nodes that a snapshot has, without those in work.
func TestInspectTellsTheLevels(t *testing.T) {
	c := newCounted(100_000, 1) // many more than are visited between two looks at whether it is over
	cfg, _ := walking[balancetest.Element](c)
	under(t, &cfg, "steal", 3)
	m, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	m.Inspect(func(levels []int) { got = levels })
	if diff := cmp.Diff([]int{0}, got); diff != "" {
		t.Errorf("before the run (-want +got):\n%s", diff)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c.at = func(expanded int64) {
		if expanded == 300 {
			cancel()
			<-m.ended
		}
	}
	if _, err := m.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	m.Inspect(func(levels []int) { got = levels })
	nodes := 0
	for _, part := range openNow(t, m) {
		nodes += len(part)
	}
	working := 0
	for _, p := range m.procs {
		if p.running {
			working++
		}
	}
	if working == 0 || len(got) != nodes-working {
		t.Errorf("%d levels of %d nodes, %d of them in work", len(got), nodes, working)
	}
}

// What is on its way is open, too.
func TestSnapshotsHaveWhatIsUnderWay(t *testing.T) {
	m, err := New(small(t))
	if err != nil {
		t.Fatal(err)
	}
	m.procs[1].box.post(parcel[element]{from: 2, message: balance.Message{Kind: 1}})
	m.procs[1].box.post(parcel[element]{from: 2, elements: []element{{deep(1, 11)}, {deep(2, 12)}}})
	var firsts []int64
	for _, part := range openNow(t, m) {
		firsts = append(firsts, part[0].First)
	}
	if diff := cmp.Diff([]int64{1, 11, 12}, firsts); diff != "" {
		t.Errorf("nodes that are open (-want +got):\n%s", diff)
	}
	m.Inspect(func(levels []int) {
		if diff := cmp.Diff([]int{0, 8, 16}, levels); diff != "" {
			t.Errorf("their levels (-want +got):\n%s", diff)
		}
	})
}

func TestSnapshotHandsOnTheError(t *testing.T) {
	c := newCounted(1, 1)
	cfg, _ := walking[balancetest.Element](c)
	under(t, &cfg, "none", 1)
	m, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("disk full")
	if err := m.Snapshot(func([]element) error { return full }); !errors.Is(err, full) {
		t.Errorf("the error is %v, want %v", err, full)
	}
}
