package topology

import "math/bits"

func treeKind() Kind {
	return Kind{
		Name:  "tree",
		Title: "complete binary tree: v has the children 2v+1 and 2v+2",
		Mapping: "the root lies in the middle of the grid, and each of its subtrees on one half of the rest, in the same way: " +
			"on a square, a tree in the shape of an H",
		build: func(procs int, _ []int) (Network, error) { return tree{gridless{"tree", procs}}, nil },
		place: placeTree,
	}
}

// tree is a complete binary tree with root 0, numbered level by level.
type tree struct{ gridless }

// Neighbours returns the parent, if there is one, and then the children.
func (t tree) Neighbours(rank int) []int {
	checkRank(rank, t.procs)
	all := make([]int, 0, 3)
	if rank > 0 {
		all = append(all, (rank-1)/2)
	}
	for child := 2*rank + 1; child <= 2*rank+2 && child < t.procs; child++ {
		all = append(all, child)
	}
	return all
}

// Laplacian returns the second smallest and the largest eigenvalue, found by bisection in time
// O(log² n).
func (t tree) Laplacian() (second, largest float64) {
	if t.procs == 1 {
		return 0, 0
	}
	const most = 6 // twice the largest number of neighbours
	below := func(x float64) int {
		excess, below := eliminate(t.procs, x)
		if excess < 0 { // the root has no parent, so its pivot is one less
			below++
		}
		return below
	}
	second = bisect(most, func(x float64) bool { return below(x) >= 2 })
	largest = bisect(most, func(x float64) bool { return below(x) >= t.procs })
	return second, largest
}

// eliminate counts the negative pivots in the Gaussian elimination of L - x, from the leaves upwards,
// in a subtree of that many nodes. As L is symmetric, a whole tree has as many eigenvalues below x.
//
// A node's pivot is 1 + excess: its number of links, minus x, minus 1/pivot for each child. The excess
// alone, -x + Σ excess/pivot of the children, is exact even if x is close to 0. The pivot of the node
// on top is not counted.
func eliminate(nodes int, x float64) (excess float64, below int) {
	left, right := split(nodes)
	l, belowLeft := eliminateChild(left, x)
	r, belowRight := l, belowLeft
	if right != left { // then one of them is perfect, and costs O(log n)
		r, belowRight = eliminateChild(right, x)
	}
	return l + r - x, belowLeft + belowRight
}

// eliminateChild returns what a subtree with its top adds to the excess above it, and to the count.
func eliminateChild(nodes int, x float64) (share float64, below int) {
	if nodes == 0 {
		return 0, 0
	}
	excess, below := eliminate(nodes, x)
	pivot := 1 + excess
	switch {
	case pivot < 0:
		below++
	case pivot == 0:
		pivot = tinyPivot // as if x were a little smaller
	}
	return excess / pivot, below
}

// split returns the sizes of the two subtrees below the root of a complete binary tree.
func split(nodes int) (left, right int) {
	if nodes < 2 {
		return 0, 0
	}
	half := 1 << (bits.Len(uint(nodes)) - 2) // leaves that the last level of the left subtree has room for
	last := nodes - (2*half - 1)
	left = half - 1 + min(last, half)
	return left, nodes - 1 - left
}
