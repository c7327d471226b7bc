package figure

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"transat/balance/partition"
)

func mesh(t *testing.T, name string) *partition.Mesh {
	t.Helper()
	m, err := partition.ParseMesh(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// count returns how many areas have a colour.
func count(m Map, colour int) int {
	n := 0
	for _, a := range m.Areas {
		if a.Part == colour {
			n++
		}
	}
	return n
}

func TestMeshHasEveryCellAndEverySeam(t *testing.T) {
	m := mesh(t, "tri:4x4")
	p := &partition.Problem{Graph: m.Graph(), Parts: 4, Mu: 0.1, Dimension: 2}
	parts := p.Linear()
	picture := Mesh("title", "subtitle", m, parts, 4)
	seams, cut := count(picture, black), p.Quality(parts).Cut
	if seams != cut || len(picture.Areas)-seams != len(m.Cells) {
		t.Errorf("%d cells and %d seams, want %d and %d", len(picture.Areas)-seams, seams, len(m.Cells), cut)
	}
}

func TestGraphHasEveryVertexAndEveryEdge(t *testing.T) {
	g := mesh(t, "grid:6x3").Graph()
	p := &partition.Problem{Graph: g, Parts: 3, Mu: 0.1, Dimension: 2}
	parts := p.Linear()
	picture := Graph("title", "subtitle", g, parts, 3)
	cut := p.Quality(parts).Cut
	if got := count(picture, black); got != cut {
		t.Errorf("%d edges are cut, want %d", got, cut)
	}
	if got := count(picture, paleGrey); got != g.Edges()-cut {
		t.Errorf("%d edges are whole, want %d", got, g.Edges()-cut)
	}
	if got := len(picture.Areas) - g.Edges(); got != g.Vertices() {
		t.Errorf("%d vertices, want %d", got, g.Vertices())
	}
}

// A seam from (0, 0) to (1, 0) of a picture of size 1 is a bar as wide as seamWidth, and a little
// longer.
func TestLine(t *testing.T) {
	p := painter{size: 1}
	p.line(partition.Point{}, partition.Point{X: 1}, black)
	low, high := math.Inf(1), math.Inf(-1)
	left, right := math.Inf(1), math.Inf(-1)
	for _, corner := range p.areas[0].Outline {
		low, high = min(low, corner.Y), max(high, corner.Y)
		left, right = min(left, corner.X), max(right, corner.X)
	}
	if math.Abs(high-low-seamWidth) > 1e-12 || math.Abs(right-left-1-seamWidth) > 1e-12 {
		t.Errorf("the bar is %v wide and %v long", high-low, right-left)
	}
}

// Every part that is in use has its number, on a cell of its own.
func TestPartsAreNumbered(t *testing.T) {
	m := mesh(t, "tri:8x8")
	parts := (&partition.Problem{Graph: m.Graph(), Parts: 4, Dimension: 2}).Linear()
	for i := range parts {
		parts[i] *= 2 // parts 0, 2, 4 and 6 of 7
	}
	picture := Mesh("title", "", m, parts, 7)
	if len(picture.Labels) != 4 {
		t.Fatalf("%d parts have numbers, want 4", len(picture.Labels))
	}
	for i, label := range picture.Labels {
		cell := -1
		for j := range m.Cells {
			if Point(m.Centre(j)) == label.At {
				cell = j
			}
		}
		if want := 2 * i; label.Text != fmt.Sprint(want) || cell < 0 || parts[cell] != want {
			t.Errorf("number %q lies on cell %d; want number %d", label.Text, cell, want)
		}
		if label.Room <= 0 {
			t.Errorf("number %q has no room", label.Text)
		}
	}
	if got := depths(m.Graph(), make([]int, len(parts))); got[0] != math.MaxInt {
		t.Errorf("with a single part a cell is %d from the next", got[0])
	}
}

func TestPicturesCanBeDrawn(t *testing.T) {
	m := mesh(t, "graded:3x3:levels=3")
	parts := (&partition.Problem{Graph: m.Graph(), Parts: 7, Dimension: 2}).Linear()
	lonely, err := partition.NewGraph(partition.Ones(3), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, picture := range []Map{
		Mesh("mesh", "", m, parts, 7), Graph("graph", "", m.Graph(), parts, 7), Graph("no edges", "", lonely, []int{0, 1, 2}, 3),
	} {
		var out bytes.Buffer
		if err := Write(&out, picture); err != nil || out.Len() == 0 {
			t.Errorf("%s: %d bytes, %v", picture.Title, out.Len(), err)
		}
	}
}
