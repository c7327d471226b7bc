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
//			{Name: "P − 1 (paper)", Paper: true, Points: expected},
//		},
//	}
//	err := figure.Write(w, chart, figure.PNG)
//
// Ours is drawn solid, the paper's dashed and hollow. Colours are those of Okabe and Ito, which people
// with any kind of colour vision can tell apart; every colour also has a marker of its own. A Map has
// coloured areas, such as the parts of a partitioned mesh; Heat has many rows over time.
//
// Pictures have 1000 × 650 pixels, and the same picture is the same bytes every time. Read this file,
// then chart.go; axis.go has scales and ticks, map.go and heat.go the other pictures, style.go colours,
// markers and letters.
package figure

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Picture is something to draw. Chart, Map and Heat are Pictures.
type Picture interface {
	// draw draws the picture on a canvas of the full size, or says why it cannot be drawn.
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

// FormatOf is the format that the name of a file asks for.
func FormatOf(name string) (Format, error) {
	format := Format(strings.TrimPrefix(strings.ToLower(filepath.Ext(name)), "."))
	if !slices.Contains(Formats(), format) {
		return "", errors.New("want a name that ends in .svg or .png")
	}
	return format, nil
}

// The size of a picture, in pixels of 1/96 inch.
const (
	width, height = 1000, 650
	dotsPerInch   = 96
	pixel         = vg.Inch / dotsPerInch
)

// Write draws a picture. The error says what cannot be drawn, such as a value on a logarithmic axis
// that is not above 0, or is that of w.
func Write(w io.Writer, p Picture, format Format) error {
	switch format {
	case SVG:
		canvas := vgsvg.New(width*pixel, height*pixel)
		if err := paint(canvas, p); err != nil {
			return err
		}
		var text bytes.Buffer
		if _, err := canvas.WriteTo(&text); err != nil {
			return err
		}
		_, err := w.Write(mended(text.Bytes()))
		return err
	case PNG:
		canvas := vgimg.NewWith(vgimg.UseWH(width*pixel, height*pixel), vgimg.UseDPI(dotsPerInch))
		if err := paint(canvas, p); err != nil {
			return err
		}
		_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
		return err
	}
	return fmt.Errorf("no picture format %q: want svg or png", format)
}

// paint draws a picture on a white canvas.
func paint(canvas vg.CanvasSizer, p Picture) error {
	c := draw.New(canvas)
	c.SetColor(color.White)
	c.Fill(c.Path())
	return p.draw(c)
}

// mended is an SVG as its readers need it. Those who do not have our font get others: Arial and Helvetica have
// letters of the same widths. Images are named as what they are: package vgsvg writes PNG and calls it JPEG, which
// some readers then do not show.
func mended(svg []byte) []byte {
	svg = bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	return bytes.ReplaceAll(svg, []byte("data:image/jpg;base64,"), []byte("data:image/png;base64,"))
}
