package instances

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"transat/balance"
)

var _ balance.Bounded[KnapsackNode] = (*Knapsack)(nil)

// mostProfit is the largest profit, by dynamic programming over the room.
func mostProfit(k *Knapsack) int64 {
	weights, profits, room := k.Items()
	best := make([]int64, room+1)
	for i, w := range weights {
		for r := room; r >= w; r-- {
			best[r] = max(best[r], best[r-w]+profits[i])
		}
	}
	return best[room]
}

// The tree has a leaf for each set of items that fits, no value exceeds the bounds above it, and the largest is that of dynamic
// programming.
func TestKnapsackTreeHasAllSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := NewKnapsack(rapid.IntRange(1, 10).Draw(t, "items"), rapid.Uint64Range(1, 1e6).Draw(t, "index"))
		weights, _, room := k.Items()
		fitting := 0
		for set := range 1 << len(weights) {
			sum := int64(0)
			for i, w := range weights {
				sum += w * int64(set>>i&1)
			}
			if sum <= room {
				fitting++
			}
		}
		type open struct {
			e     KnapsackNode
			bound int64
		}
		leaves, best := 0, int64(0)
		for all := []open{{k.Root(), k.Bound(k.Root())}}; len(all) > 0; {
			x := all[len(all)-1]
			all = all[:len(all)-1]
			v, ok := k.Value(x.e)
			if !ok || v > x.bound {
				t.Fatalf("value %d (%t), the bound above is %d", v, ok, x.bound)
			}
			best = max(best, v)
			children, _, _, _ := k.Expand(x.e, nil)
			if len(children) == 0 {
				leaves++
			}
			for _, c := range children {
				all = append(all, open{c, min(x.bound, k.Bound(c))})
			}
		}
		if leaves != fitting || best != mostProfit(k) {
			t.Fatalf("%d leaves and value %d, want %d and %d", leaves, best, fitting, mostProfit(k))
		}
	})
}

// The same name has the same tree for ever, and the largest value of one with many items is that of dynamic programming.
func TestKnapsacksAreTheSame(t *testing.T) {
	for name, want := range map[string]balance.Optimum{
		"knapsack-24":   {Value: 8364, Nodes: 9320, Pruned: 2873},
		"knapsack-40":   {Value: 12_592, Nodes: 115_791, Pruned: 22_345},
		"knapsack-50":   {Value: 17_500, Nodes: 1_006_415, Pruned: 150_899},
		"knapsack-30/7": {Value: 9263, Nodes: 1511, Pruned: 410},
	} {
		set, _ := Open(name)
		k := set.Instances[0].Bounded.(*Knapsack)
		got, err := balance.BranchAndBound(t.Context(), k, nil)
		want.Work = KnapsackWork * want.Nodes
		if err != nil || got != want || int64(got.Value) != mostProfit(k) {
			t.Errorf("%s: %v, %+v, want %+v; dynamic programming has %d", name, err, got, want, mostProfit(k))
		}
		if err := balance.CheckTree(t.Context(), k, balance.TreeSample{Nodes: 500}); err != nil {
			t.Error(err)
		}
	}
}

func TestOpenBounded(t *testing.T) {
	for name, want := range map[string]string{
		"knapsack-40": "knapsack-40", "knapsack-40/1": "knapsack-40", "knapsack-40/2": "knapsack-40/2", "knapsack-1/9": "knapsack-1/9",
		"knapsack-100": "knapsack-100", "knapsack-101": "", "knapsack-0": "", "knapsack--4": "", "knapsack-4/0": "", "knapsack-4/x": "",
		"knapsack-4/": "", "knapsack-": "", "knapsack": "", "clique-90": "clique-90",
		"clique-128/3": "clique-128/3", "clique-129": "", "clique-": "", "knapsack-18446744073709551616": "",
	} {
		set, err := Open(name)
		got := ""
		if err == nil {
			got = set.Name
		}
		if got != want {
			t.Errorf("%s opens %q, want %q (%v)", name, got, want, err)
		}
		if err == nil {
			if _, err := set.Instances[0].Formula(); fmt.Sprint(err) != got+": it is a search tree without a formula" {
				t.Errorf("%s has a formula: %v", name, err)
			}
		}
	}
}
