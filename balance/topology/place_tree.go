package topology

import "slices"

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
// any grid and any number of processors will do. It takes time O(n log n).
//
// Source: for squares, Leiserson: Area-Efficient Graph Layouts (for VLSI), 1980.
func placeTree(_ Network, physical *Grid, place []int) {
	region := make([]int32, len(place))
	for rank := range region {
		region[rank] = int32(rank)
	}
	longest := slices.Max(physical.sides)
	l := treeLayout{grid: physical, place: place, scratch: make([]int32, len(place)), counts: make([]int32, longest+1)}
	l.low, l.high = make([]int, len(physical.sides)), make([]int, len(physical.sides))
	l.lay(0, region)
}

// treeLayout is a placement under way.
type treeLayout struct {
	grid      *Grid
	place     []int
	scratch   []int32 // for sorting, as long as the largest region
	counts    []int32 // likewise, as long as the longest side
	low, high []int   // the smallest and the largest coordinates of the present region
}

// lay places the subtree below v on the ranks of region, and changes their order.
func (l *treeLayout) lay(v int, region []int32) {
	if len(region) == 0 {
		return
	}
	l.measure(region)
	root := l.middle(region)
	l.place[v] = int(region[root])
	region = slices.Delete(region, root, root+1)
	if len(region) == 0 {
		return
	}
	l.sort(region)
	left, _ := split(len(region) + 1)
	l.lay(2*v+1, region[:left])
	l.lay(2*v+2, region[left:])
}

// measure finds the smallest and the largest coordinates of a region.
func (l *treeLayout) measure(region []int32) {
	for d := range l.grid.sides {
		low := l.grid.Coordinate(int(region[0]), d)
		high := low
		for _, rank := range region {
			c := l.grid.Coordinate(int(rank), d)
			low, high = min(low, c), max(high, c)
		}
		l.low[d], l.high[d] = low, high
	}
}

// middle returns the index in region of the first rank nearest to the centre.
func (l *treeLayout) middle(region []int32) int {
	best, nearest := 0, 0
	for i, rank := range region {
		far := 0
		for d := range l.grid.sides {
			delta := 2*l.grid.Coordinate(int(rank), d) - l.low[d] - l.high[d]
			far += delta * delta
		}
		if i == 0 || far < nearest {
			best, nearest = i, far
		}
	}
	return best
}

// sort orders a region by the dimension in which it is longest, and then by rank: ranks are row-major, so
// that is by all dimensions, the last one first, with a sort that keeps equals in order.
func (l *treeLayout) sort(region []int32) {
	longest := 0
	for d := range l.grid.sides {
		if l.high[d]-l.low[d] > l.high[longest]-l.low[longest] {
			longest = d
		}
	}
	for d := len(l.grid.sides) - 1; d >= 0; d-- {
		if d != longest {
			l.sortBy(d, region)
		}
	}
	l.sortBy(longest, region)
}

// sortBy orders a region by one coordinate, by counting. It keeps equals in order.
func (l *treeLayout) sortBy(d int, region []int32) {
	low, length := l.low[d], l.high[d]-l.low[d]+1
	next := l.counts[:length+1]
	clear(next)
	for _, rank := range region {
		next[l.grid.Coordinate(int(rank), d)-low+1]++
	}
	for c := range length {
		next[c+1] += next[c]
	}
	sorted := l.scratch[:len(region)]
	for _, rank := range region {
		c := l.grid.Coordinate(int(rank), d) - low
		sorted[next[c]] = rank
		next[c]++
	}
	copy(region, sorted)
}
