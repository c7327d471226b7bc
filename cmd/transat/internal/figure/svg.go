package figure

import (
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strconv"
	"strings"
)

// drawing is an SVG that grows. Lengths are pixels; y grows downwards.
type drawing struct {
	strings.Builder
	clips int // numbers of clipping boxes
}

// newDrawing begins a white picture. Arial and Helvetica have letters of the same widths as Liberation Sans.
func newDrawing(title string) *drawing {
	d := &drawing{}
	d.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	fmt.Fprintf(d, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" `, width, height)
	d.WriteString(`font-family="Liberation Sans,Arial,Helvetica,sans-serif">` + "\n")
	fmt.Fprintf(d, "<title>%s</title>\n", escaped(title))
	d.fill(box{0, 0, width, height}, color.RGBA{0xFF, 0xFF, 0xFF, 0xFF})
	return d
}

// box is a rectangle.
type box struct{ left, top, right, bottom float64 }

func (b box) width() float64  { return b.right - b.left }
func (b box) height() float64 { return b.bottom - b.top }

// inset returns b without margins.
func (b box) inset(left, top, right, bottom float64) box {
	return box{b.left + left, b.top + top, b.right - right, b.bottom - bottom}
}

// stroke is how a line is drawn.
type stroke struct {
	colour color.RGBA
	width  float64
	dashes string // lengths of dashes and gaps; "" for a solid line
}

func (s stroke) String() string {
	text := fmt.Sprintf(` stroke="%s" stroke-width="%s"`, hex(s.colour), decimal(s.width))
	if s.dashes != "" {
		text += ` stroke-dasharray="` + s.dashes + `"`
	}
	return text
}

// line draws a line through points.
func (d *drawing) line(s stroke, points ...Point) {
	if len(points) > 1 {
		fmt.Fprintf(d, `<polyline points="%s" fill="none"%s/>`+"\n", list(points), s)
	}
}

// polygon draws an area with an outline.
func (d *drawing) polygon(fill color.RGBA, s stroke, corners []Point) {
	fmt.Fprintf(d, `<polygon points="%s" fill="%s"%s/>`+"\n", list(corners), hex(fill), s)
}

func (d *drawing) circle(fill color.RGBA, s stroke, at Point, radius float64) {
	fmt.Fprintf(d, `<circle cx="%s" cy="%s" r="%s" fill="%s"%s/>`+"\n", decimal(at.X), decimal(at.Y), decimal(radius), hex(fill), s)
}

// fill draws a box without an outline.
func (d *drawing) fill(b box, c color.RGBA) { d.rect(b, hex(c)) }

func (d *drawing) rect(b box, fill string) {
	fmt.Fprintf(d, "<rect%s fill=%q/>\n", place(b), fill)
}

// image draws a picture that fills a box.
func (d *drawing) image(b box, picture image.Image) {
	fmt.Fprintf(d, `<image%s preserveAspectRatio="none" href="data:image/png;base64,`, place(b))
	w := base64.NewEncoder(base64.StdEncoding, d)
	// Neither can fail: all is written to memory, and the picture has a size.
	_ = png.Encode(w, picture)
	_ = w.Close()
	d.WriteString("\"/>\n")
}

// within draws with what lies outside of a box cut off.
func (d *drawing) within(b box, draw func()) {
	d.clips++
	fmt.Fprintf(d, `<clipPath id="box%d"><rect%s/></clipPath><g clip-path="url(#box%[1]d)">`+"\n", d.clips, place(b))
	draw()
	d.WriteString("</g>\n")
}

// letters is a style of text.
type letters struct {
	size   float64 // in pixels
	colour color.RGBA
	bold   bool
	align  float64 // the part of the text that lies left of its place: 0, 0.5 or 1
	turned bool    // it is read from below
}

// text writes a line, whose middle has the height of a place.
func (d *drawing) text(l letters, at Point, s string) {
	fmt.Fprintf(d, `<text font-size="%s" fill="%s"`, decimal(l.size), hex(l.colour))
	if l.bold {
		d.WriteString(` font-weight="bold"`)
	}
	switch l.align {
	case 0.5:
		d.WriteString(` text-anchor="middle"`)
	case 1:
		d.WriteString(` text-anchor="end"`)
	}
	const capital = 0.36 // half the height of capital letters
	if l.turned {
		fmt.Fprintf(d, ` transform="translate(%s %s) rotate(-90)"`, decimal(at.X+capital*l.size), decimal(at.Y))
	} else {
		fmt.Fprintf(d, ` x="%s" y="%s"`, decimal(at.X), decimal(at.Y+capital*l.size))
	}
	fmt.Fprintf(d, ">%s</text>\n", escaped(s))
}

// width is how wide a text is in Liberation Sans.
func (l letters) width(s string) float64 {
	const usual, boldly = 580, 1.07 // thousandths of the size, and how much wider bold letters are
	// The widths of the characters from the space to ~.
	widths := [...]uint16{
		278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556,
		556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
		667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
		556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
	}
	sum := 0.0
	for _, r := range s {
		if i := int(r - ' '); i >= 0 && i < len(widths) {
			sum += float64(widths[i])
		} else {
			sum += usual
		}
	}
	if l.bold {
		sum *= boldly
	}
	return sum * l.size / 1000
}

// room is the width that a text may need: with none of the fonts that an SVG asks for, another one is wider.
func (l letters) room(s string) float64 { return 1.17 * l.width(s) }

func place(b box) string {
	return fmt.Sprintf(` x="%s" y="%s" width="%s" height="%s"`, decimal(b.left), decimal(b.top), decimal(b.width()), decimal(b.height()))
}

func list(points []Point) string {
	var text strings.Builder
	for i, p := range points {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(decimal(p.X) + "," + decimal(p.Y))
	}
	return text.String()
}

// decimal writes a length with two digits after the point at most.
func decimal(v float64) string { return strconv.FormatFloat(math.Round(100*v)/100+0, 'f', -1, 64) }

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func escaped(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}
