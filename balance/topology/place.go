package topology

import "fmt"

// Place maps a virtual topology on a physical grid of as many processors: the virtual rank v lies on
// the physical rank Place(…)[v]. A line becomes a snake through the grid; a ring becomes a closed
// snake where the grid has two dimensions, one of them even; a torus on an open grid is folded, so
// that no link spans more than two; everything else stays where it is.
func Place(network Network, physical *Grid) ([]int, error) {
	n := physical.Procs()
	if network.Procs() != n {
		return nil, fmt.Errorf("%v has %d processors, %v has %d", network, network.Procs(), physical, n)
	}
	place := make([]int, n)
	virtual, ok := network.(*Grid)
	switch {
	case !ok:
		for v := range place {
			place[v] = v
		}
	case len(virtual.sides) == 1 && virtual.wraps && closable(physical):
		closedSnake(physical, place)
	case len(virtual.sides) == 1 && virtual.wraps && len(physical.sides) == 1 && !physical.wraps:
		fold(virtual, physical, place)
	case len(virtual.sides) == 1:
		for v := range place {
			place[v] = snake(physical, v)
		}
	case virtual.wraps && !physical.wraps && len(virtual.sides) == len(physical.sides):
		fold(virtual, physical, place)
	default:
		for v := range place {
			place[v] = v
		}
	}
	return place, nil
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

// fold lays each ring of a torus on an open row by taking every other processor on the way out and
// the rest on the way back: 0 1 2 3 4 5 comes to lie as 0 5 1 4 2 3.
func fold(virtual, physical *Grid, place []int) {
	for v := range place {
		rank := 0
		for d, side := range virtual.sides {
			c := virtual.Coordinate(v, d)
			if c < (side+1)/2 {
				c = 2 * c
			} else {
				c = 2*(side-c) - 1
			}
			rank += c * physical.strides[d]
		}
		place[v] = rank
	}
}

// Dilation is the largest number of physical links between two neighbours of a virtual topology
// that lies as place says.
func Dilation(virtual Network, physical *Grid, place []int) int {
	worst := 0
	for v := range place {
		for _, w := range virtual.Neighbours(v) {
			worst = max(worst, physical.Distance(place[v], place[w]))
		}
	}
	return worst
}
