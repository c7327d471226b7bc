package figure

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// palette returns the colours of Okabe and Ito (Color Universal Design, 2008) that show on white, in an
// order in which neighbours differ most.
func palette() []color.RGBA {
	return []color.RGBA{
		{0x00, 0x72, 0xB2, 0xFF}, // blue
		{0xD5, 0x5E, 0x00, 0xFF}, // vermilion
		{0x00, 0x9E, 0x73, 0xFF}, // bluish green
		{0xCC, 0x79, 0xA7, 0xFF}, // reddish purple
		{0xE6, 0x9F, 0x00, 0xFF}, // orange
		{0x56, 0xB4, 0xE9, 0xFF}, // sky blue
		{0x00, 0x00, 0x00, 0xFF}, // black
	}
}

// colour returns colour i of the palette, which begins again after its end.
func colour(i int) color.RGBA {
	all := palette()
	return all[i%len(all)]
}

// tint is a paler colour.
func tint(c color.RGBA) color.RGBA { return mix(c, 0xFF, 0.5) }

// mix moves a colour by a share towards a grey.
func mix(c color.RGBA, level uint8, share float64) color.RGBA {
	part := func(from uint8) uint8 { return uint8(math.Round(float64(from)*(1-share) + float64(level)*share)) }
	return color.RGBA{part(c.R), part(c.G), part(c.B), 0xFF}
}

// Greys, from black (0) to white.
const (
	ink      = 0x22 // texts
	softInk  = 0x66 // axes, and texts of less weight
	gridGrey = 0xE4
)

func grey(level uint8) color.Color { return color.Gray{level} }

// dashes returns pattern i of lines; the first one is solid. They begin again after the last.
func dashes(i int) []vg.Length {
	all := [][]vg.Length{nil, {8 * pixel, 4 * pixel}, {2 * pixel, 3 * pixel}, {12 * pixel, 3 * pixel, 2 * pixel, 3 * pixel}, {5 * pixel, 2 * pixel}}
	return all[i%len(all)]
}

// marker is the mark of a series. Hollow ones are white inside, so that lines do not cross them.
type marker struct {
	shape  int
	filled bool
}

// DrawGlyph draws the marker at a point.
func (m marker) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	path := m.outline(at, s.Radius)
	if m.filled {
		c.SetColor(s.Color)
	} else {
		c.SetColor(color.White)
	}
	c.Fill(path)
	c.SetLineStyle(draw.LineStyle{Color: s.Color, Width: 1.5 * pixel})
	c.Stroke(path)
}

// outline returns the shape of a marker: a circle, or a polygon that looks as large as one.
func (m marker) outline(at vg.Point, radius vg.Length) vg.Path {
	var path vg.Path
	shapes := [][]vg.Point{
		nil,
		{{X: -0.88, Y: -0.88}, {X: 0.88, Y: -0.88}, {X: 0.88, Y: 0.88}, {X: -0.88, Y: 0.88}}, // square
		{{X: -1.1, Y: -0.8}, {X: 1.1, Y: -0.8}, {X: 0, Y: 1.15}},                             // triangle
		{{X: 0, Y: -1.3}, {X: 1.3, Y: 0}, {X: 0, Y: 1.3}, {X: -1.3, Y: 0}},                   // diamond
		{{X: -1.1, Y: 0.8}, {X: 1.1, Y: 0.8}, {X: 0, Y: -1.15}},                              // triangle on its tip
		{{X: -1.3, Y: -0.6}, {X: 1.3, Y: -0.6}, {X: 1.3, Y: 0.6}, {X: -1.3, Y: 0.6}},         // bar
		{{X: -0.6, Y: -1.3}, {X: 0.6, Y: -1.3}, {X: 0.6, Y: 1.3}, {X: -0.6, Y: 1.3}},         // post
	}
	// Colours begin again after as many as there are shapes; then they have other shapes.
	corners := shapes[(m.shape+m.shape/len(shapes))%len(shapes)]
	if corners == nil {
		path.Move(vg.Point{X: at.X + radius, Y: at.Y})
		path.Arc(at, radius, 0, 2*math.Pi)
	}
	for i, corner := range corners {
		p := at.Add(corner.Scale(radius))
		if i == 0 {
			path.Move(p)
		} else {
			path.Line(p)
		}
	}
	path.Close()
	return path
}

// letters is a style of text, that many pixels high.
func letters(size float64, level uint8, bold bool) text.Style {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Length(size) * pixel}
	if bold {
		f.Weight = 3 // on the scale of golang.org/x/image/font
	}
	return text.Style{
		Color:   grey(level),
		Font:    f,
		Handler: text.Plain{Fonts: font.DefaultCache},
		XAlign:  text.XLeft,
		YAlign:  text.YBottom,
	}
}

// like gives letters the alignment of another style.
func like(other, letters text.Style) text.Style {
	letters.XAlign, letters.YAlign, letters.Rotation = other.XAlign, other.YAlign, other.Rotation
	return letters
}

// border is the white space round a picture, in pixels.
const border = 22

// heading writes title and subtitle at the top of a canvas, and returns the room below, within the
// border. A long subtitle takes several lines.
func heading(canvas draw.Canvas, title, subtitle string) draw.Canvas {
	body := draw.Crop(canvas, border*pixel, -border*pixel, border*pixel, -border*pixel)
	write := func(style text.Style, line string, height vg.Length) {
		style.YAlign = draw.YTop
		body.FillText(style, vg.Point{X: body.Min.X, Y: body.Max.Y}, line)
		body.Max.Y -= height * pixel
	}
	write(letters(20, ink, true), title, 30)
	style := letters(14, softInk, false)
	for _, line := range wrapped(style, subtitle, body.Max.X-body.Min.X) {
		write(style, line, 20)
	}
	body.Max.Y -= 12 * pixel
	return body
}

// spare is how much wider a text may be than our font makes it, for those who have none of the fonts that an SVG
// asks for.
const spare = 1.17

// room is the width that a text may need.
func room(style text.Style, s string) vg.Length { return spare * style.Width(s) }

// wrapped breaks a text into lines no wider than that.
func wrapped(style text.Style, s string, width vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && room(style, longer) > width {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
