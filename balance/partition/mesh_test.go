package partition

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func mesh(t testing.TB, name string) *Mesh {
	t.Helper()
	m, err := ParseMesh(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestDualGraphs(t *testing.T) {
	for _, tc := range []struct {
		name            string
		vertices, edges int
		degrees         []int // the numbers of vertices with degree 0, 1, …
	}{
		{"grid:1x1", 1, 0, []int{1}},
		{"grid:4x3", 12, 17, []int{0, 0, 4, 6, 2}},
		{"tri:1x1", 2, 1, []int{0, 2}},
		{"tri:4x3", 24, 29, []int{0, 2, 10, 12}}, // two corners are halved, two are not
		{"graded:4x4:levels=0", 32, 40, []int{0, 2, 12, 18}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g := mesh(t, tc.name).Graph()
			degrees := make([]int, 5)
			for v := range g.Vertices() {
				degrees[len(g.Arcs(v))]++
			}
			for len(degrees) > 0 && degrees[len(degrees)-1] == 0 {
				degrees = degrees[:len(degrees)-1]
			}
			if g.Vertices() != tc.vertices || g.Edges() != tc.edges {
				t.Errorf("%d vertices, %d edges, want %d, %d", g.Vertices(), g.Edges(), tc.vertices, tc.edges)
			}
			if diff := cmp.Diff(tc.degrees, degrees); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestParseMeshErrors(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"hex:3x3", `mesh "hex:3x3": want something like grid:32x32, tri:32x32, graded:16x16:levels=8:seed=1`},
		{"tri", `mesh "tri": want two sides of at least 1 and at most 262144 squares, such as tri:32x32`},
		{"tri:0x3", `mesh "tri:0x3": want two sides of at least 1 and at most 262144 squares, such as tri:32x32`},
		{"tri:9999x9999", `mesh "tri:9999x9999": want two sides of at least 1 and at most 262144 squares, such as tri:32x32`},
		{"tri:3x3:seed=1", `mesh "tri:3x3:seed=1": unexpected "seed=1": want only the sides`},
		{"graded:3x3:depth=1", `mesh "graded:3x3:depth=1": unexpected "depth=1": want levels or seed`},
		{"graded:3x3:levels=x", `mesh "graded:3x3:levels=x": levels="x": want a number from 0 to 20`},
		{"graded:3x3:levels=21", `mesh "graded:3x3:levels=21": levels="21": want a number from 0 to 20`},
	} {
		_, err := ParseMesh(tc.text)
		if err == nil || err.Error() != tc.want {
			t.Errorf("got  %v\nwant %s", err, tc.want)
		}
	}
}

// area is the area of a cell, negative if its corners run clockwise.
func (m *Mesh) area(cell int) float64 {
	var sum float64
	corners := m.Cells[cell]
	for i, a := range corners {
		p, q := m.Points[a], m.Points[corners[(i+1)%len(corners)]]
		sum += p.X*q.Y - q.X*p.Y
	}
	return sum / 2
}

func TestCellsCoverTheRectangle(t *testing.T) {
	for _, name := range []string{"grid:7x5", "tri:7x5", "graded:7x5", "graded:16x16:seed=3"} {
		m := mesh(t, name)
		var sum float64
		sign := 0
		for i := range m.Cells {
			a := m.area(i)
			sum += math.Abs(a)
			if a > 0 {
				sign++
			}
		}
		corner := m.Points[0]
		for _, p := range m.Points {
			corner = Point{max(corner.X, p.X), max(corner.Y, p.Y)}
		}
		if math.Abs(sum-corner.X*corner.Y) > 1e-9 {
			t.Errorf("%s: the cells have area %v, the rectangle %v: some overlap", name, sum, corner.X*corner.Y)
		}
		if name == "grid:7x5" && sign != len(m.Cells) {
			t.Errorf("%s: %d of %d cells run anticlockwise", name, sign, len(m.Cells))
		}
	}
}

// A refined mesh is conforming: its dual graph is connected like that of an unrefined one, with at most
// three neighbours a triangle, and all chosen triangles are gone.
func TestRefine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := triangleMesh(rapid.IntRange(1, 5).Draw(t, "w"), rapid.IntRange(1, 5).Draw(t, "h"))
		for range rapid.IntRange(0, 4).Draw(t, "times") {
			chosen := rapid.SliceOfN(rapid.Bool(), len(m.Cells), len(m.Cells)).Draw(t, "chosen")
			refined, parent, err := m.Refine(func(i int) bool { return chosen[i] })
			if err != nil {
				t.Fatal(err)
			}
			checkRefined(t, m, refined, parent, chosen)
			m = refined
		}
	})
}

func checkRefined(t *rapid.T, m, refined *Mesh, parent []int, chosen []bool) {
	t.Helper()
	areas := make([]float64, len(m.Cells))
	children := make([]int, len(m.Cells))
	for i, p := range parent {
		areas[p] += refined.area(i)
		children[p]++
	}
	for p := range m.Cells {
		if math.Abs(areas[p]-m.area(p)) > 1e-12 {
			t.Fatalf("cell %d has area %v, its children %v", p, m.area(p), areas[p])
		}
		if chosen[p] && children[p] < 2 {
			t.Fatalf("cell %d was not refined", p)
		}
	}
	if !slices.IsSorted(parent) {
		t.Fatalf("parents are out of order: %v", parent)
	}
	// Sides that only one cell has must lie on the border of the rectangle.
	g := refined.Graph()
	far := m.Points[0]
	for _, p := range refined.Points {
		far = Point{max(far.X, p.X), max(far.Y, p.Y)}
	}
	inside := 0
	count := map[side]int{}
	for _, cell := range refined.Cells {
		sides(cell, func(s side) { count[s]++ })
	}
	for s, n := range count {
		a, b := refined.Points[s.a], refined.Points[s.b]
		border := a.X == b.X && (a.X == 0 || a.X == far.X) || a.Y == b.Y && (a.Y == 0 || a.Y == far.Y)
		if border != (n == 1) || n > 2 {
			t.Fatalf("side %v-%v has %d cells", a, b, n)
		}
		if n == 2 {
			inside++
		}
	}
	if g.Edges() != inside {
		t.Fatalf("%d edges, %d inner sides", g.Edges(), inside)
	}
}

func TestRefineTakesOnlyTriangles(t *testing.T) {
	if _, _, err := gridMesh(2, 2).Refine(func(int) bool { return true }); err == nil {
		t.Error("squares were refined")
	}
}

func TestGradedMeshIsFineAtAPoint(t *testing.T) {
	m := mesh(t, "graded:8x8")
	smallest, largest := math.Inf(1), 0.0
	for i := range m.Cells {
		a := math.Abs(m.area(i))
		smallest, largest = min(smallest, a), max(largest, a)
	}
	if largest/smallest < 100 {
		t.Errorf("areas from %v to %v: want a ratio of about 2^8", smallest, largest)
	}
}
