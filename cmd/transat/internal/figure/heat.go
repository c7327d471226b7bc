package figure

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
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

func (h Heat) titles() (title, subtitle string) { return h.Title, h.Subtitle }

func (h Heat) draw(d *drawing, body box) error {
	if h.Columns < 1 || h.Rows < 1 || len(h.Below) == 0 {
		return errors.New("there is nothing to show")
	}
	for _, p := range h.Below {
		if !finite(p.X) || !finite(p.Y) {
			return fmt.Errorf("point (%v, %v) cannot be shown", p.X, p.Y)
		}
	}
	h.legend(d, body)
	room := body.inset(0, 0, legendRoom, 0)
	below := belowHeight * room.height()
	upper, lower := room.inset(0, 0, 0, below+gutter), room.inset(0, room.height()-below, 0, 0)
	unmarked := Axis{From: h.X.From, To: h.X.To, Ticks: []float64{}} // the marks of the curve are enough
	field, curve := upper.frame(unmarked, h.Y, span{}, span{}), lower.frame(h.X, h.BelowY, span{}, span{})
	field.left, field.bottom = max(field.left, curve.left), upper.bottom
	field.right, curve.left = curve.right, field.left

	d.image(field.box, h.image(field.box))
	d.xAxis(field, upper)
	d.yAxis(field, upper)
	d.grid(curve)
	d.series(Series{Points: h.Below, Show: Lines, Colour: 1}, curve)
	d.axes(curve, lower)
	return nil
}

// image is the field.
func (h Heat) image(b box) image.Image {
	wide, high := int(math.Round(b.width())), int(math.Round(b.height()))
	picture := image.NewRGBA(image.Rect(0, 0, wide, high))
	for x := range wide {
		for y := range high {
			picture.SetRGBA(x, high-1-y, h.colour(part(x, wide, h.Columns), part(y, high, h.Rows)))
		}
	}
	return picture
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

// between mixes two colours: share 0 is the first, 1 the second.
func between(a, b color.RGBA, share float64) color.RGBA {
	share = min(max(share, 0), 1)
	mixed := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-share) + float64(b)*share)) }
	return color.RGBA{mixed(a.R, b.R), mixed(a.G, b.G), mixed(a.B, b.B), 0xFF}
}

// legend draws the scale on the right.
func (h Heat) legend(d *drawing, body box) {
	const (
		left, bar, tall = legendRoom - 24, 16, 200
		top             = 8
	)
	x, y := body.right-left, body.top+top
	d.WriteString(`<linearGradient id="scale" x1="0" y1="1" x2="0" y2="0">`)
	for _, share := range []float64{0, 0.5, 1} { // between which they change evenly
		fmt.Fprintf(d, `<stop offset="%g" stop-color="%s"/>`, share, hex(blues(share)))
	}
	d.WriteString("</linearGradient>\n")
	d.rect(box{x, y, x + bar, y + tall}, "url(#scale)")
	text := letters{size: 13, colour: grey(ink)}
	for _, m := range h.Scale {
		d.text(text, Point{x + bar + 6, y + (1-m.At)*tall}, m.Text)
	}
	if h.Nothing == "" {
		return
	}
	y += tall + 2*bar
	d.fill(box{x, y, x + bar, y + bar}, nothingColour())
	d.text(text, Point{x + bar + 6, y + bar/2}, h.Nothing)
}
