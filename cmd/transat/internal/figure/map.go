package figure

import (
	"errors"
	"fmt"
	"image/color"
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

func (m Map) titles() (title, subtitle string) { return m.Title, m.Subtitle }

func (m Map) draw(d *drawing, body box) error {
	place, err := m.place(body)
	if err != nil {
		return err
	}
	for _, a := range m.Areas {
		corners := make([]Point, len(a.Outline))
		for i, corner := range a.Outline {
			corners[i] = place(corner)
		}
		d.polygon(shade(a.Part), stroke{colour: grey(0xFF), width: outlineWidth(corners)}, corners)
	}
	for _, l := range m.Labels {
		l.draw(d, place)
	}
	return nil
}

// Heights of letters on labels, in pixels.
const (
	smallestLabel = 6
	largestLabel  = 15
)

// draw writes the label, as large as there is room for.
func (l Label) draw(d *drawing, place func(Point) Point) {
	at := place(l.At)
	room := place(Point{l.At.X + l.Room, l.At.Y}).X - at.X
	style := letters{size: min(largestLabel, max(smallestLabel, 0.6*room)), colour: grey(ink), bold: true, align: 0.5}
	d.circle(grey(0xFF), stroke{colour: shade(l.Part), width: 2}, at, max(style.width(l.Text), style.size)/2+style.size/4)
	d.text(style, at, l.Text)
}

// outlineWidth is the width of the line round an area: half a pixel, and less round small ones, whose colour
// would otherwise drown in their outlines.
func outlineWidth(corners []Point) float64 {
	low, high := corners[0], corners[0]
	for _, c := range corners {
		low = Point{min(low.X, c.X), min(low.Y, c.Y)}
		high = Point{max(high.X, c.X), max(high.Y, c.Y)}
	}
	return min(0.5, 0.05*min(high.X-low.X, high.Y-low.Y))
}

// place returns where in a room a point of the map lies.
func (m Map) place(room box) (func(Point) Point, error) {
	var x, y span
	first := true
	for _, a := range m.Areas {
		for _, p := range a.Outline {
			if !finite(p.X) || !finite(p.Y) {
				return nil, fmt.Errorf("corner (%v, %v) cannot be shown", p.X, p.Y)
			}
			if first {
				x, y, first = span{p.X, p.X}, span{p.Y, p.Y}, false
			}
			x = span{min(x.min, p.X), max(x.max, p.X)}
			y = span{min(y.min, p.Y), max(y.max, p.Y)}
		}
	}
	if x.min == x.max || y.min == y.max {
		return nil, errors.New("there is no area to show")
	}
	scale := min(room.width()/(x.max-x.min), room.height()/(y.max-y.min))
	middle := Point{(room.left + room.right) / 2, (room.top + room.bottom) / 2}
	return func(p Point) Point {
		return Point{middle.X + scale*(p.X-(x.min+x.max)/2), middle.Y - scale*(p.Y-(y.min+y.max)/2)}
	}, nil
}

// shade returns the colour of a part: a colour of the palette, and when all have been used a lighter
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
