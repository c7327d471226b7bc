// Package figure draws pictures of results, as SVG.
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
//	err := figure.Write(w, chart)
//
// Ours is drawn solid, the paper's dashed and hollow. Colours are those of Okabe and Ito, which people
// with any kind of colour vision can tell apart; every colour also has a marker of its own. Each policy has one
// colour, pattern of lines and marker in all pictures (policies.go). A Map has coloured areas, such as the parts of a
// partitioned mesh; Heat has many rows over time.
//
// Pictures have 1000 × 650 pixels, and the same picture is the same bytes every time. Read this file,
// then chart.go; axis.go has scales and ticks, map.go, heat.go, grids.go and patchwork.go the other pictures, style.go colours
// and markers, svg.go what is written.
package figure

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// Picture is something to draw. Chart, Map, Heat and Grids are Pictures.
type Picture interface {
	// draw draws the picture in a box below its titles, or says why it cannot be drawn.
	draw(*drawing, box) error
	titles() (title, subtitle string)
}

// Extension is the end of the names of files with pictures.
const Extension = ".svg"

// CheckName refuses names of files that a picture cannot have.
func CheckName(name string) error {
	base, extension := strings.TrimSuffix(name, filepath.Ext(name)), strings.ToLower(filepath.Ext(name))
	switch extension {
	case Extension:
		return nil
	case ".png":
		return fmt.Errorf("want a name that ends in .svg (rsvg-convert %s.svg -o %[1]s.png makes a PNG of it)", base)
	}
	return errors.New("want a name that ends in .svg")
}

// The size of a picture, in pixels.
const width, height = 1000, 650

// Write draws a picture. The error says what cannot be drawn, such as a value on a logarithmic axis
// that is not above 0, or is that of w.
func Write(w io.Writer, p Picture) error {
	title, subtitle := p.titles()
	d := newDrawing(title)
	if err := p.draw(d, d.heading(title, subtitle)); err != nil {
		return fmt.Errorf("figure %q: %w", title, err)
	}
	d.WriteString("</svg>\n")
	_, err := io.WriteString(w, d.String())
	return err
}
