package partition

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
)

// Refinement of triangles by newest-vertex bisection: a triangle is halved from the middle of one side
// to the opposite corner, and the halves are later halved along the sides opposite to that middle.
//
//	    c              c
//	   / \            /|\
//	  /   \    →     / | \      the halves are refined at ac and bc
//	 /     \        /  |  \
//	a ───── b      a ─ m ─ b
//
// The triangle beyond the halved side is halved too, after refinements of its own that make that side
// its own turn, so that no corner ever lies in the middle of a side. The triangles stay of a few
// shapes.
//
// Source: W. F. Mitchell, A Comparison of Adaptive Refinement Techniques for Elliptic Problems, 1989.

// Refine returns a mesh in which the chosen triangles, and those neighbours that have to, are halved.
// parent[i] is the cell of m in which cell i lies; the cells are in the order of their parents. All
// cells must be triangles of a mesh made here.
func (m *Mesh) Refine(chosen func(cell int) bool) (refined *Mesh, parent []int, err error) {
	r := &refiner{
		points: slices.Clone(m.Points),
		cells:  slices.Clone(m.Cells),
		at:     make(map[side][2]int, 2*len(m.Cells)),
	}
	for i, cell := range m.Cells {
		if len(cell) != 3 {
			return nil, nil, errors.New("only triangles can be refined")
		}
		r.parent = append(r.parent, i)
		sides(cell, func(s side) { r.replace(s, -1, i) })
	}
	for i := range m.Cells {
		// One that was halved on behalf of a neighbour is done.
		if chosen(i) && &r.cells[i][0] == &m.Cells[i][0] {
			r.bisect(i)
		}
	}
	refined, parent = r.inOrder()
	return refined, parent, nil
}

// refiner is a mesh that is being refined.
type refiner struct {
	points []Point
	cells  [][]int
	parent []int
	at     map[side][2]int // the cells at a side, as their number + 1; 0 for none
}

// replace puts one cell at a side in the place of another; -1 stands for none.
func (r *refiner) replace(s side, old, by int) {
	cells := r.at[s]
	if cells[0] == old+1 {
		cells[0] = by + 1
	} else {
		cells[1] = by + 1
	}
	r.at[s] = cells
}

// beyond returns the cell on the other side of a side, or -1.
func (r *refiner) beyond(s side, cell int) int {
	cells := r.at[s]
	if cells[0] == cell+1 {
		return cells[1] - 1
	}
	return cells[0] - 1
}

// bisect halves a triangle and the one beyond its refinement side. It calls itself at most once for
// every size of triangles that there is.
func (r *refiner) bisect(t int) {
	s := sideOf(r.cells[t][0], r.cells[t][1])
	u := r.beyond(s, t)
	if u >= 0 && sideOf(r.cells[u][0], r.cells[u][1]) != s {
		r.bisect(u)
		u = r.beyond(s, t)
	}
	a, b := r.points[s.a], r.points[s.b]
	middle := len(r.points)
	r.points = append(r.points, Point{(a.X + b.X) / 2, (a.Y + b.Y) / 2})
	r.halve(t, middle)
	if u >= 0 {
		r.halve(u, middle)
	}
	delete(r.at, s)
}

// halve puts the halves of triangle t in its place.
func (r *refiner) halve(t, middle int) {
	a, b, c := r.cells[t][0], r.cells[t][1], r.cells[t][2]
	other := len(r.cells)
	r.cells[t] = []int{c, a, middle}
	r.cells = append(r.cells, []int{b, c, middle})
	r.parent = append(r.parent, r.parent[t])
	r.replace(sideOf(b, c), t, other)
	r.replace(sideOf(c, middle), -1, t)
	r.replace(sideOf(c, middle), -1, other)
	r.replace(sideOf(a, middle), -1, t)
	r.replace(sideOf(b, middle), -1, other)
}

// inOrder returns the mesh with its cells in the order of their parents.
func (r *refiner) inOrder() (m *Mesh, parent []int) {
	order := make([]int, len(r.cells))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(r.parent[i], r.parent[j]) })
	m = &Mesh{Points: r.points}
	for _, i := range order {
		m.Cells = append(m.Cells, r.cells[i])
		parent = append(parent, r.parent[i])
	}
	return m, parent
}

// maxLevels is how often gradedMesh may refine.
const maxLevels = 20

// gradedMesh refines a triangle mesh the more often the nearer to a random point, and then moves every
// inner corner a little, so that no two cells are alike.
func gradedMesh(w, h, levels int, seed uint64) *Mesh {
	rng := rand.New(rand.NewPCG(seed, 'G'))
	m := triangleMesh(w, h)
	far := m.Points[len(m.Points)-1]
	focus := Point{far.X * (0.2 + 0.6*rng.Float64()), far.Y * (0.2 + 0.6*rng.Float64())}
	radius := 0.5
	for range levels {
		// The error is for cells that are no triangles.
		m, _, _ = m.Refine(func(cell int) bool {
			c := m.Centre(cell)
			return math.Hypot(c.X-focus.X, c.Y-focus.Y) < radius
		})
		radius *= 0.75
	}
	m.shake(rng)
	return m
}

// shake moves every corner by up to a seventh of its shortest side in both directions, except those on
// the border. That turns no triangle over: they are right-angled with two equal sides, and so at least
// 0.7 of the shorter side high.
func (m *Mesh) shake(rng *rand.Rand) {
	shortest := make([]float64, len(m.Points))
	border := make(map[side]bool)
	for _, cell := range m.Cells {
		sides(cell, func(s side) {
			a, b := m.Points[s.a], m.Points[s.b]
			length := math.Hypot(a.X-b.X, a.Y-b.Y)
			for _, p := range []int{s.a, s.b} {
				if shortest[p] == 0 || length < shortest[p] {
					shortest[p] = length
				}
			}
			if border[s] {
				delete(border, s)
			} else {
				border[s] = true
			}
		})
	}
	for s := range border {
		shortest[s.a], shortest[s.b] = 0, 0
	}
	for i := range m.Points {
		m.Points[i].X += shortest[i] * (rng.Float64() - 0.5) * 2 / 7
		m.Points[i].Y += shortest[i] * (rng.Float64() - 0.5) * 2 / 7
	}
}
