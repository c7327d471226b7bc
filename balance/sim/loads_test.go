package sim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// A run with measured loads does not depend on how much the tree knows: each policy sees the same.
func TestMeasuredLoadsOfBlindTrees(t *testing.T) {
	balancetest.SkipShort(t)
	for _, spec := range balance.Policies() {
		if spec.Bound {
			continue
		}
		t.Run(spec.Name, func(t *testing.T) {
			nodes := int64(2000)
			if !balancetest.Thorough(spec) {
				nodes = 500
			}
			run := func(blind bool) (balance.Result, []Event) {
				cfg := config(t, eager(spec), "", []int{4, 4}, &balancetest.Tree{Nodes: nodes, Seed: 7, Blind: blind})
				cfg.Estimate = estimate(t, "measured")
				if spec.Place != nil {
					cfg.Start, cfg.Placement = StartFrontier, &Placement{Pieces: 2, Deal: func(loads []float64) []int {
						ranks := make([]int, len(loads))
						for i := range ranks {
							ranks[i] = i % 16
						}
						return ranks
					}}
				}
				return runOrGiveUp(t, cfg)
			}
			known, events := run(false)
			blind, same := run(true)
			if diff := cmp.Diff(events, same); diff != "" {
				t.Errorf("events (-known +blind):\n%s", diff)
			}
			if known != blind {
				t.Errorf("blind: %+v, want %+v", blind, known)
			}
		})
	}
}

// runOrGiveUp is run with a limit on simulated time.
func runOrGiveUp[E any](t tb, cfg Config[E]) (balance.Result, []Event) {
	t.Helper()
	var events []Event
	cfg.Trace = func(e Event) { events = append(events, e) }
	cfg.Limit = 100 * balance.Second
	r, err := Run(context.Background(), cfg)
	if err != nil && !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	return r, events
}

// bag is a flat bag of tasks: the root, with element -1, has one child a task. Their loads may be any numbers.
type bag struct{ loads []float64 }

func (b bag) Root() int { return -1 }

func (b bag) Expand(e int, dst []int) ([]int, int64, int64, bool) {
	if e < 0 {
		for i := range b.loads {
			dst = append(dst, i)
		}
		return dst, 0, 1, false
	}
	return dst, int64(min(1000*b.loads[e], 1000)), 1, false
}

func (b bag) Finish(e int) (work, nodes int64, found bool) {
	children, work, nodes, _ := b.Expand(e, nil)
	for _, c := range children {
		_, w, n, _ := b.Expand(c, nil)
		work, nodes = work+w, nodes+n
	}
	return work, nodes, false
}

func (b bag) Level(e int) int { return min(e+1, 1) }

func (b bag) Load(e int) float64 {
	if e < 0 {
		return 1
	}
	return b.loads[e]
}

func (b bag) Subtree(int) (work, nodes, elements int64) { return 0, 0, 0 }

// A transfer takes the largest elements, of equal ones the oldest, in every place of a list that has been changed in all ways.
func TestTransfersTakeTheLargest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := Config[int]{
			Tree:     bag{rapid.SliceOfN(rapid.SampledFrom([]float64{0, 1e-12, 0.001, 0.125, 0.25, 0.5, 1, 7, 15.5}), 1, 40).Draw(t, "loads")},
			Topology: grid(t, "mesh", 1, 2), Physical: grid(t, "mesh", 1, 2), Cost: CostModels()[0], Estimate: estimate(t, "measured"),
			Policy:   func(int) balance.Policy { return balance.Base{} },
			Received: rapid.SampledFrom([]balance.End{balance.Top, balance.Bottom, balance.InOrder}).Draw(t, "received"),
		}
		s, err := newSim(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		p := &s.procs[0]
		p.busy = true
		tasks := rapid.IntRange(0, len(cfg.Tree.(bag).loads)-1)
		waiting := func() (all []int) {
			for i := range p.list.visible() {
				all = append(all, p.list.at(int32(i)).e)
			}
			return all
		}
		weight := func(e int) int64 { x := s.entry(e); return s.weight(x.level()) }
		largest := func(all []int, most int64) int {
			best := -1
			for i, e := range all {
				if w := weight(e); w <= most && (best < 0 || w > weight(all[best])) {
					best = i
				}
			}
			return best
		}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				var batch []entry[int]
				for _, e := range rapid.SliceOfN(tasks, 1, 5).Draw(t, "batch") {
					batch = append(batch, s.entry(e))
				}
				p.insert(batch)
			case 1: // the worker takes one, and expands it
				if p.list.n > 0 {
					p.list.popTop()
					s.loads.changed(0, p.list.n)
				}
				for _, e := range rapid.SliceOfN(tasks, 0, 3).Draw(t, "children") {
					p.list.pushHidden(s.entry(e))
				}
				p.list.hidden = 0
			default:
				before := waiting()
				most := rapid.SampledFrom([]int64{0, s.fixed(0.25), s.fixed(3), math.MaxInt64}).Draw(t, "most")
				want := largest(before, most)
				at := p.largest(most)
				p.putBack()
				if at != want {
					t.Fatalf("of %v, with at most %v: index %d, want %d", before, float64(most)*s.perUnit, at, want)
				}
				if at < 0 {
					continue
				}
				if got := p.removeLargest(at); got.e != before[at] {
					t.Fatalf("element %d left, want %d", got.e, before[at])
				}
				after := slices.Sorted(slices.Values(append(waiting(), before[at])))
				if diff := cmp.Diff(slices.Sorted(slices.Values(before)), after); diff != "" {
					t.Fatalf("waiting before and after (-want +got):\n%s", diff)
				}
			}
		}
	})
}

