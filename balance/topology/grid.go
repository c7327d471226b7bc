package topology

import (
	"fmt"
	"math"
	"slices"
)

func lineKind() Kind {
	return Kind{
		Name: "line", Title: "processors in a row",
		Mapping: "a snake through the grid: every other row is walked backwards",
		build:   func(procs int, _ []int) (Network, error) { return newGrid("line", false, []int{procs}), nil },
		place:   placeGrid,
	}
}

func ringKind() Kind {
	return Kind{
		Name: "ring", Title: "a line closed to a cycle",
		Mapping: "a closed snake, if the grid has two dimensions, one of them even; otherwise every other processor of a snake " +
			"on the way out, and the rest on the way back",
		build: func(procs int, _ []int) (Network, error) { return newGrid("ring", true, []int{procs}), nil },
		place: placeGrid,
	}
}

func meshKind() Kind {
	return Kind{
		Name: "mesh", Title: "grid of any dimension, open at the borders",
		Mapping: "a mesh is what the machine has: rank v lies on rank v",
		build:   func(_ int, sides []int) (Network, error) { return newGrid("mesh", false, sides), nil },
		place:   placeGrid,
	}
}

func torusKind() Kind {
	return Kind{
		Name: "torus", Title: "grid of any dimension with wrap-around links",
		Mapping: "folded: in each dimension, every other processor on the way out, and the rest on the way back",
		build:   func(_ int, sides []int) (Network, error) { return newGrid("torus", true, sides), nil },
		place:   placeGrid,
	}
}

// Grid is a network of processors with coordinates. It is immutable. Its methods take ranks in
// [0, Procs()) and panic for others.
type Grid struct {
	kind    string
	sides   []int
	strides []int
	coords  []int32 // per rank and dimension; looking up is faster than dividing
	wraps   bool    // every dimension is closed to a ring
}

// NewGrid is New for the kinds that are Grids: line, ring, mesh and torus.
func NewGrid(kind string, sides ...int) (*Grid, error) {
	network, err := New(kind, sides...)
	if err != nil {
		return nil, err
	}
	g, ok := network.(*Grid)
	if !ok {
		return nil, fmt.Errorf("%v cannot be the grid of a machine: want a line, ring, mesh or torus", network)
	}
	return g, nil
}

// newGrid keeps sides.
func newGrid(kind string, wraps bool, sides []int) *Grid {
	g := &Grid{kind: kind, wraps: wraps, sides: sides, strides: make([]int, len(sides))}
	procs := 1
	for d := len(g.sides) - 1; d >= 0; d-- {
		g.strides[d] = procs
		procs *= g.sides[d]
	}
	g.coords = make([]int32, procs*len(g.sides))
	for d, side := range g.sides {
		at := d
		for range procs / g.strides[d] / side {
			for c := range side {
				for range g.strides[d] {
					g.coords[at] = int32(c)
					at += len(g.sides)
				}
			}
		}
	}
	return g
}

// Kind is the kind's name, such as "mesh".
func (g *Grid) Kind() string { return g.kind }

// String is kind and sides, such as "mesh 32x32".
func (g *Grid) String() string { return g.kind + " " + FormatSides(g.sides) }

// Procs is the number of processors.
func (g *Grid) Procs() int { return g.strides[0] * g.sides[0] }

// Sides are the lengths of the dimensions. Do not modify.
func (g *Grid) Sides() []int { return g.sides }

// Middle is the rank in the middle of every side, or just above it.
func (g *Grid) Middle() int {
	rank := 0
	for d, side := range g.sides {
		rank += side / 2 * g.strides[d]
	}
	return rank
}

// Coordinate is the position of a rank in dimension d.
func (g *Grid) Coordinate(rank, d int) int { return int(g.coords[rank*len(g.sides)+d]) }

// Step returns the rank one step up (by = 1) or down (by = -1) in dimension d, and whether there is
// one. A dimension of length 1 has no steps.
func (g *Grid) Step(rank, d, by int) (int, bool) {
	side, stride := g.sides[d], g.strides[d]
	switch c := g.Coordinate(rank, d) + by; {
	case side == 1:
		return 0, false
	case c >= 0 && c < side:
		return rank + by*stride, true
	case !g.wraps:
		return 0, false
	default: // round the ring
		return rank - by*(side-1)*stride, true
	}
}

