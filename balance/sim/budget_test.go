package sim

import (
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// greedy sets a grain by which nothing would be split.
type greedy struct{ balance.Base }

func (greedy) Start(p balance.Proc) { p.SetGrain(100) }

// An element is searched below until the budget is used, and not longer: one processor takes the elements that a plain depth-first
// search with the same budgets leaves open. A policy cannot set another grain.
func TestBudgetSplitsWhenItIsUsed(t *testing.T) {
	for _, budget := range []balance.Ticks{1, 20 * balance.Millisecond, 500 * balance.Millisecond, 1000 * balance.Second} {
		tree := &balancetest.Tree{Nodes: 2000, Seed: 8}
		cfg := config(t, "none", "", []int{1}, tree)
		cfg.Budget, cfg.Policy = budget, func(int) balance.Policy { return greedy{} }
		var got []int64
		cfg.Expanded = func(x Expansion[balancetest.Element]) { got = append(got, x.Nodes) }
		r, err := Run(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		want := bundles(cfg, tree)
		if len(got) != len(want) || r.Taken != int64(len(want)) {
			t.Fatalf("budget %d: %d elements were taken, and %d told of; want %d", budget, r.Taken, len(got), len(want))
		}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("budget %d: element %d has %d nodes, want %d", budget, i, got[i], want[i])
			}
		}
	}
}

// bundles are the numbers of nodes that one processor expands at a time, one node after the other.
func bundles(cfg Config[balancetest.Element], tree *balancetest.Tree) (all []int64) {
	open, now := []balancetest.Element{tree.Root()}, balance.Ticks(0)
	for len(open) > 0 {
		budget := min(cfg.Budget, now/young)
		below := []balancetest.Element{open[len(open)-1]}
		open = open[:len(open)-1]
		work, nodes := int64(0), int64(0)
		for len(below) > 0 && (nodes == 0 || cfg.Cost.Expand(work, nodes) < budget) {
			x := below[len(below)-1]
			children, w, n, _ := tree.Expand(x, nil)
			below = below[:len(below)-1]
			for i := len(children) - 1; i >= 0; i-- {
				below = append(below, children[i])
			}
			work, nodes = work+w, nodes+n
		}
		open = append(open, below...)
		now += cfg.Cost.TakeTime + cfg.Cost.Expand(work, nodes)
		all = append(all, nodes)
	}
	return all
}

// All nodes are expanded once and the books balance, whatever the policy, and the cost of lists falls.
func TestBudgetSavesLists(t *testing.T) {
	for _, policy := range []string{"steal", "plb", "lade", "adaptive"} {
		tree := &balancetest.Tree{Nodes: 20_000, Seed: 3}
		run := func(budget balance.Ticks) balance.Result {
			cfg := config(t, policy, "", []int{4, 4}, tree)
			cfg.Budget = budget
			r, err := Run(t.Context(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			checkBooks(t, r)
			if r.Nodes != tree.Nodes {
				t.Errorf("%s: %d nodes, want %d", policy, r.Nodes, tree.Nodes)
			}
			return r
		}
		model := CostModels()[0]
		small, large := run(model.MoveTime()), run(16*model.MoveTime())
		if large.Taken >= small.Taken {
			t.Errorf("%s takes %d elements with a large budget, and %d with a small one", policy, large.Taken, small.Taken)
		}
	}
}