// Ten million tasks at one processor do not run over, and each of them has a load.
func TestLoadsOfLargeBags(t *testing.T) {
	for _, name := range []string{"count", "measured"} {
		cfg := Config[int]{
			Tree:     counted{bag{slices.Repeat([]float64{1e-7}, 4)}, 10_000_001},
			Topology: grid(t, "mesh", 1, 2), Physical: grid(t, "mesh", 1, 2), Cost: CostModels()[0], Estimate: estimate(t, name),
			Policy: func(int) balance.Policy { return balance.Base{} },
		}
		s, err := newSim(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		x := s.entry(0)
		one := s.weight(x.level())
		if one < 10 || one > math.MaxInt64/10_000_001 {
			t.Errorf("%s: a task has load %d, which is %v", name, one, float64(one)*s.perUnit)
		}
		want := map[string]float64{"count": 1, "measured": 1e-7}[name]
		if got := float64(one) * s.perUnit; math.Abs(got-want) > want/20 {
			t.Errorf("%s: a task has load %v, want %v", name, got, want)
		}
	}
}

// counted is a bag that knows how many elements it has.
type counted struct {
	bag
	elements int64
}

func (c counted) Subtree(int) (work, nodes, elements int64) { return 1, c.elements, c.elements }

// Loads that are none end a run in one line, and so does a tree that has none.
func TestWrongLoads(t *testing.T) {
	cfg := Config[int]{
		Topology: grid(t, "mesh", 1, 2), Physical: grid(t, "mesh", 1, 2), Cost: CostModels()[0], Estimate: estimate(t, "measured"),
		Policy: func(int) balance.Policy { return balance.Base{} },
	}
	for _, load := range []float64{-1, math.NaN(), math.Inf(1)} {
		cfg.Tree = bag{[]float64{0.5, load}}
		_, err := Run(t.Context(), cfg)
		if want := fmt.Sprintf("tree sim.bag: Load: it is %v: want a finite number of at least 0", load); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	cfg.Tree = struct{ balance.Tree[int] }{bag{[]float64{1}}}
	_, err := Run(t.Context(), cfg)
	if none := (*balance.NoLoadsError)(nil); !errors.As(err, &none) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v, want that the tree has no loads", err)
	}
	cfg.Estimate, cfg.Deal, cfg.Start = estimate(t, "count"), estimate(t, "measured"), StartSpread
	if _, err := Run(t.Context(), cfg); err == nil {
		t.Error("elements are dealt out by loads that a tree does not have")
	}
}

// A spread start deals out the elements with the largest loads of the tree's own.
func TestDealByMeasuredLoads(t *testing.T) {
	for _, by := range []string{"count", "measured"} {
		tree := &balancetest.Tree{Nodes: 1000, Seed: 3}
		cfg := config(t, "none", "", []int{4, 4}, tree)
		cfg.Start, cfg.Estimate, cfg.Deal = StartSpread, estimate(t, "alpha"), estimate(t, by)
		r, _ := run(t, cfg)
		cfg.Estimate, cfg.Deal = estimate(t, by), balance.Estimate{}
		if same, _ := run(t, cfg); same != r {
			t.Errorf("%s: %+v, want %+v", by, same, r)
		}
	}
}
