package figure

import (
	"errors"
	"image"
	"image/color"
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
	// Height and Width of each grid, in cells.
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

func (g Grids) titles() (title, subtitle string) { return g.Title, g.Subtitle }

func (g Grids) draw(d *drawing, body box) error {
	if len(g.Rows) == 0 || len(g.Columns) == 0 || g.Height < 1 || g.Width < 1 {
		return errors.New("there is nothing to show")
	}
	Heat{Scale: g.Scale, Nothing: g.Nothing}.legend(d, body)
	curves := 0.0
	if len(g.Below.Series) > 0 {
		curves = curvesRoom
	}
	grids := body.inset(sideRoom, headRoom, legendRoom, curves)
	wide, high := grids.width()/float64(len(g.Columns)), grids.height()/float64(len(g.Rows))
	cell := min((wide-gridGap)/float64(g.Width), (high-gridGap)/float64(g.Height))
	style := letters{size: 14, colour: grey(ink)}
	for column, name := range g.Columns {
		d.text(style, Point{grids.left + float64(column)*wide, grids.top - 4 - style.size/2}, name)
	}
	for row, name := range g.Rows {
		top := grids.top + float64(row)*high
		bottom := top + cell*float64(g.Height)
		d.text(style, Point{body.left, (top + bottom) / 2}, name)
		for column := range g.Columns {
			left := grids.left + float64(column)*wide
			d.image(box{left, top, left + cell*float64(g.Width), bottom}, g.image(row, column))
		}
	}
	if curves == 0 {
		return nil
	}
	return g.Below.curves(d, body.inset(sideRoom-labelRoom, body.height()-curves, 0, 0))
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