// Neighbours returns the ranks next to rank, dimension by dimension, downwards before upwards, each
// once.
func (g *Grid) Neighbours(rank int) []int {
	return g.AppendNeighbours(make([]int, 0, 2*len(g.sides)), rank)
}

// AppendNeighbours appends what Neighbours returns.
func (g *Grid) AppendNeighbours(to []int, rank int) []int {
	checkRank(rank, g.Procs())
	before := len(to)
	for d := range g.sides {
		for _, by := range [2]int{-1, 1} {
			if n, ok := g.Step(rank, d, by); ok && !slices.Contains(to[before:], n) {
				to = append(to, n)
			}
		}
	}
	return to
}

// Laplacian returns the second smallest and the largest eigenvalue. The eigenvalues of a grid are the
// sums of one of each of its dimensions; those of an open one of k processors are 2-2cos(πj/k), those
// of a closed one 2-2cos(2πj/k), for j = 0 … k-1. Two processors are joined by one link in either case.
func (g *Grid) Laplacian() (second, largest float64) {
	second = math.Inf(1)
	for _, side := range g.sides {
		if side == 1 {
			continue
		}
		half := math.Pi / float64(side) / 2
		first, last := 4*math.Pow(math.Sin(half), 2), 4*math.Pow(math.Cos(half), 2)
		if g.wraps && side > 2 {
			first = 4 * math.Pow(math.Sin(2*half), 2)
			if side%2 == 0 {
				last = 4
			}
		}
		second = min(second, first)
		largest += last
	}
	if largest == 0 {
		return 0, 0
	}
	return second, largest
}

// Distance is the number of links on a shortest path between two ranks.
func (g *Grid) Distance(a, b int) int {
	sum := 0
	for d, side := range g.sides {
		delta := g.Coordinate(a, d) - g.Coordinate(b, d)
		if delta < 0 {
			delta = -delta
		}
		if g.wraps {
			delta = min(delta, side-delta)
		}
		sum += delta
	}
	return sum
}

// Route returns the next rank on the way from one rank to another, and which of the 2·dimensions
// links of from leads there. Routes follow dimension order: the first dimension in which the ranks
// differ is corrected first. The ranks must differ.
func (g *Grid) Route(from, to int) (next, link int) {
	for d, side := range g.sides {
		up := g.Coordinate(to, d) - g.Coordinate(from, d)
		if up == 0 {
			continue
		}
		if g.wraps && (2*up > side || up < 0 && -2*up >= side) {
			up = -up // round the ring
		}
		by := 1
		if up < 0 {
			by = -1
		}
		next, _ = g.Step(from, d, by)
		return next, 2*d + (by+1)/2
	}
	panic(fmt.Sprintf("topology: no route from %d to itself", from))
}

// AppendOnward appends the ranks to which a rank passes on what one rank tells all: those behind it on the routes from there (see
// Route), which make a tree. Each rank but the first is told once, on a shortest path.
func (g *Grid) AppendOnward(to []int, from, at int) []int {
	last := -1 // dimension in which the route to this rank has changed
	for d := range g.sides {
		if g.Coordinate(from, d) != g.Coordinate(at, d) {
			last = d
		}
	}
	for d := max(0, last); d < len(g.sides); d++ {
		up := g.Coordinate(at, d) - g.Coordinate(from, d) // how far the route goes in this dimension: 0 after the last one
		if side := g.sides[d]; g.wraps && (2*up > side || up < 0 && -2*up >= side) {
			up -= side * sign(up) // round the ring
		}
		for _, by := range [2]int{-1, 1} {
			next, ok := g.Step(at, d, by)
			if ok && by*up >= 0 && (!g.wraps || 2*by*(up+by) < g.sides[d]+(by+1)/2) {
				to = append(to, next)
			}
		}
	}
	return to
}

func sign(x int) int {
	if x < 0 {
		return -1
	}
	return 1
}

// Radius is the distance from a processor in the middle to the one farthest from it.
func (g *Grid) Radius() int {
	sum := 0
	for _, side := range g.sides {
		sum += side / 2
	}
	return sum
}
