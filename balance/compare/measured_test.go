package compare_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/tasktree"
)

// bag is a bag of tasks whose works differ a hundredfold and more.
func bag(t *testing.T, tasks int) *tasktree.Tree {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	b := tasktree.NewBuilder(tasktree.Meta{Unit: "ms"})
	for i := range tasks {
		work := min(10*math.Pow(random.Float64(), -1/1.2), 2000)
		if err := b.Add(tasktree.Task{ID: fmt.Sprint(i), Work: fmt.Sprintf("%.0f", work)}); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// With 20,000 measured tasks on 8x8 processors, levels say nothing: a rule that places them once can do no better than with numbers of
// tasks. Once it sees the measured works, and no fake levels, the machine is full.
func TestMeasuredLoadsPlaceTasks(t *testing.T) {
	balancetest.SkipShort(t)
	physical, err := balance.Choose("physical")
	if err != nil {
		t.Fatal(err)
	}
	tree := bag(t, 20_000)
	efficiency := map[string]float64{}
	for _, load := range []string{"alpha", "count", "measured"} {
		o := compare.Defaults(physical)
		o.Sides, o.Load = []int{8, 8}, load
		setups, err := o.Setups()
		if err != nil {
			t.Fatal(err)
		}
		s := setups[0].ForTasks(balance.Millisecond, tree.Work(), tree.Nodes())
		r, err := compare.Simulate(t.Context(), s, tree, compare.Watch{})
		if err != nil {
			t.Fatal(err)
		}
		efficiency[load] = r.Efficiency()
	}
	if e := efficiency; e["alpha"] > 0.75 || e["count"] > 0.75 || e["measured"] < 0.9 {
		t.Errorf("efficiencies %v: want at most 0.75 by level, and at least 0.9 with measured loads", e)
	}
}

// A tree that has no loads of its own is refused before anything runs, in one line.
func TestMeasuredLoadsOfATreeWithoutAny(t *testing.T) {
	steal, err := balance.Choose("steal")
	if err != nil {
		t.Fatal(err)
	}
	o := compare.Defaults(steal)
	o.Sides, o.Load = []int{2, 2}, "measured"
	hidden := struct{ balance.Tree[tasktree.Node] }{bag(t, 10)}
	none := (*balance.NoLoadsError)(nil)
	if table, err := compare.Policies(t.Context(), hidden, o); !errors.As(err, &none) || len(table.Rows) > 0 {
		t.Errorf("%d rows, %v", len(table.Rows), err)
	}
	if table, err := compare.Policies(t.Context(), bag(t, 10), o); err != nil || len(table.Rows) != 1 {
		t.Errorf("a tree that has loads: %d rows, %v", len(table.Rows), err)
	}
}

// The size of elements and the mean time of nodes that are asked for are those of the run.
func TestSizesAndTimesThatAreAskedFor(t *testing.T) {
	steal, err := balance.Choose("steal")
	if err != nil {
		t.Fatal(err)
	}
	time := func(change func(o *compare.Options)) (sequential, all float64) {
		o := compare.Defaults(steal)
		o.Sides = []int{2, 2}
		change(&o)
		table, err := compare.Policies(t.Context(), bag(t, 100), o)
		if err != nil {
			t.Fatal(err)
		}
		return table.Rows[0].Sequential, table.Rows[0].Time
	}
	_, usual := time(func(*compare.Options) {})
	if _, large := time(func(o *compare.Options) { o.ElementBytes = 1 << 20 }); large < usual+0.1 {
		t.Errorf("with elements of a megabyte it takes %v s, with usual ones %v", large, usual)
	}
	// 101 nodes, with the root above the tasks, which takes as long as the others without its work.
	if sequential, _ := time(func(o *compare.Options) { o.NodeTime = 30 * balance.Millisecond }); math.Abs(sequential-101*0.03) > 1e-3 {
		t.Errorf("101 nodes of 30 ms on average take %v s", sequential)
	}
	for _, machine := range sim.CostModels() {
		s := compare.Setup{Cost: machine, NodeTime: balance.Millisecond}.ForTree(0, 0)
		if got := s.Cost.Expand(compare.UsualWork, 1); got != balance.Millisecond {
			t.Errorf("%s: a usual node takes %d ns, want 1 ms", machine.Name, got)
		}
	}
}
