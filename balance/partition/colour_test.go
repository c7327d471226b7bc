package partition

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestNeighbouringPartsHaveDifferentColours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomProblem(t)
		p.Parts = 15 // more than there are usual colours, so that they have to be shared
		parts := randomParts(t, p)
		colours := p.Graph.Colours(parts, p.Parts)
		for v, q := range parts {
			for _, arc := range p.Graph.Arcs(v) {
				if r := parts[arc.To]; r != q && colours[r] == colours[q] {
					t.Fatalf("parts %d and %d are neighbours and both have colour %d", q, r, colours[q])
				}
			}
		}
	})
}

func TestPartsOfAPlaneMeshNeedSixColours(t *testing.T) {
	p := &Problem{Graph: triangleMesh(24, 24).Graph(), Parts: 64, Mu: 0.1, Dimension: 2}
	parts, err := p.Spectral(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	colours := p.Graph.Colours(parts, p.Parts)
	count := make([]int, slices.Max(colours)+1)
	for _, c := range colours {
		count[c]++
	}
	if len(count) != 6 || slices.Min(count) < 3 {
		t.Errorf("the colours are used %v times, want six and none of them rarely", count)
	}
}

// A path is laid out from end to end, and two pieces do not touch.
func TestLayout(t *testing.T) {
	points := gridMesh(20, 1).Graph().Layout(1)
	steps := 0.0
	for i := 1; i < len(points); i++ {
		steps += points[i].X - points[i-1].X
	}
	if math.Abs(math.Abs(steps)-0.9) > 1e-9 {
		t.Errorf("from one end of the path to the other it is %v, want 0.9", steps)
	}
	g, err := NewGraph(Ones(3), nil, []Edge{{0, 1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	points = g.Layout(1)
	if points[0].X >= 0.5 || points[1].X >= 0.5 || points[2].X <= 0.5 {
		t.Errorf("the pieces lie at %v", points)
	}
}
