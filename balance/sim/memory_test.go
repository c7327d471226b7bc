package sim

import (
	"context"
	"errors"
	"math/bits"
	"os"
	"runtime"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// complete is the complete binary tree of that many nodes, in the order of a heap: the children of i are
// 2i+1 and 2i+2. It takes no memory.
type complete int64

// Root implements balance.Tree.
func (complete) Root() int64 { return 0 }

// Expand implements balance.Tree.
func (t complete) Expand(e int64, dst []int64) ([]int64, int64, int64, bool) {
	for c := 2*e + 1; c <= 2*e+2 && c < int64(t); c++ {
		dst = append(dst, c)
	}
	return dst, 100, 1, false
}

// Finish implements balance.Tree.
func (t complete) Finish(e int64) (work, nodes int64, found bool) {
	work, nodes, _ = t.Subtree(e)
	return work, nodes, false
}

// Level implements balance.Tree.
func (complete) Level(e int64) int { return bits.Len64(uint64(e + 1)) }

// Subtree implements balance.Tree.
func (t complete) Subtree(e int64) (work, nodes, elements int64) {
	for first, last := e, e; first < int64(t); first, last = 2*first+1, 2*last+2 {
		nodes += min(last, int64(t)-1) - first + 1
	}
	return 100 * nodes, nodes, nodes
}

// large is a run on a large machine on which every processor has that many nodes from the beginning.
func large(t tb, policy string, side, nodes int, limit balance.Ticks) Config[int64] {
	small := config(t, policy, "", []int{side, side}, nil)
	return Config[int64]{
		Tree: complete(nodes * side * side), Topology: small.Topology, Physical: small.Physical, Cost: small.Cost,
		Policy: small.Policy, Received: small.Received, Estimate: small.Estimate,
		Start: StartSpread, Seed: 1, Limit: limit,
	}
}

// bytesPerProc returns the memory that a run holds on to while it is under way, networks not counted.
func bytesPerProc(t tb, cfg Config[int64]) float64 {
	t.Helper()
	used := func() float64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	}
	before, most, calls := used(), 0.0, 0
	cfg.Progress = func(int64) {
		if calls++; calls%16 == 1 {
			most = max(most, used()-before)
		}
	}
	if _, err := Run(context.Background(), cfg); err != nil && !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	if most == 0 {
		t.Fatalf("the run was over after %d looks", calls)
	}
	return most / float64(cfg.Topology.Procs())
}

// With a few waiting elements on each of 1,048,576 processors, a run takes no more than 650 MB: 24 bytes of it for
// each element. Messages under way take 64 bytes each, and elements 60 more: under PLB, a phase begins here, in which
// most processors send one, and under rules in steps each tells all neighbours at once.
func TestMemoryOfAProcessor(t *testing.T) {
	if testing.Short() {
		t.Skip("65,536 processors")
	}
	for _, tc := range []struct {
		policy string
		side   int
		most   float64
	}{
		{"lade", 256, 650},
		{"steal", 128, 650},
		{"random-polling", 128, 650},
		{"plb", 256, 750},
		{"liquid-c5", 128, 900},
		{"diffusion", 128, 1500},
	} {
		t.Run(tc.policy, func(t *testing.T) {
			if got := bytesPerProc(t, large(t, tc.policy, tc.side, 30, balance.Second/5)); got > tc.most {
				t.Errorf("a processor takes %.0f bytes, more than %.0f", got, tc.most)
			}
		})
	}
}

// allocated runs cfg up to a limit, and returns how many bytes that has allocated, and the events.
func allocated[E any](t *testing.T, cfg Config[E], limit balance.Ticks) (bytes, events int64, end error) {
	t.Helper()
	cfg.Limit = limit
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := Run(context.Background(), cfg)
	if err != nil && !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc), r.Events, err
}

// What is allocated depends on the size of the machine, not on how much happens.
func TestEventsDoNotAllocate(t *testing.T) {
	balancetest.SkipShort(t)
	for _, policy := range []string{"lade", "plb:period=0.6:again=0.5", "liquid-c5", "dn"} { // there have to be many events
		t.Run(policy, func(t *testing.T) {
			cfg := large(t, policy, 4, 60_000, 0)
			few, first, _ := allocated(t, cfg, 50*balance.Second)
			many, all, _ := allocated(t, cfg, 400*balance.Second)
			if all < 2*first || many-few > all-first {
				t.Errorf("%d bytes allocated for %d events, %d for %d", few, first, many, all)
			}
		})
	}
}

// A machine may have to pass on so many messages that some processors never come to work, and the run never
// ends: in a clique on a mesh, say, whose steps take longer than their period. That takes no memory either.
func TestStarvationTakesNoMemory(t *testing.T) {
	cfg := config(t, "adf:period=0.05", "clique", []int{3, 4, 2}, &balancetest.Tree{Nodes: 800, Seed: 2})
	cfg.Start, cfg.Grain = StartSpread, 1
	cfg.Cost = CostModel{
		Name: "slow routers", WorkTime: 19, NodeTime: 125, InstallTime: 3687, MessageCPU: 1782, ElementCPU: 58_969,
		RouteCPU: balance.Millisecond, LinkTime: 100_128, ByteTime: 2670, ElementBytes: 16, LevelBytes: 2,
	}
	few, first, _ := allocated(t, cfg, 2*balance.Second)
	many, all, end := allocated(t, cfg, 20*balance.Second)
	if !errors.Is(end, ErrLimit) {
		t.Fatalf("the run has ended: %v", end)
	}
	if all < 8*first || many-few > all-first {
		t.Errorf("%d bytes allocated for %d events, %d for %d", few, first, many, all)
	}
}

// The times of a large machine add up as those of a small one do.
func TestBooksBalanceOnLargeGrids(t *testing.T) {
	if testing.Short() {
		t.Skip("4,096 processors")
	}
	for i, spec := range balance.Policies() {
		t.Run(spec.Name, func(t *testing.T) {
			for j, start := range Starts() {
				if i%len(Starts()) != j && !balancetest.Thorough(spec) {
					continue
				}
				policy := eager(spec)
				if spec.Name == "adf" { // undamped, it is defined on no large grid with even sides
					policy += ":damping=0.2"
				}
				side := 64
				if (i+j)%2 == 0 || spec.Name != "steal" && os.Getenv("TRANSAT_TEST_MORE") == "" {
					side = 32
				}
				cfg := large(t, policy, side, 100, 200*balance.Millisecond)
				cfg.Start, cfg.Grain, cfg.Cost.RouteCPU = start, 0.05, 100*balance.Microsecond
				r, err := Run(t.Context(), cfg)
				if err != nil && !errors.Is(err, ErrLimit) {
					t.Fatal(err)
				}
				checkBooks(t, r)
			}
		})
	}
}
