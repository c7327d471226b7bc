package figure

import (
	"math"

	"transat/balance/partition"
)

// Partitioned graphs: a mesh with its cells, a bare graph with its vertices and
// edges.
//
// Cells and vertices have the colour of their part. Parts that touch have different colours, so that
// six are enough for any number of parts of a plane mesh, and all six can be told apart by people with
// any kind of colour vision. Edges between parts are black: the seams of the patchwork, whose length is
// the cut.
//
//	picture := figure.Mesh("tri:32x32 in 16 parts", "physical, μ = 0.1, seed 1", mesh, parts, 16)
//	err := figure.Write(w, picture)

// The colours of package figure: the first six are for parts, black is for seams, and the others,
// shades of all these, come up when six are not enough.
const (
	usual    = 6
	black    = 6
	paleGrey = 20
)

// The width of a seam, as a share of the picture, and at most as a share of its length.
const (
	seamWidth  = 0.005
	seamAspect = 0.25
)

// Mesh draws a mesh whose cells have n parts: parts[cell], from 0 to n-1.
func Mesh(title, subtitle string, m *partition.Mesh, parts []int, n int) Map {
	p := painter{colours: m.Graph().Colours(parts, n), size: extent(m.Points)}
	for i, cell := range m.Cells {
		var outline []Point
		for _, corner := range cell {
			outline = append(outline, Point(m.Points[corner]))
		}
		p.area(outline, p.colour(parts[i]))
	}
	for _, s := range m.Seams(parts) {
		p.line(m.Points[s[0]], m.Points[s[1]], black)
	}
	var centres []partition.Point
	for i := range m.Cells {
		centres = append(centres, m.Centre(i))
	}
	return Map{Title: title, Subtitle: subtitle, Areas: p.areas, Labels: partNumbers(m.Graph(), centres, parts, p)}
}

// Graph draws a graph that has no places of its own: neighbours are put near to each other.
func Graph(title, subtitle string, g *partition.Graph, parts []int, n int) Map {
	points := g.Layout(1)
	p := painter{colours: g.Colours(parts, n), size: 1}
	for v, q := range parts {
		for _, arc := range g.Arcs(v) {
			u := int(arc.To)
			switch {
			case u < v || points[u] == points[v]:
			case parts[u] != q:
				p.line(points[v], points[u], black)
			default:
				p.line(points[v], points[u], paleGrey)
			}
		}
	}
	radius := min(0.02, 0.25/math.Sqrt(float64(g.Vertices())))
	for v, q := range parts {
		p.dot(points[v], radius, p.colour(q))
	}
	labels := partNumbers(g, points, parts, p)
	for i := range labels {
		labels[i].Room = max(labels[i].Room, radius)
	}
	return Map{Title: title, Subtitle: subtitle, Areas: p.areas, Labels: labels}
}

// painter collects areas.
type painter struct {
	colours []int   // of the parts, as partition.Graph.Colours has them
	size    float64 // of the whole
	areas   []Area
}

// colour is the colour of package figure for a part: black is left out.
func (p *painter) colour(part int) int {
	c := p.colours[part]
	return c + c/usual
}

func (p *painter) area(outline []Point, colour int) {
	p.areas = append(p.areas, Area{Outline: outline, Part: colour})
}

// line is a long and narrow area.
func (p *painter) line(a, b partition.Point, colour int) {
	x, y := b.X-a.X, b.Y-a.Y
	scale := min(seamWidth*p.size/math.Hypot(x, y), seamAspect) / 2
	x, y = x*scale, y*scale // half the width, in the direction of the line
	p.area([]Point{
		{X: a.X - x - y, Y: a.Y - y + x},
		{X: a.X - x + y, Y: a.Y - y - x},
		{X: b.X + x + y, Y: b.Y + y - x},
		{X: b.X + x - y, Y: b.Y + y + x},
	}, colour)
}

// dot is an octagon.
func (p *painter) dot(at partition.Point, radius float64, colour int) {
	var outline []Point
	for i := range 8 {
		sin, cos := math.Sincos((float64(i) + 0.5) * math.Pi / 4)
		outline = append(outline, Point{X: at.X + radius*cos, Y: at.Y + radius*sin})
	}
	p.area(outline, colour)
}

// extent is the longer side of the rectangle round points.
func extent(points []partition.Point) float64 {
	low, high := points[0], points[0]
	for _, p := range points {
		low = partition.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}
		high = partition.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
	}
	return max(high.X-low.X, high.Y-low.Y)
}
