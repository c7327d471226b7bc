package figure

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Chart is a picture of curves and points over two axes. The name of each series stands on the right, near the end
// of its curve.
type Chart struct {
	Title    string
	Subtitle string // what was run: item, sizes, seed
	X, Y     Axis
	Series   []Series
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
	Show   Show
	// Group is what the series has in common with others, such as a tree, and Dash the number of its pattern of
	// lines. The groups are named above the chart.
	Group string
	Dash  int
	// Size multiplies that of its marks, unless it is 0. Series that coincide can all be seen if the
	// first ones have larger marks.
	Size float64
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

func (c Chart) draw(canvas draw.Canvas) error {
	return c.curves(c.groups(heading(canvas, c.Title, c.Subtitle)))
}

// curves draws the chart below its titles.
func (c Chart) curves(body draw.Canvas) error {
	x, y, err := c.spans()
	if err != nil {
		return err
	}
	p := plot.New()
	p.BackgroundColor = nil
	c.X.set(&p.X, x)
	c.Y.set(&p.Y, y)
	p.Add(grid{})
	for _, paper := range []bool{true, false} { // ours on top
		for _, s := range c.Series {
			if s.Paper == paper {
				p.Add(s.plotters()...)
			}
		}
	}
	names := c.names(body.Size().Y)
	inner := draw.Crop(body, labelRoom*pixel, -names.width(), labelRoom*pixel, 0)
	p.Draw(inner)
	data := p.DataCanvas(inner)
	c.labels(body, data)
	toX, toY := p.Transforms(&data)
	names.draw(body, func(at Point) vg.Point { return vg.Point{X: toX(at.X), Y: toY(at.Y)} })
	return nil
}

// labelRoom is what the label of an axis takes, in pixels.
const labelRoom = 28

// labels writes the labels of the axes, in the middle of the data. Package plot would misplace them on
// logarithmic axes.
func (c Chart) labels(body, data draw.Canvas) {
	style := letters(15, ink, false)
	style.XAlign, style.YAlign = draw.XCenter, draw.YBottom
	body.FillText(style, vg.Point{X: data.Center().X, Y: body.Min.Y}, c.X.Label)
	style.YAlign, style.Rotation = draw.YTop, math.Pi/2
	body.FillText(style, vg.Point{X: body.Min.X, Y: data.Center().Y}, c.Y.Label)
}

// spans returns the intervals in which the data lie.
func (c Chart) spans() (x, y span, err error) {
	x, y = span{math.Inf(1), math.Inf(-1)}, span{math.Inf(1), math.Inf(-1)}
	for _, s := range c.Series {
		for _, p := range s.finite() {
			if c.X.Log && p.X <= 0 || c.Y.Log && p.Y <= 0 {
				return x, y, fmt.Errorf("figure %q: point (%v, %v) of %q cannot be shown on a logarithmic axis", c.Title, p.X, p.Y, s.Name)
			}
			x = span{min(x.min, p.X), max(x.max, p.X)}
			y = span{min(y.min, p.Y), max(y.max, p.Y)}
		}
	}
	if math.IsInf(x.min, 1) {
		return x, y, fmt.Errorf("figure %q: there is no point to show", c.Title)
	}
	return x, y, nil
}

// finite returns the points that can be drawn.
func (s Series) finite() plotter.XYs {
	var points plotter.XYs
	for _, p := range s.Points {
		if finite(p.X) && finite(p.Y) {
			points = append(points, plotter.XY(p))
		}
	}
	return points
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// plotters returns what draws a series.
func (s Series) plotters() []plot.Plotter {
	points := s.finite()
	var all []plot.Plotter
	if s.Show != Marks {
		all = append(all, &plotter.Line{XYs: points, LineStyle: s.line()})
	}
	if s.Show != Lines {
		mark := s.mark()
		all = append(all, &plotter.Scatter{XYs: points, GlyphStyle: mark})
	}
	return all
}

// line is how the lines of s are drawn.
func (s Series) line() draw.LineStyle {
	if s.Paper {
		// Broad and pale, so that it shows under a line of ours that covers it.
		return draw.LineStyle{Color: tint(colour(s.Colour)), Width: 4.5 * pixel, Dashes: []vg.Length{9 * pixel, 4 * pixel}}
	}
	return draw.LineStyle{Color: colour(s.Colour), Width: 2 * pixel, Dashes: dashes(s.Dash)}
}

// mark is how the points of s are drawn.
func (s Series) mark() draw.GlyphStyle {
	style := draw.GlyphStyle{Color: colour(s.Colour), Radius: 4.5 * pixel, Shape: marker{shape: s.Colour, filled: !s.Paper}}
	if s.Paper {
		style.Radius = 7 * pixel // a ring round ours where both coincide
	}
	if s.Size != 0 {
		style.Radius *= vg.Length(s.Size)
	}
	return style
}

// grid draws a line at every tick, behind the data.
type grid struct{}

func (grid) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := draw.LineStyle{Color: grey(gridGrey), Width: pixel}
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		c.StrokeLine2(style, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
	}
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		c.StrokeLine2(style, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
	}
}
