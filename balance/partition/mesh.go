package partition

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Point is a place in the plane.
type Point struct{ X, Y float64 }

// Mesh divides a piece of the plane into cells: the elements of a finite-element computation.
type Mesh struct {
	Points []Point
	// Cells are polygons: the indices of their corners, in order around the cell. Of a triangle, the
	// first two are the ends of the side that is halved when the triangle is refined.
	Cells [][]int
}

// side is a side of a cell: two corners, the smaller index first.
type side struct{ a, b int }

func sideOf(a, b int) side { return side{min(a, b), max(a, b)} }

// sides calls visit for every side of a cell.
func sides(cell []int, visit func(side)) {
	for i, a := range cell {
		visit(sideOf(a, cell[(i+1)%len(cell)]))
	}
}

// shared is a side that two cells share.
type shared struct {
	side
	cells [2]int
}

// shared returns all sides that two cells share.
func (m *Mesh) shared() []shared {
	type touch struct {
		side
		cell int
	}
	var all []touch
	for i, cell := range m.Cells {
		sides(cell, func(s side) { all = append(all, touch{s, i}) })
	}
	slices.SortFunc(all, func(s, t touch) int {
		return cmp.Or(cmp.Compare(s.a, t.a), cmp.Compare(s.b, t.b), cmp.Compare(s.cell, t.cell))
	})
	var found []shared
	for i := 1; i < len(all); i++ {
		if all[i].side == all[i-1].side {
			found = append(found, shared{all[i].side, [2]int{all[i-1].cell, all[i].cell}})
		}
	}
	return found
}

// Graph returns the dual graph: a vertex for every cell, an edge for every side that two cells share.
// All weights are 1.
func (m *Mesh) Graph() *Graph {
	var edges []Edge
	for _, s := range m.shared() {
		edges = append(edges, Edge{s.cells[0], s.cells[1], 1})
	}
	g, err := NewGraph(Ones(len(m.Cells)), nil, edges)
	if err != nil {
		panic(fmt.Sprintf("partition: the dual graph of a mesh: %v", err))
	}
	return g
}

// Seams returns the sides between cells of different parts, as the points at their ends.
func (m *Mesh) Seams(parts []int) [][2]int {
	var seams [][2]int
	for _, s := range m.shared() {
		if parts[s.cells[0]] != parts[s.cells[1]] {
			seams = append(seams, [2]int{s.a, s.b})
		}
	}
	return seams
}

// Centre returns the mean of a cell's corners.
func (m *Mesh) Centre(cell int) Point {
	var c Point
	corners := m.Cells[cell]
	for _, i := range corners {
		c.X += m.Points[i].X
		c.Y += m.Points[i].Y
	}
	return Point{c.X / float64(len(corners)), c.Y / float64(len(corners))}
}

// MeshKind is the entry of a kind of built-in mesh.
type MeshKind struct {
	Name    string
	Usage   string // how it is written
	Title   string
	options []meshOption
	make    func(w, h int, options map[string]int) *Mesh
}

// MeshKinds returns all kinds of built-in meshes.
func MeshKinds() []MeshKind {
	return []MeshKind{
		{
			Name: "grid", Usage: "grid:32x32", Title: "squares in rows and columns",
			make: func(w, h int, _ map[string]int) *Mesh { return gridMesh(w, h) },
		},
		{
			Name: "tri", Usage: "tri:32x32", Title: "triangles, two in each square of a grid",
			make: func(w, h int, _ map[string]int) *Mesh { return triangleMesh(w, h) },
		},
		{
			Name: "graded", Usage: "graded:16x16:levels=8:seed=1",
			Title:   "irregular triangles, small near a random point",
			options: []meshOption{{"levels", 8, maxLevels}, {"seed", 1, math.MaxInt32}},
			make: func(w, h int, options map[string]int) *Mesh {
				return gradedMesh(w, h, options["levels"], uint64(options["seed"]))
			},
		},
	}
}

// meshOption is a number that may follow, as NAME=NUMBER.
type meshOption struct {
	name       string
	usual, max int
}

// maxCells is the most squares that a built-in mesh may have.
const maxCells = 1 << 18

// ParseMesh makes the mesh that a text such as "tri:32x32" names.
func ParseMesh(text string) (*Mesh, error) {
	name, rest, _ := strings.Cut(text, ":")
	kinds := MeshKinds()
	i := slices.IndexFunc(kinds, func(k MeshKind) bool { return k.Name == name })
	if i < 0 {
		var known []string
		for _, k := range kinds {
			known = append(known, k.Usage)
		}
		return nil, fmt.Errorf("mesh %q: want something like %s", text, strings.Join(known, ", "))
	}
	kind := kinds[i]
	size, rest, _ := strings.Cut(rest, ":")
	width, height, _ := strings.Cut(size, "x")
	w, errW := strconv.Atoi(width)
	h, errH := strconv.Atoi(height)
	if errW != nil || errH != nil || w < 1 || h < 1 || w > maxCells/h {
		return nil, fmt.Errorf("mesh %q: want two sides of at least 1 and at most %d squares, such as %s", text, maxCells, kind.Usage)
	}
	options, err := kind.parse(rest)
	if err != nil {
		return nil, fmt.Errorf("mesh %q: %w", text, err)
	}
	return kind.make(w, h, options), nil
}

// parse reads "levels=8:seed=1" over the usual numbers.
func (k MeshKind) parse(text string) (map[string]int, error) {
	numbers := map[string]int{}
	var known []string
	for _, o := range k.options {
		numbers[o.name] = o.usual
		known = append(known, o.name)
	}
	if text == "" {
		return numbers, nil
	}
	for setting := range strings.SplitSeq(text, ":") {
		name, value, _ := strings.Cut(setting, "=")
		i := slices.Index(known, name)
		switch {
		case len(known) == 0:
			return nil, fmt.Errorf("unexpected %q: want only the sides", setting)
		case i < 0:
			return nil, fmt.Errorf("unexpected %q: want %s", setting, strings.Join(known, " or "))
		}
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > k.options[i].max {
			return nil, fmt.Errorf("%s=%q: want a number from 0 to %d", name, value, k.options[i].max)
		}
		numbers[name] = n
	}
	return numbers, nil
}

// lattice returns the corners of w×h squares in a rectangle whose longer side is 1, and a function that
// finds them.
func lattice(w, h int) (points []Point, at func(x, y int) int) {
	unit := 1 / float64(max(w, h))
	for y := range h + 1 {
		for x := range w + 1 {
			points = append(points, Point{float64(x) * unit, float64(y) * unit})
		}
	}
	return points, func(x, y int) int { return y*(w+1) + x }
}

func gridMesh(w, h int) *Mesh {
	points, at := lattice(w, h)
	m := &Mesh{Points: points}
	for y := range h {
		for x := range w {
			m.Cells = append(m.Cells, []int{at(x, y), at(x+1, y), at(x+1, y+1), at(x, y+1)})
		}
	}
	return m
}

// triangleMesh halves squares along a diagonal, which is where both triangles are refined first.
func triangleMesh(w, h int) *Mesh {
	points, at := lattice(w, h)
	m := &Mesh{Points: points}
	for y := range h {
		for x := range w {
			low, high := at(x, y), at(x+1, y+1)
			m.Cells = append(m.Cells, []int{high, low, at(x+1, y)}, []int{low, high, at(x, y+1)})
		}
	}
	return m
}
