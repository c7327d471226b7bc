package topology

import (
	"cmp"
	"slices"
)

// placeTree lays a complete binary tree on a grid. The root of each subtree lies in the middle of the
// region of the grid that the subtree has, and the regions of its two subtrees are what is left of it,
// cut across its longest side:
//
//	 7   3   8
//	 4   1  10      15 nodes on a mesh 5x3: the left subtree of the root, with 1 on top, has what lies
//	 9   0   5      above 0 and to the left of it, the right one the rest
//	11   2  12
//	13   6  14
//
// So the way from a node to its children is half as long with every second level, as in an H-tree, but
// any grid and any number of processors will do. It takes time O(n log² n).
//
// Source: for squares, Leiserson: Area-Efficient Graph Layouts (for VLSI), 1980.
func placeTree(physical *Grid, place []int) {
	region := make([]int, len(place))
	for rank := range region {
		region[rank] = rank
	}
	layTree(physical, place, 0, region)
}

// layTree places the subtree below v on the ranks of region, and changes their order.
func layTree(g *Grid, place []int, v int, region []int) {
	if len(region) == 0 {
		return
	}
	low, high := extent(g, region)
	root := middle(g, region, low, high)
	place[v] = region[root]
	region = slices.Delete(region, root, root+1)

	longest := 0
	for d := range g.sides {
		if high[d]-low[d] > high[longest]-low[longest] {
			longest = d
		}
	}
	slices.SortFunc(region, func(a, b int) int {
		return cmp.Or(cmp.Compare(g.Coordinate(a, longest), g.Coordinate(b, longest)), cmp.Compare(a, b))
	})
	left, _ := split(len(region) + 1)
	layTree(g, place, 2*v+1, region[:left])
	layTree(g, place, 2*v+2, region[left:])
}

// extent returns the smallest and the largest coordinates of a region.
func extent(g *Grid, region []int) (low, high []int) {
	for d := range g.sides {
		first := g.Coordinate(region[0], d)
		low, high = append(low, first), append(high, first)
		for _, rank := range region {
			c := g.Coordinate(rank, d)
			low[d], high[d] = min(low[d], c), max(high[d], c)
		}
	}
	return low, high
}

// middle returns the index in region of the first rank nearest to the centre.
func middle(g *Grid, region, low, high []int) int {
	best, nearest := 0, 0
	for i, rank := range region {
		far := 0
		for d := range g.sides {
			delta := 2*g.Coordinate(rank, d) - low[d] - high[d]
			far += delta * delta
		}
		if i == 0 || far < nearest {
			best, nearest = i, far
		}
	}
	return best
}
