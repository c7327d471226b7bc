package figure

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Map is a picture of areas that belong to parts, such as the elements of a mesh that has been
// partitioned. It fills the canvas as far as its own proportions allow.
type Map struct {
	Title    string
	Subtitle string // what was run
	Areas    []Area
	Labels   []Label
}

// Label is a short text at a place, on a white disc, so that it can be read on any colour. The disc has a ring in the
// colour of a part.
type Label struct {
	At   Point
	Text string
	Part int
	Room float64 // the distance to what it should not cover
}

// Area is a polygon.
type Area struct {
	Outline []Point // at least three corners
	Part    int     // from 0; parts have different colours as far as there are any
}

func (m Map) draw(canvas draw.Canvas) error {
	place, err := m.place(heading(canvas, m.Title, m.Subtitle))
	if err != nil {
		return err
	}
	for _, a := range m.Areas {
		corners := make([]vg.Point, len(a.Outline))
		for i, corner := range a.Outline {
			corners[i] = place(corner)
		}
		path := polygon(corners)
		canvas.SetColor(shade(a.Part))
		canvas.Fill(path)
		canvas.SetLineStyle(draw.LineStyle{Color: color.White, Width: outlineWidth(corners)})
		canvas.Stroke(path)
	}
	for _, l := range m.Labels {
		l.draw(canvas, place)
	}
	return nil
}

// Heights of letters on labels, in pixels.
const (
	smallestLabel = 6
	largestLabel  = 15
)

// draw writes the label, as large as there is room for.
func (l Label) draw(canvas draw.Canvas, place func(Point) vg.Point) {
	at := place(l.At)
	room := float64((place(Point{X: l.At.X + l.Room, Y: l.At.Y}).X - at.X) / pixel)
	style := letters(min(largestLabel, max(smallestLabel, 0.6*room)), ink, true)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	radius := max(style.Width(l.Text), style.Font.Size)/2 + style.Font.Size/4
	var disc vg.Path
	disc.Move(vg.Point{X: at.X + radius, Y: at.Y})
	disc.Arc(at, radius, 0, 2*math.Pi)
	disc.Close()
	canvas.SetColor(color.White)
	canvas.Fill(disc)
	canvas.SetLineStyle(draw.LineStyle{Color: shade(l.Part), Width: 2 * pixel})
	canvas.Stroke(disc)
	canvas.FillText(style, at, l.Text)
}

func polygon(corners []vg.Point) vg.Path {
	var path vg.Path
	path.Move(corners[0])
	for _, corner := range corners[1:] {
		path.Line(corner)
	}
	path.Close()
	return path
}

// outlineWidth is the width of the line round an area: half a pixel, and less round small ones, whose colour
// would otherwise drown in their outlines.
func outlineWidth(corners []vg.Point) vg.Length {
	low, high := corners[0], corners[0]
	for _, c := range corners {
		low = vg.Point{X: min(low.X, c.X), Y: min(low.Y, c.Y)}
		high = vg.Point{X: max(high.X, c.X), Y: max(high.Y, c.Y)}
	}
	return min(0.5*pixel, 0.05*min(high.X-low.X, high.Y-low.Y))
}

// place returns where on the canvas a point of the map lies.
func (m Map) place(room draw.Canvas) (func(Point) vg.Point, error) {
	var x, y span
	first := true
	for _, a := range m.Areas {
		for _, p := range a.Outline {
			if !finite(p.X) || !finite(p.Y) {
				return nil, fmt.Errorf("figure %q: corner (%v, %v) cannot be shown", m.Title, p.X, p.Y)
			}
			if first {
				x, y, first = span{p.X, p.X}, span{p.Y, p.Y}, false
			}
			x = span{min(x.min, p.X), max(x.max, p.X)}
			y = span{min(y.min, p.Y), max(y.max, p.Y)}
		}
	}
	if x.min == x.max || y.min == y.max {
		return nil, fmt.Errorf("figure %q: there is no area to show", m.Title)
	}
	size := room.Size()
	scale := min(size.X.Points()/(x.max-x.min), size.Y.Points()/(y.max-y.min))
	middle := room.Center()
	return func(p Point) vg.Point {
		return vg.Point{
			X: middle.X + vg.Points(scale*(p.X-(x.min+x.max)/2)),
			Y: middle.Y + vg.Points(scale*(p.Y-(y.min+y.max)/2)),
		}
	}, nil
}

// shade returns the colour of a part: those of the palette, and when they have all been used lighter
// and darker ones, over and over.
func shade(part int) color.RGBA {
	base := colour(part)
	switch round := part / len(palette()) % 5; round {
	case 0:
		return base
	case 1, 2:
		return mix(base, 0xFF, 0.3*float64(round))
	default:
		return mix(base, 0x00, 0.25*float64(round-2))
	}
}
