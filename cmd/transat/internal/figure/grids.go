package figure

import (
	"fmt"
	"image"
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Grids is a picture of a grid of processors at several moments: a row of grids for each run, a column for each
// moment, and below them curves over the time of the runs.
//
//	     1 s  5 s  9 s
//	plb   ▦    ▦    ▦
//	lade  ▦    ▦    ▦
//	     ╲__________╱
type Grids struct {
	Title    string
	Subtitle string // what was run
	Rows     []string
	Columns  []string
	// Height and Width are those of each grid, in cells.
	Height, Width int
	// Cell is what there is in a cell of a grid: how much, from 0 to 1, which shows as lighter or darker blue, or
	// nothing at all, which shows as vermilion.
	Cell func(row, column, y, x int) (much float64, nothing bool)
	// Scale are the marks of the legend, of values of much; Nothing names the other colour, and is empty if no cell
	// has it.
	Scale   []Mark
	Nothing string
	// Below are the curves; without any, the grids have all the room.
	Below Chart
}

// Measures of grids, in pixels.
const (
	gridGap     = 10
	headRoom    = 22  // of the names of columns
	sideRoom    = 100 // of the names of rows
	curvesRoom  = 178
	shadesCount = 32 // of blue, so that images are small
)

func (g Grids) draw(canvas draw.Canvas) error {
	if len(g.Rows) == 0 || len(g.Columns) == 0 || g.Height < 1 || g.Width < 1 {
		return fmt.Errorf("figure %q: there is nothing to show", g.Title)
	}
	body := heading(canvas, g.Title, g.Subtitle)
	Heat{Scale: g.Scale, Nothing: g.Nothing}.legend(body)
	curves := vg.Length(0)
	if len(g.Below.Series) > 0 {
		curves = curvesRoom * pixel
	}
	grids := draw.Crop(body, sideRoom*pixel, -legendRoom*pixel, curves, -headRoom*pixel)
	room := grids.Size()
	wide, high := room.X/vg.Length(len(g.Columns)), room.Y/vg.Length(len(g.Rows))
	cell := min((wide-gridGap*pixel)/vg.Length(g.Width), (high-gridGap*pixel)/vg.Length(g.Height))
	style := letters(14, ink, false)
	for column, name := range g.Columns {
		style.XAlign, style.YAlign = draw.XLeft, draw.YBottom
		grids.FillText(style, vg.Point{X: grids.Min.X + vg.Length(column)*wide, Y: grids.Max.Y + 4*pixel}, name)
	}
	for row, name := range g.Rows {
		top := grids.Max.Y - vg.Length(row)*high
		style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
		grids.FillText(style, vg.Point{X: body.Min.X, Y: top - cell*vg.Length(g.Height)/2}, name)
		for column := range g.Columns {
			left := grids.Min.X + vg.Length(column)*wide
			grids.DrawImage(vg.Rectangle{
				Min: vg.Point{X: left, Y: top - cell*vg.Length(g.Height)},
				Max: vg.Point{X: left + cell*vg.Length(g.Width), Y: top},
			}, g.image(row, column))
		}
	}
	if curves == 0 {
		return nil
	}
	below := draw.Crop(body, sideRoom*pixel-labelRoom*pixel, 0, 0, curvesRoom*pixel-body.Size().Y)
	return g.Below.curves(below)
}

// image is one grid, with some pixels a cell, so that viewers that smooth images leave the cells their edges.
func (g Grids) image(row, column int) image.Image {
	const each = 4
	palette := color.Palette{nothingColour()}
	for i := range shadesCount {
		palette = append(palette, blues(float64(i)/(shadesCount-1)))
	}
	picture := image.NewPaletted(image.Rect(0, 0, each*g.Width, each*g.Height), palette)
	for y := range g.Height {
		for x := range g.Width {
			shade := uint8(0)
			if much, nothing := g.Cell(row, column, y, x); !nothing {
				shade = uint8(1 + min(max(much, 0), 1)*(shadesCount-1) + 0.5)
			}
			for i := range each * each {
				picture.SetColorIndex(each*x+i%each, each*y+i/each, shade)
			}
		}
	}
	return picture
}
