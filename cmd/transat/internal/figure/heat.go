package figure

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Heat is a picture of many rows over time: a field of cells whose colours say how much there is, and below
// it a curve over the same time.
//
//	rows │▒▒██████▓▓▓▒▒ ▒
//	     │▒░░▓████▓▓▒▒▒▒
//	 %   │__/‾\_________
//	     └────────────── X
type Heat struct {
	Title    string
	Subtitle string // what was run
	X, Y     Axis   // of the field, with From and To
	Columns  int
	Rows     int // the first one at the bottom
	// Cell is what there is in a cell: how much, from 0 to 1, which shows as lighter or darker blue; and
	// the share of the cell, from 0 to 1, in which there is nothing at all, which shows as vermilion. Where much is
	// not a number the field is empty.
	Cell func(column, row int) (much, nothing float64)
	// Scale are the marks of the legend, of values of much; Nothing names the other colour.
	Scale   []Mark
	Nothing string
	// Below is the curve.
	Below  []Point
	BelowY Axis
}

// Mark is a mark on the scale of a legend.
type Mark struct {
	At   float64 // 0 to 1
	Text string
}

// belowHeight is the part of the picture that the curve takes, gutter the distance between the two, in pixels.
const (
	belowHeight = 0.26
	gutter      = 16
	legendRoom  = 120
)

func (h Heat) draw(canvas draw.Canvas) error {
	if h.Columns < 1 || h.Rows < 1 || len(h.Below) == 0 {
		return fmt.Errorf("figure %q: there is nothing to show", h.Title)
	}
	for _, p := range h.Below {
		if !finite(p.X) || !finite(p.Y) {
			return fmt.Errorf("figure %q: point (%v, %v) cannot be shown", h.Title, p.X, p.Y)
		}
	}
	field, curve := plot.New(), plot.New()
	field.BackgroundColor, curve.BackgroundColor = nil, nil
	h.X.set(&field.X, span{h.X.From, h.X.To})
	field.X.Tick.Marker = plot.ConstantTicks(nil) // those of the curve are enough
	h.Y.set(&field.Y, span{h.Y.From, h.Y.To})
	field.Add(cells{h})
	h.X.set(&curve.X, span{h.X.From, h.X.To})
	h.BelowY.set(&curve.Y, span{h.BelowY.From, h.BelowY.To})
	curve.Add(grid{})
	curve.Add(Series{Points: h.Below, Show: Lines, Colour: 1}.plotters()...)

	body := heading(canvas, h.Title, h.Subtitle)
	h.legend(body)
	room := draw.Crop(body, labelRoom*pixel, -legendRoom*pixel, labelRoom*pixel, 0)
	below := belowHeight * room.Size().Y
	upper := draw.Crop(room, 0, 0, below+gutter*pixel, 0)
	lower := draw.Crop(room, 0, 0, 0, below-room.Size().Y)
	one, other := field.DataCanvas(upper), curve.DataCanvas(lower)
	left, right := max(one.Min.X, other.Min.X), min(one.Max.X, other.Max.X)
	upper = draw.Crop(upper, left-one.Min.X, right-one.Max.X, 0, 0)
	lower = draw.Crop(lower, left-other.Min.X, right-other.Max.X, 0, 0)
	field.Draw(upper)
	curve.Draw(lower)
	Chart{X: Axis{}, Y: h.Y}.labels(body, field.DataCanvas(upper))
	Chart{X: h.X, Y: h.BelowY}.labels(body, curve.DataCanvas(lower))
	return nil
}

// cells draws the field.
type cells struct{ Heat }

// Plot implements plot.Plotter.
func (h cells) Plot(c draw.Canvas, _ *plot.Plot) {
	size := c.Size()
	wide, high := int(math.Round(float64(size.X/pixel))), int(math.Round(float64(size.Y/pixel)))
	picture := image.NewRGBA(image.Rect(0, 0, wide, high))
	for x := range wide {
		for y := range high {
			picture.SetRGBA(x, high-1-y, h.colour(part(x, wide, h.Columns), part(y, high, h.Rows)))
		}
	}
	c.DrawImage(c.Rectangle, picture)
}

// part returns the cells, from the first to before the last, that pixel i shows: at least one.
func part(i, pixels, cells int) [2]int {
	first := i * cells / pixels
	return [2]int{first, max(first+1, (i+1)*cells/pixels)}
}

// colour is the mean of some cells.
func (h Heat) colour(columns, rows [2]int) color.RGBA {
	much, nothing, n := 0.0, 0.0, 0.0
	for column := columns[0]; column < columns[1]; column++ {
		for row := rows[0]; row < rows[1]; row++ {
			m, none := h.Cell(column, row)
			if math.IsNaN(m) {
				continue
			}
			much += m
			nothing += none
			n++
		}
	}
	if n == 0 {
		return color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}
	}
	return between(blues(much/n), nothingColour(), nothing/n)
}

// blues are the colours of the scale, from 0 to 1.
func blues(much float64) color.RGBA {
	pale, dark := color.RGBA{0xE3, 0xEE, 0xF6, 0xFF}, color.RGBA{0x00, 0x2F, 0x52, 0xFF}
	if much < 0.5 {
		return between(pale, colour(0), 2*much)
	}
	return between(colour(0), dark, 2*much-1)
}

func nothingColour() color.RGBA { return colour(nothingIndex) }

// nothingIndex is the place in the palette of the colour that means nothing at all.
const nothingIndex = 1

// BesideNothing is the Colour of series i in a picture where the colour of nothing has its meaning.
func BesideNothing(i int) int {
	if i < nothingIndex {
		return i
	}
	return i + 1
}

// between mixes two colours: share 0 is the first, 1 the second.
func between(a, b color.RGBA, share float64) color.RGBA {
	share = min(max(share, 0), 1)
	mixed := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-share) + float64(b)*share)) }
	return color.RGBA{mixed(a.R, b.R), mixed(a.G, b.G), mixed(a.B, b.B), 0xFF}
}

// legend draws the scale on the right.
func (h Heat) legend(body draw.Canvas) {
	const (
		left, bar, tall = legendRoom - 24, 16, 200
		top             = 8
	)
	x, y := body.Max.X-left*pixel, body.Max.Y-top*pixel
	for i := range tall {
		body.SetColor(blues(1 - float64(i)/(tall-1)))
		body.Fill(box(x, y-vg.Length(i+1)*pixel, bar*pixel, pixel))
	}
	text := letters(13, ink, false)
	text.YAlign = draw.YCenter
	for _, m := range h.Scale {
		at := y - vg.Length((1-m.At)*tall)*pixel
		body.FillText(text, vg.Point{X: x + (bar+6)*pixel, Y: at}, m.Text)
	}
	if h.Nothing == "" {
		return
	}
	y -= (tall + 2*bar) * pixel
	body.SetColor(nothingColour())
	body.Fill(box(x, y-bar*pixel, bar*pixel, bar*pixel))
	body.FillText(text, vg.Point{X: x + (bar+6)*pixel, Y: y - bar/2*pixel}, h.Nothing)
}

// box is a rectangle.
func box(x, y, wide, high vg.Length) vg.Path {
	return polygon([]vg.Point{{X: x, Y: y}, {X: x + wide, Y: y}, {X: x + wide, Y: y + high}, {X: x, Y: y + high}})
}
