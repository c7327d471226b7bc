package instances

import (
	"math/rand/v2"
	"slices"
)

// Knapsack is a search tree of branch and bound without a formula: of some items, each with a weight and a profit, those of the most
// profit are wanted that a knapsack has room for. At depth k it is decided of the first k items whether they go in:
//
//	          —                   first child: the next item goes in, if there is room
//	      ╱       ╲               second child: it stays out
//	    1           —
//	  ╱   ╲       ╱   ╲           value: the profit of what is in
//	1 2    1     2     —          bound: the most profit if items could be cut
//
// Items come in the order of profit per weight, so the first way down packs them greedily. Weights are drawn from 1 to 1000, the profit is
// the weight and 100, and there is room for half of all. Such items are hard: the bound is hardly ever wrong by much, and often wrong by
// a little. Trees differ by factors of a thousand from one index to another.
//
// A Knapsack is read only. Its methods are those of balance.Bounded.
//
// Sources: E. Horowitz, S. Sahni: Computing partitions with applications to the knapsack problem, Journal of the ACM 21, 1974 (the tree);
// G. B. Dantzig: Discrete-variable extremum problems, Operations Research 5, 1957 (the bound); S. Martello, P. Toth: Knapsack Problems,
// Wiley 1990, §2.10 (the items).
type Knapsack struct {
	name    string
	room    int64
	weights []int64 // of the first k items together
	profits []int64 // likewise
}

// KnapsackNode is a node of a Knapsack.
type KnapsackNode struct {
	decided     int32 // items
	value, room int32 // the profit of the items that are in, and what else there is room for
	bound       int32
}

// KnapsackStateBytes is the size of a node in a message.
const KnapsackStateBytes = 16

// KnapsackWork is the work of a node, in the unit of machines: as much as that of a node of a UTS, so that trees of both kinds compare.
const KnapsackWork = UTSWork

const (
	maxKnapsackItems   = 100
	knapsackWeights    = 1000
	knapsackProfitMore = 100
	// knapsackStream is one of the streams with which the trees of 24, 40 and 50 items, index 1, have about ten thousand, a hundred
	// thousand and a million nodes on one processor.
	knapsackStream = 306
)

// NewKnapsack draws that many items, 1 to 100. The same index draws the same ones.
func NewKnapsack(items int, index uint64) *Knapsack {
	random := rand.New(rand.NewPCG(index, knapsackStream<<16|uint64(items)))
	type item struct{ weight, profit int64 }
	all := make([]item, items)
	k := &Knapsack{weights: make([]int64, items+1), profits: make([]int64, items+1)}
	for i := range all {
		weight := 1 + random.Int64N(knapsackWeights)
		all[i] = item{weight, weight + knapsackProfitMore}
	}
	slices.SortStableFunc(all, func(a, b item) int { return int(b.profit*a.weight - a.profit*b.weight) })
	for i, x := range all {
		k.weights[i+1] = k.weights[i] + x.weight
		k.profits[i+1] = k.profits[i] + x.profit
	}
	k.room = k.weights[items] / 2
	k.name = named(knapsackPrefix, items, index)
	return k
}

// Name is the name for Open: "knapsack-40", or "knapsack-40/7" if the index is not 1.
func (k *Knapsack) Name() string { return k.name }

// Items returns the items in the order of the tree, and how much weight the knapsack has room for.
func (k *Knapsack) Items() (weights, profits []int64, room int64) {
	for i := range len(k.weights) - 1 {
		weights, profits = append(weights, k.weights[i+1]-k.weights[i]), append(profits, k.profits[i+1]-k.profits[i])
	}
	return weights, profits, k.room
}

// Root returns the root: nothing is decided.
func (k *Knapsack) Root() KnapsackNode { return k.node(0, 0, k.room) }

// node returns the node where a number of items are decided.
func (k *Knapsack) node(decided int32, value, room int64) KnapsackNode {
	i, whole := int(decided), k.weights[decided]+room // the items up to there go in whole
	end, _ := slices.BinarySearch(k.weights[i:], whole+1)
	end += i - 1
	bound := value + k.profits[end] - k.profits[i]
	if end+1 < len(k.weights) {
		bound += (whole - k.weights[end]) * (k.profits[end+1] - k.profits[end]) / (k.weights[end+1] - k.weights[end])
	}
	return KnapsackNode{decided, int32(value), int32(room), int32(bound)}
}

// Expand appends the children of e to dst, and returns the extended slice, the work of e, and 1, since every element is one node.
func (k *Knapsack) Expand(e KnapsackNode, dst []KnapsackNode) (children []KnapsackNode, work, nodes int64, found bool) {
	if at := int(e.decided); at+1 < len(k.weights) {
		weight, profit := k.weights[at+1]-k.weights[at], k.profits[at+1]-k.profits[at]
		if left := int64(e.room) - weight; left >= 0 {
			dst = append(dst, k.node(e.decided+1, int64(e.value)+profit, left))
		}
		dst = append(dst, k.node(e.decided+1, int64(e.value), int64(e.room)))
	}
	return dst, KnapsackWork, 1, false
}

// Value returns the profit of the items that are in: every node is a solution.
func (k *Knapsack) Value(e KnapsackNode) (v int64, ok bool) { return int64(e.value), true }

// Bound returns the most profit if items could be cut, rounded down.
func (k *Knapsack) Bound(e KnapsackNode) int64 { return int64(e.bound) }

// Finish searches the whole subtree of e, without dropping anything.
func (k *Knapsack) Finish(e KnapsackNode) (work, nodes int64, found bool) {
	for open := []KnapsackNode{e}; len(open) > 0; nodes++ {
		open, _, _, _ = k.Expand(open[len(open)-1], open[:len(open)-1])
	}
	return KnapsackWork * nodes, nodes, false
}

// Level returns the number of items that are decided.
func (k *Knapsack) Level(e KnapsackNode) int { return int(e.decided) }

// Subtree returns 0: the size of a subtree is not known in advance.
func (k *Knapsack) Subtree(KnapsackNode) (work, nodes, elements int64) { return 0, 0, 0 }
