package sim

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
)

// caller solves all that it gets to its end, and calls its worker back again and again. If gives, an element goes to the
// next processor each time.
type caller struct {
	balance.Base
	period balance.Ticks
	gives  bool
	calls  *int
}

func (c caller) Start(p balance.Proc) {
	p.SetGrain(1e9)
	p.WakeAfter(c.period)
}

func (c caller) Wake(p balance.Proc) {
	before := p.Len()
	stopped := p.(balance.Interrupter).Interrupt()
	if stopped {
		*c.calls++
	}
	if stopped != (p.Len() > before) {
		panic(fmt.Sprintf("interrupted: %v, but %d elements wait after %d", stopped, p.Len(), before))
	}
	if c.gives {
		p.Transfer((p.Rank()+1)%p.Procs(), 1)
	}
	if p.Busy() || c.gives {
		p.WakeAfter(c.period)
	}
}

func (caller) LoadChanged(balance.Proc) {}

// called searches a tree of 5,000 nodes on a row of processors that are called back.
func called(t *testing.T, tree *balancetest.Tree, procs int, period balance.Ticks) (r balance.Result, calls int) {
	t.Helper()
	line := grid(t, "line", procs)
	r, err := Run(t.Context(), Config[balancetest.Element]{
		Tree: tree, Topology: line, Physical: line, Cost: CostModels()[0], Estimate: estimate(t, "alpha"), Seed: 1,
		Policy: func(int) balance.Policy { return caller{period: period, gives: procs > 1, calls: &calls} },
	})
	if err != nil {
		t.Fatal(err)
	}
	return r, calls
}

// A processor that is called back does the same work, and loses the time for taking elements that were not taken before.
func TestInterruptLosesNoWork(t *testing.T) {
	cost := CostModels()[0]
	for _, unit := range []int64{0, 20} {
		for _, period := range []balance.Ticks{31 * ms, 450 * ms, 1000 * ms, 9999 * ms} {
			for _, procs := range []int{1, 3} {
				var results [2]balance.Result
				for i, blind := range []bool{false, true} {
					tree := &balancetest.Tree{Nodes: 5000, Seed: 2, Blind: blind, Unit: unit}
					work, nodes, _ := tree.Finish(tree.Root())
					r, calls := called(t, tree, procs, period)
					if calls == 0 || r.Nodes != nodes || r.Work != work {
						t.Errorf("units of %d, every %d ms, %d processors, blind %v: %d times stopped, %d nodes with work %d, want %d with %d",
							unit, period/ms, procs, blind, calls, r.Nodes, r.Work, nodes, work)
					}
					if want := cost.Expand(work, nodes) + balance.Ticks(r.Taken)*cost.TakeTime; procs == 1 && r.Time != want {
						t.Errorf("units of %d, every %d ms, blind %v: %d ns, want %d", unit, period/ms, blind, r.Time, want)
					}
					results[i] = r
				}
				if diff := cmp.Diff(results[0], results[1]); diff != "" {
					t.Errorf("units of %d, every %d ms, %d processors (-known +blind):\n%s", unit, period/ms, procs, diff)
				}
			}
		}
	}
}

// The solution is found, whether it lies before or behind the node at which the worker is called back.
func TestInterruptFindsTheSolution(t *testing.T) {
	for _, solution := range []int64{1, 2, 40, 2500, 5000} {
		tree := &balancetest.Tree{Nodes: 5000, Seed: 2, Solution: solution}
		work, nodes, _ := tree.Finish(tree.Root())
		r, _ := called(t, tree, 1, 100*ms)
		if !r.Found || r.Nodes != nodes || r.Work != work {
			t.Errorf("solution %d: found %v after %d nodes with work %d, want %d with %d", solution, r.Found, r.Nodes, r.Work, nodes, work)
		}
	}
}
