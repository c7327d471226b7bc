package topology

import (
	"fmt"
	"slices"
)

// Place maps a virtual topology on a physical grid of as many processors: the virtual rank v lies on
// the physical rank Place(…)[v]. Each Kind says how in its Mapping.
func Place(virtual Network, physical *Grid) ([]int, error) {
	n := physical.Procs()
	if virtual.Procs() != n {
		return nil, fmt.Errorf("%v has %d processors, %v has %d", virtual, virtual.Procs(), physical, n)
	}
	place := make([]int, n)
	for v := range place {
		place[v] = v
	}
	kinds := Kinds()
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == virtual.Kind() })
	if i >= 0 && kinds[i].place != nil {
		kinds[i].place(virtual, physical, place)
	}
	return place, nil
}

// placeGrid leaves place as it is where there is nothing better.
func placeGrid(network Network, physical *Grid, place []int) {
	virtual := network.(*Grid)
	row := len(virtual.sides) == 1
	switch {
	case slices.Equal(virtual.sides, physical.sides) && virtual.wraps == physical.wraps:
	case row && virtual.wraps && closable(physical):
		closedSnake(physical, place)
	case row:
		for v := range place {
			at := v
			if virtual.wraps {
				at = fold(v, len(place))
			}
			place[v] = snake(physical, at)
		}
	case virtual.wraps && slices.Equal(virtual.sides, physical.sides):
		for v := range place {
			place[v] = 0
			for d, side := range virtual.sides {
				place[v] += fold(virtual.Coordinate(v, d), side) * physical.strides[d]
			}
		}
	}
}

// snake returns the v-th rank of a walk through all ranks in which each is next to the one before:
// every other row is walked backwards, and so on through the dimensions.
func snake(g *Grid, v int) int {
	rank, backwards := 0, false
	for d, side := range g.sides {
		c := v / g.strides[d] % side
		// The walk through the inner dimensions turns round with every step in an outer one.
		if backwards {
			rank += (side - 1 - c) * g.strides[d]
		} else {
			rank += c * g.strides[d]
		}
		backwards = v/g.strides[d]%2 == 1
	}
	return rank
}

// closable reports whether closedSnake works: two dimensions of at least 2, one of them even.
func closable(g *Grid) bool {
	return len(g.sides) == 2 && g.sides[0] > 1 && g.sides[1] > 1 && (g.sides[0]%2 == 0 || g.sides[1]%2 == 0)
}

// closedSnake walks all rows but their first column as a snake, and comes back up that column. If the
// number of rows is odd, rows and columns change roles.
func closedSnake(g *Grid, place []int) {
	rows, cols := g.sides[0], g.sides[1]
	at := func(r, c int) int { return r*g.strides[0] + c }
	if rows%2 == 1 {
		rows, cols = cols, rows
		at = func(r, c int) int { return c*g.strides[0] + r }
	}
	i := 0
	for r := range rows {
		for c := range cols - 1 {
			if r%2 == 0 {
				place[i] = at(r, c+1)
			} else {
				place[i] = at(r, cols-1-c)
			}
			i++
		}
	}
	for r := rows - 1; r >= 0; r-- {
		place[i] = at(r, 0)
		i++
	}
}

// fold returns the place of the c-th processor of a ring on an open row: every other place on the way
// out, and the rest on the way back, so that 0 1 2 3 4 5 come to lie as 0 5 1 4 2 3.
func fold(c, side int) int {
	if c < (side+1)/2 {
		return 2 * c
	}
	return 2*(side-c) - 1
}

// placeHypercube takes the ranks of the hypercube in the order of the Gray code along each dimension of
// the grid, all of which have 2^k processors: neighbours on the grid differ in one bit. Along a row of
// 2^k, the mean distance of two that differ in one bit is (2^k-1)/k, as in every order that keeps
// subcubes together, and the smallest possible (Harper: Optimal Assignments of Numbers to Vertices,
// 1964); the largest is 2^k-1.
func placeHypercube(_ Network, physical *Grid, place []int) {
	for at := range place {
		v := 0
		for d := range physical.sides {
			c := physical.Coordinate(at, d)
			v += (c ^ c>>1) * physical.strides[d]
		}
		place[v] = at
	}
}

// Dilation is the largest number of physical links between two neighbours of a virtual topology that
// lies as place says, and the mean over all pairs of neighbours; both are 0 if there are none.
func Dilation(virtual Network, physical *Grid, place []int) (longest int, mean float64) {
	pairs, sum := 0, 0
	for v := range place {
		for _, w := range virtual.Neighbours(v) {
			far := physical.Distance(place[v], place[w])
			longest = max(longest, far)
			sum += far
			pairs++
		}
	}
	if pairs == 0 {
		return 0, 0
	}
	return longest, float64(sum) / float64(pairs)
}
