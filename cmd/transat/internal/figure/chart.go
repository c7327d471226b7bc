package figure

import (
	"errors"
	"fmt"
	"math"
)

// Chart is a picture of curves and points over two axes. The name of each series stands on the right, near the end
// of its curve.
type Chart struct {
	Title    string
	Subtitle string // what was run: item, sizes, seed
	X, Y     Axis
	Series   []Series
	Note     Note
}

// Note is a text with a line to a place of the chart; without a text there is none.
type Note struct {
	At   Point
	Text string
}

// Series is one entry of the legend of a chart.
type Series struct {
	Name   string
	Points []Point // those that are no finite numbers are left out
	// Paper marks what a paper says, a number or a formula. It is drawn dashed and hollow.
	Paper bool
	// Colour is the number of its colour and marker. A paper's series has that of ours to which it
	// belongs.
	Colour int
	// Policy, if it is not empty, is the policy that it belongs to, with its parameters, and then has the colour, the marker and,
	// unless there is a Group, the pattern of that policy: see Styles.
	Policy string
	Show   Show
	// Group is what the series has in common with others, such as a tree, and Dash the number of its pattern of
	// lines. The groups are named above the chart.
	Group string
	Dash  int
	// Size multiplies that of its marks, unless it is 0. Series that coincide can all be seen if the
	// first ones have larger marks.
	Size float64

	style *Style // of its policy, while it is drawn
}

// Point is a point of a series, in the units of the axes.
type Point struct{ X, Y float64 }

// Show says how a series is drawn.
type Show uint8

// The ways to draw a series.
const (
	LinesAndMarks Show = iota
	Lines
	Marks
)

func (c Chart) titles() (title, subtitle string) { return c.Title, c.Subtitle }

func (c Chart) draw(d *drawing, body box) error { return c.curves(d, c.groups(d, body)) }

// curves draws the chart below its titles.
func (c Chart) curves(d *drawing, body box) error {
	c = c.dressed()
	x, y, err := c.spans()
	if err != nil {
		return err
	}
	names := c.names(body.height())
	f := body.inset(0, 0, names.width(), 0).frame(c.X, c.Y, x, y)
	d.grid(f)
	for _, paper := range []bool{true, false} { // ours on top
		for _, s := range c.Series {
			if s.Paper == paper {
				d.series(s, f)
			}
		}
	}
	d.axes(f, body)
	names.draw(d, body, f)
	d.note(c.Note, f)
	return nil
}

// note writes a text beside its place, above the middle, where there is often no line of the grid, on the side where there is more room.
func (d *drawing) note(n Note, f frame) {
	if n.Text == "" {
		return
	}
	const aside = 40
	at, style := f.at(n.At), letters{size: 14, colour: grey(ink)}
	text := Point{at.X + aside, f.top + 0.37*f.height()}
	end := Point{text.X - 5, text.Y}
	if at.X > (f.left+f.right)/2 {
		style.align = 1
		text.X, end.X = at.X-aside, at.X-aside+5
	}
	d.line(stroke{colour: grey(ink), width: 1}, end, at)
	d.circle(grey(ink), stroke{colour: grey(0xFF), width: 1}, at, 3)
	d.text(style, text, n.Text)
}

// series draws a series, as far as it lies in the frame.
func (d *drawing) series(s Series, f frame) {
	var points []Point
	for _, p := range s.finite() {
		points = append(points, f.at(p))
	}
	if s.Show != Marks && len(points) > 1 {
		d.within(f.inset(-3, -3, -3, -3), func() { d.line(s.line(), points...) })
	}
	if s.Show == Lines {
		return
	}
	const tolerance = 0.01
	for _, p := range points {
		if p.X >= f.left-tolerance && p.X <= f.right+tolerance && p.Y >= f.top-tolerance && p.Y <= f.bottom+tolerance {
			d.marker(s, p)
		}
	}
}

// spans returns the intervals in which the data lie.
func (c Chart) spans() (x, y span, err error) {
	x, y = span{math.Inf(1), math.Inf(-1)}, span{math.Inf(1), math.Inf(-1)}
	for _, s := range c.Series {
		for _, p := range s.finite() {
			if c.X.Log && p.X <= 0 || c.Y.Log && p.Y <= 0 {
				return x, y, fmt.Errorf("point (%v, %v) of %q cannot be shown on a logarithmic axis", p.X, p.Y, s.Name)
			}
			x = span{min(x.min, p.X), max(x.max, p.X)}
			y = span{min(y.min, p.Y), max(y.max, p.Y)}
		}
	}
	if math.IsInf(x.min, 1) {
		return x, y, errors.New("there is no point to show")
	}
	return x, y, nil
}

// finite returns the points that can be drawn.
func (s Series) finite() []Point {
	var points []Point
	for _, p := range s.Points {
		if finite(p.X) && finite(p.Y) {
			points = append(points, p)
		}
	}
	return points
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// line is how the lines of s are drawn.
func (s Series) line() stroke {
	if s.Paper {
		// Broad and pale, so that it shows under a line of ours that covers it.
		return stroke{tint(s.colour()), 4.5, "9 4"}
	}
	return stroke{s.colour(), 2, s.dashes()}
}

// radius is how large the marks of s are.
func (s Series) radius() float64 {
	radius := 4.5
	if s.Paper {
		radius = 7 // a ring round ours where both coincide
	}
	if s.Size != 0 {
		radius *= s.Size
	}
	return radius
}
