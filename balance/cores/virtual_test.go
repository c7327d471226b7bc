package cores

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
)

// sleeping is a search whose nodes take some time each, in which it sleeps. In a bubble of package synctest,
// where nothing else takes any time, a machine of such searches has as many cores as threads, whatever
// this computer has, and is never disturbed.
type sleeping[E any] struct {
	*Walk[E]
	node time.Duration
}

// Search implements Search.
func (s sleeping[E]) Search(nodes int64) (Outcome, error) {
	before := s.Nodes()
	outcome, err := s.Walk.Search(nodes)
	time.Sleep(time.Duration(s.Nodes()-before) * s.node)
	return outcome, err
}

// asleep makes the searches of cfg sleep for every node.
func asleep[E any](cfg *Config[Part[E]], node time.Duration) {
	walk := cfg.Search
	cfg.Search = func(rank int) (Search[Part[E]], error) {
		s, err := walk(rank)
		return sleeping[E]{s.(*Walk[E]), node}, err
	}
}

// virtually runs a policy in a bubble, on a tree of that many nodes of a microsecond each.
func virtually(t *testing.T, policy string, nodes int64, procs, threads int) balance.Result {
	var r balance.Result
	synctest.Test(t, func(t *testing.T) {
		cfg, _ := walking(&balancetest.Tree{Nodes: nodes, Seed: 1, Blind: true})
		under(t, &cfg, policy, procs)
		asleep(&cfg, time.Microsecond)
		cfg.Threads = threads
		m, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		if r, err = m.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
	return r
}

// Where nothing but the search takes time, all time is spent searching, or without work, or waiting for a thread, of which
// there is none as long as each processor has a thread. All nodes are searched in their time. How much of that time is used
// depends on which goroutine is first, so -v shows it, and the test wants no more than half.
func TestCoresAreUsed(t *testing.T) {
	balancetest.SkipShort(t)
	nodes := int64(1_000_000)
	if os.Getenv("TRANSAT_TEST_MORE") != "" {
		nodes = 2_000_000
	}
	for _, c := range []struct {
		policies       string
		procs, threads int
	}{
		{"none steal", 1, 1},
		{"steal adaptive lade liquid-c5 dn", 2, 2},
		{"steal random-polling steal-half round-robin plb lade liquid-c5 diffusion dn adaptive", 16, 16},
		{"steal random-polling adaptive", 64, 64},
		{"steal random-polling plb adaptive", 32, 2},
	} {
		for _, policy := range strings.Fields(c.policies) {
			t.Run(fmt.Sprint(policy, "/", c.procs, "/", c.threads), func(t *testing.T) {
				r := virtually(t, policy, nodes, c.procs, c.threads)
				t.Logf("%.2f %% used in %v, %d messages, %d elements sent", 100*r.Used(), r.Time, r.Messages, r.Sent)
				if r.Nodes != nodes || r.Busy != balance.Ticks(nodes)*balance.Microsecond {
					t.Errorf("%d nodes in %v, want %d, of 1 µs each", r.Nodes, r.Busy, nodes)
				}
				if used := r.Used(); used < 0.5 || used > 1 || c.threads == 1 && used != 1 {
					t.Errorf("%d threads take %v for what one does in %v", c.threads, r.Time, r.Busy)
				}
				if sum := r.Busy + r.Wait + r.Idle; sum != balance.Ticks(c.procs)*r.Time || c.procs <= c.threads && r.Wait != 0 {
					t.Errorf("%v of %v are accounted for, %v of them as waiting for a thread: %+v", sum, balance.Ticks(c.procs)*r.Time, r.Wait, r)
				}
			})
		}
	}
}

// The first solution stops all processors within 10 ms, also if there are many more of them than threads.
func TestSolutionStopsEverythingSoon(t *testing.T) {
	for _, c := range []struct{ procs, threads int }{{1, 1}, {4, 4}, {64, 2}} {
		synctest.Test(t, func(t *testing.T) {
			tree := &balancetest.Tree{Nodes: 1_000_000, Solution: 700_000, Seed: 2}
			cfg, _ := walking(tree)
			under(t, &cfg, "steal", c.procs)
			asleep(&cfg, time.Microsecond)
			cfg.Threads = c.threads
			begun, solved := time.Now(), time.Duration(0)
			cfg.Solved = func(int) { solved = time.Since(begun) }
			m, err := New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			r, err := m.Run(t.Context())
			if err != nil || !r.Found {
				t.Fatalf("found: %v, error: %v", r.Found, err)
			}
			if late := time.Duration(r.Time) - solved; late < 0 || late > 10*time.Millisecond {
				t.Errorf("%d processors on %d threads: the last one stops %v after a solution was found", c.procs, c.threads, late)
			}
		})
	}
}

// Processors that share a thread take turns: in the same time they have visited as many nodes, to a turn.
func TestProcessorsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tree := &balancetest.Tree{Nodes: 100_000, Seed: 1, Blind: true}
		cfg, _ := walking(tree)
		under(t, &cfg, "none", 5)
		asleep(&cfg, time.Microsecond)
		root := cfg.Elements[0]
		cfg.Elements = []element{root, root, root, root, root}
		cfg.Threads = 2
		m, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 101*time.Millisecond)
		defer cancel()
		r, err := m.Run(ctx)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		for rank, s := range m.Each() {
			mean := r.Time * 2 / 5
			if away := time.Duration(s.Busy - mean).Abs(); away > turn+pause {
				t.Errorf("processor %d has had a thread for %v of %v; %v would be fair", rank, s.Busy, r.Time, mean)
			}
		}
	})
}

