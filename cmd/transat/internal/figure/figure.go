// Package figure draws pictures of results, as SVG and as PNG.
//
// A Picture is a value that says what is to be seen; Write draws it. A Chart has curves and points over
// two axes, with a paper's numbers and ours side by side:
//
//	chart := figure.Chart{
//		Title:    "Steps until a ring is balanced",
//		Subtitle: "worst case, 5 elements a processor",
//		X:        figure.Axis{Label: "processors P", Log: true},
//		Y:        figure.Axis{Label: "shifts", Log: true},
//		Series: []figure.Series{
//			{Name: "LM-C5", Points: points},
//			{Name: "P − 1 (paper)", Colour: 0, Paper: true, Points: expected},
//		},
//	}
//	err := figure.Write(w, chart, figure.PNG)
//
// Ours is drawn solid, the paper's dashed and hollow. Colours are those of Okabe and Ito, which people
// with any kind of colour vision can tell apart; every series also has a marker and a dash of its own.
// A Map has coloured areas, such as the parts of a partitioned mesh.
//
// Pictures are 1000 × 650 pixels, and the same picture is the same bytes every time. Read this file,
// then chart.go; style.go has colours, markers and dashes.
package figure

import (
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Picture is something to draw. Chart and Map are Pictures.
type Picture interface {
	// draw draws the picture on a canvas of the full size.
	draw(draw.Canvas) error
}

// Format is a file format.
type Format string

// The formats; the names are also the extensions of files.
const (
	SVG Format = "svg"
	PNG Format = "png"
)

// Formats returns all formats.
func Formats() []Format { return []Format{SVG, PNG} }

// The size of a picture, in pixels of 1/96 inch.
const (
	width, height = 1000, 650
	pixel         = vg.Inch / 96
)

// Write draws a picture. The error says what cannot be drawn, such as a value that is not above 0 on a
// logarithmic axis, or is that of w.
func Write(w io.Writer, p Picture, format Format) error {
	canvas, err := newCanvas(format)
	if err != nil {
		return err
	}
	c := draw.New(canvas)
	c.SetColor(color.White)
	c.Fill(c.Path())
	if err := p.draw(c); err != nil {
		return err
	}
	_, err = canvas.WriteTo(w)
	return err
}

// canvas is what both formats are drawn on.
type canvas interface {
	vg.CanvasSizer
	io.WriterTo
}

func newCanvas(format Format) (canvas, error) {
	switch format {
	case SVG:
		return vgsvg.NewWith(vgsvg.UseWH(width*pixel, height*pixel), vgsvg.EmbedFonts(true)), nil
	case PNG:
		return vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width*pixel, height*pixel), vgimg.UseDPI(96))}, nil
	}
	return nil, fmt.Errorf("no picture format %q: want svg or png", format)
}
