// Package topology knows who is whose neighbour.
//
// A Grid is a processor network with coordinates: any number of dimensions, each either open at its
// ends or closed to a ring. The line, the ring, the mesh and the torus are all grids:
//
//	mesh 2x3          torus 2x3 (row 0)
//
//	0 — 1 — 2         ┌ 0 — 1 — 2 ┐
//	|   |   |         └───────────┘
//	3 — 4 — 5
//
// Ranks are row-major: the last coordinate varies fastest. A policy sees a virtual topology; Place
// says on which processor of the machine's physical grid each of its processors lies, and Dilation
// how far apart neighbours come to lie. Networks that are not grids are left out so far.
package topology

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// MaxProcs is the largest number of processors of a topology.
const MaxProcs = 1 << 24

// Network is a topology: it says who is whose neighbour. Networks are immutable; their methods take
// ranks in [0, Procs()) and panic for others.
type Network interface {
	// Kind is the name of the kind: "mesh", "hypercube".
	Kind() string
	// String is kind and size, such as "mesh 32x32".
	String() string
	// Procs is the number of processors.
	Procs() int
	// Sides are the lengths of the dimensions of a grid, and empty for networks that are none. Do not
	// modify.
	Sides() []int
	// Step returns the rank one step up (by = 1) or down (by = -1) in dimension d from rank, and
	// whether there is one.
	Step(rank, d, by int) (int, bool)
	// Neighbours returns the ranks next to rank, each once. The slice is the caller's.
	Neighbours(rank int) []int
}

// Grid is a network of processors with coordinates. It is immutable. Its methods take ranks in
// [0, Procs()) and panic for others.
type Grid struct {
	kind    string
	sides   []int
	strides []int
	coords  []int32 // per rank and dimension; looking up is faster than dividing
	wraps   bool
}

// Kind describes one kind of topology.
type Kind struct {
	Name, Title string
	// flat: the processors form a single dimension, whatever the machine's grid.
	flat, wraps bool
}

// Kinds returns all topologies: the table that help, listing and New read.
func Kinds() []Kind {
	return []Kind{
		{Name: "line", Title: "processors in a row, mapped on the grid as a snake", flat: true},
		{Name: "ring", Title: "a line closed to a cycle, mapped on the grid as a closed snake", flat: true, wraps: true},
		{Name: "mesh", Title: "grid of any dimension, open at the borders"},
		{Name: "torus", Title: "grid of any dimension with wrap-around links, mapped on the grid by folding", wraps: true},
	}
}

// New returns the topology of the given kind for a machine whose grid has the given sides. A line or
// ring has the same number of processors in one dimension.
func New(kind string, sides ...int) (Network, error) {
	g, err := NewGrid(kind, sides...)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// NewGrid is New for the kinds that are grids.
func NewGrid(kind string, sides ...int) (*Grid, error) {
	procs, err := product(sides)
	if err != nil {
		return nil, err
	}
	kinds := Kinds()
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == kind })
	if i < 0 {
		return nil, fmt.Errorf("unknown topology %q", kind)
	}
	g := &Grid{kind: kind, wraps: kinds[i].wraps, sides: slices.Clone(sides)}
	if kinds[i].flat {
		g.sides = []int{procs}
	}
	g.strides = make([]int, len(g.sides))
	stride := 1
	for d := len(g.sides) - 1; d >= 0; d-- {
		g.strides[d] = stride
		stride *= g.sides[d]
	}
	g.coords = make([]int32, 0, procs*len(g.sides))
	for rank := range procs {
		for d, side := range g.sides {
			g.coords = append(g.coords, int32(rank/g.strides[d]%side))
		}
	}
	return g, nil
}

func product(sides []int) (int, error) {
	if len(sides) == 0 {
		return 0, fmt.Errorf("grid without sides: want for example 32x32")
	}
	procs := 1
	for _, s := range sides {
		if s < 1 {
			return 0, fmt.Errorf("grid %s: every side must be at least 1", FormatSides(sides))
		}
		if s > MaxProcs/procs {
			return 0, fmt.Errorf("grid %s: more than %d processors", FormatSides(sides), MaxProcs)
		}
		procs *= s
	}
	return procs, nil
}

// ParseSides reads the sides of a grid: "32x32", "16x16x4", "1024".
func ParseSides(s string) ([]int, error) {
	var sides []int
	for part := range strings.SplitSeq(s, "x") {
		n, err := strconv.Atoi(part)
		if err != nil || n > math.MaxInt32 {
			return nil, fmt.Errorf("grid %q: want sides joined by x, for example 32x32 or 16x16x4", s)
		}
		sides = append(sides, n)
	}
	if _, err := product(sides); err != nil {
		return nil, err
	}
	return sides, nil
}

// FormatSides is the inverse of ParseSides.
func FormatSides(sides []int) string {
	parts := make([]string, len(sides))
	for i, s := range sides {
		parts[i] = strconv.Itoa(s)
	}
	return strings.Join(parts, "x")
}

// Kind is the kind's name, such as "mesh".
func (g *Grid) Kind() string { return g.kind }

// String is kind and sides, such as "mesh 32x32".
func (g *Grid) String() string { return g.kind + " " + FormatSides(g.sides) }

// Procs is the number of processors.
func (g *Grid) Procs() int { return g.strides[0] * g.sides[0] }

// Sides are the lengths of the dimensions. Do not modify.
func (g *Grid) Sides() []int { return g.sides }

// Wraps reports whether every dimension is closed to a ring.
func (g *Grid) Wraps() bool { return g.wraps }

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
	if rank < 0 || rank >= g.Procs() {
		panic(fmt.Sprintf("topology: rank %d of %d", rank, g.Procs()))
	}
	all := make([]int, 0, 2*len(g.sides))
	for d := range g.sides {
		for _, by := range [2]int{-1, 1} {
			if n, ok := g.Step(rank, d, by); ok && !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	return all
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

// Radius is the distance from a processor in the middle to the one farthest from it.
func (g *Grid) Radius() int {
	sum := 0
	for _, side := range g.sides {
		sum += side / 2
	}
	return sum
}