// While all are stopped, nothing moves, and no search starts.
func TestSnapshotStopsTheWorld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg, _ := walking(&balancetest.Tree{Nodes: 200_000, Seed: 1, Blind: true})
		under(t, &cfg, "lade", 8)
		asleep(&cfg, time.Microsecond)
		cfg.Threads = 3
		m, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for range 20 {
				time.Sleep(2 * time.Millisecond)
				asked := time.Now()
				err := m.Snapshot(func([]element) error {
					if wait := time.Since(asked); wait > 2*pause {
						t.Errorf("it takes %v to stop", wait)
					}
					before := m.Progress()
					time.Sleep(5 * time.Millisecond)
					if after := m.Progress(); after != before {
						t.Errorf("something moves: %+v, then %+v", before, after)
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		}()
		r, err := m.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Nodes != 200_000 {
			t.Errorf("%d nodes of 200000", r.Nodes)
		}
	})
}

// chain is a tree without any branch.
type chain struct{ *balancetest.Tree }

// Expand implements balance.Tree.
func (c chain) Expand(e balancetest.Element, dst []balancetest.Element) ([]balancetest.Element, int64, int64, bool) {
	if e.First < c.Nodes {
		dst = append(dst, balancetest.Element{First: e.First + 1, Depth: e.Depth + 1})
	}
	return dst, balancetest.NodeWork, 1, false
}

// Where there is nothing to share for long, those who ask for it do so at most once in a while: a request
// and an answer each.
func TestThievesGetTired(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const procs = 16
		cfg, _ := walking(chain{&balancetest.Tree{Nodes: 100_000}})
		under(t, &cfg, "steal", procs)
		asleep(&cfg, time.Microsecond)
		cfg.Threads = procs
		m, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		eager := int64(procs * 2 * 16 * patience / pause) // each may ask all others between two safe points of the busy one
		most := eager + int64(procs*2*time.Duration(r.Time)/leastRest)
		if r.Messages > most {
			t.Errorf("%d messages in %v, want at most %d", r.Messages, r.Time, most)
		}
	})
}

// wakes is a policy that is woken every second of its time.
type wakes struct {
	balance.Base
	at *[]balance.Ticks
}

// Start implements balance.Policy.
func (w wakes) Start(p balance.Proc) { p.WakeAfter(balance.Second) }

// Wake implements balance.Policy.
func (w wakes) Wake(p balance.Proc) {
	*w.at = append(*w.at, p.Now())
	p.WakeAfter(balance.Second)
}

// The time of a policy is scaled, and it is woken at the very times it asked for, by its clock.
func TestTimeIsScaled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var at []balance.Ticks
		cfg, _ := walking(&balancetest.Tree{Nodes: 100_500, Seed: 1, Blind: true})
		under(t, &cfg, "none", 1)
		asleep(&cfg, time.Microsecond)
		cfg.Policy = func(int) balance.Policy { return wakes{at: &at} }
		cfg.TimeScale = 50 // a second of the policy is 20 ms
		m, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := []balance.Ticks{balance.Second, 2 * balance.Second, 3 * balance.Second, 4 * balance.Second, 5 * balance.Second}
		if diff := cmp.Diff(want, at); diff != "" {
			t.Errorf("times of waking (-want +got):\n%s", diff)
		}
	})
}
