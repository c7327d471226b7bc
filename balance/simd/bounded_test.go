package simd

import (
	"testing"

	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// watched is a tree with bounds that notes what is expanded, and what comes of it.
type watched struct {
	*balancetest.BoundedTree
	expanded, listed int64
	best             int64 // of the elements expanded so far
	known            int64 // of these, when it was last balanced
	late             int64 // elements that were expanded although that was known
}

func (w *watched) Expand(
	e balancetest.BoundedElement, dst []balancetest.BoundedElement,
) ([]balancetest.BoundedElement, int64, int64, bool) {
	children, work, nodes, found := w.BoundedTree.Expand(e, dst)
	w.expanded++
	if w.Bound(e) <= w.known {
		w.late++
	}
	w.listed += int64(len(children) - len(dst))
	if v, ok := w.Value(e); ok {
		w.best = max(w.best, v)
	}
	return children, work, nodes, found
}

// A search in lockstep finds the largest value, expands or drops every element, and expands none that a value of the steps before
// would have had it drop.
func TestBoundedSearchFindsTheOptimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		other, _ := randomSearch(t)
		none := int64(balance.NoIncumbent)
		tree := &watched{BoundedTree: &balancetest.BoundedTree{Tree: *other.Tree.(*once).Tree}, best: none, known: none}
		tree.Tree.Solution, tree.Tree.Unit, tree.Tree.Nodes = 0, 0, 4*tree.Tree.Nodes
		cfg := Config[balancetest.BoundedElement]{
			Tree: tree, Network: other.Network, Policy: other.Policy, Cost: other.Cost, Expansions: other.Expansions, Balances: other.Balances,
		}
		cfg.Trace = func(Step) { tree.known = tree.best }
		r, err := Run(t.Context(), cfg)
		if err != nil {
			t.Skip(err)
		}
		if !r.Bounded || int64(r.Best) != tree.best || int64(r.Best) != tree.BoundedTree.Best() {
			t.Fatalf("the largest value is %d, want %d", r.Best, tree.BoundedTree.Best())
		}
		if r.Nodes != tree.expanded || r.Nodes+r.Pruned != 1+tree.listed {
			t.Fatalf("%d elements are expanded, and %d dropped, of %d", r.Nodes, r.Pruned, 1+tree.listed)
		}
		if tree.late > 0 {
			t.Fatalf("%d elements are expanded that a value of the steps before would have had dropped", tree.late)
		}
		if r.Busy+r.Wait+r.Idle+r.Message+r.Balance != balance.Ticks(r.Procs)*r.Time {
			t.Fatalf("the books are off: %+v", r)
		}
	})
}

// A single processor searches as balance.BranchAndBound does.
func TestOneProcessorSearchesAsBranchAndBound(t *testing.T) {
	tree := &balancetest.BoundedTree{Tree: balancetest.Tree{Nodes: 3000, Seed: 5}}
	want, err := balance.BranchAndBound(t.Context(), tree, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, policy := range balancetest.StepPolicies() {
		one := network(t, policy.Spec.Kinds[0], 1, 1)
		r, err := Run(t.Context(), Config[balancetest.BoundedElement]{Tree: tree, Network: one, Policy: policy, Cost: CostModels()[0]})
		got := balance.Optimum{Value: r.Best, Work: r.Work, Nodes: r.Nodes, Pruned: r.Pruned}
		if err != nil || got != want {
			t.Errorf("%v: %v, %+v, want %+v", policy, err, got, want)
		}
	}
}
