package figure

import (
	"image/color"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// palette is the colours of Okabe and Ito (Color Universal Design, 2008) that show on white, in an
// order in which neighbours differ most.
func palette() []color.Color {
	return []color.Color{
		color.RGBA{0x00, 0x72, 0xB2, 0xFF}, // blue
		color.RGBA{0xD5, 0x5E, 0x00, 0xFF}, // vermilion
		color.RGBA{0x00, 0x9E, 0x73, 0xFF}, // bluish green
		color.RGBA{0xCC, 0x79, 0xA7, 0xFF}, // reddish purple
		color.RGBA{0xE6, 0x9F, 0x00, 0xFF}, // orange
		color.RGBA{0x56, 0xB4, 0xE9, 0xFF}, // sky blue
		color.RGBA{0x00, 0x00, 0x00, 0xFF}, // black
	}
}

// ink are the greys of texts, axes and grid lines.
const (
	ink      = 0x22
	softInk  = 0x66
	gridGrey = 0xE2
)

// colour returns colour i of the palette, which begins again after its end.
func colour(i int) color.Color {
	all := palette()
	return all[i%len(all)]
}

// solid and hollow return the marker that goes with colour i: a shape that is filled, or its outline.
func solid(i int) draw.GlyphDrawer {
	shapes := []draw.GlyphDrawer{
		draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, diamond{filled: true}, draw.CrossGlyph{}, draw.PlusGlyph{}, down{filled: true},
	}
	return shapes[i%len(shapes)]
}

func hollow(i int) draw.GlyphDrawer {
	shapes := []draw.GlyphDrawer{
		draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, diamond{}, draw.CrossGlyph{}, draw.PlusGlyph{}, down{},
	}
	return shapes[i%len(shapes)]
}

// diamond is a square on its corner.
type diamond struct{ filled bool }

func (d diamond) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	r := s.Radius * 1.2
	polygon(c, s, d.filled, vg.Point{X: at.X - r, Y: at.Y}, vg.Point{X: at.X, Y: at.Y + r}, vg.Point{X: at.X + r, Y: at.Y}, vg.Point{X: at.X, Y: at.Y - r})
}

// down is a triangle that stands on its corner.
type down struct{ filled bool }

func (d down) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	r := s.Radius
	polygon(c, s, d.filled, vg.Point{X: at.X - r, Y: at.Y + r*0.8}, vg.Point{X: at.X + r, Y: at.Y + r*0.8}, vg.Point{X: at.X, Y: at.Y - r})
}

func polygon(c *draw.Canvas, s draw.GlyphStyle, filled bool, corners ...vg.Point) {
	var path vg.Path
	path.Move(corners[0])
	for _, p := range corners[1:] {
		path.Line(p)
	}
	path.Close()
	c.SetColor(s.Color)
	if filled {
		c.Fill(path)
		return
	}
	c.SetLineStyle(draw.LineStyle{Color: s.Color, Width: 1.2 * pixel})
	c.Stroke(path)
}

// dash returns the dash of our own series i, nil for none, and that of the paper's.
func dash(i int) []vg.Length {
	patterns := [][]vg.Length{nil, nil, nil, nil, {9, 2}, {9, 2}, {9, 2}}
	return patterns[i%len(patterns)]
}

func paperDash() []vg.Length { return []vg.Length{5 * pixel, 4 * pixel} }

// letters is a style of text: its size in pixels, how dark, how heavy.
func letters(size float64, grey uint8, weight font.Font) text.Style {
	weight.Typeface, weight.Variant, weight.Size = "Liberation", "Sans", vg.Length(size)*pixel
	return text.Style{
		Color:   color.Gray{grey},
		Font:    weight,
		Handler: text.Plain{Fonts: font.DefaultCache},
		XAlign:  text.XLeft,
		YAlign:  text.YBottom,
	}
}
