package figure

import (
	"image/color"
	"math"
	"strings"
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

func grey(level uint8) color.RGBA { return color.RGBA{level, level, level, 0xFF} }

// dashes returns pattern i of lines; the first one is solid. They begin again after the last.
func dashes(i int) string {
	all := []string{"", "8 4", "2 3", "12 3 2 3", "5 2"}
	return all[i%len(all)]
}

// outline returns the corners of marker i with a radius: a polygon that looks as large as a circle, or none for a circle.
func outline(i int, at Point, radius float64) (corners []Point) {
	shapes := [][]Point{
		nil,
		{{-0.88, -0.88}, {0.88, -0.88}, {0.88, 0.88}, {-0.88, 0.88}}, // square
		{{-1.1, 0.8}, {1.1, 0.8}, {0, -1.15}},                        // triangle
		{{0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}},                   // diamond
		{{-1.1, -0.8}, {1.1, -0.8}, {0, 1.15}},                       // triangle on its tip
		{{-1.3, -0.6}, {1.3, -0.6}, {1.3, 0.6}, {-1.3, 0.6}},         // bar
		{{-0.6, -1.3}, {0.6, -1.3}, {0.6, 1.3}, {-0.6, 1.3}},         // post
	}
	// Colours begin again after as many as there are shapes; then they have other shapes.
	for _, c := range shapes[(i+i/len(shapes))%len(shapes)] {
		corners = append(corners, Point{at.X + radius*c.X, at.Y + radius*c.Y})
	}
	return corners
}

// marker draws the mark of a series. Hollow ones are white inside, so that lines do not cross them.
func (d *drawing) marker(s Series, at Point) {
	fill, edge := s.colour(), stroke{colour: s.colour(), width: 1.5}
	if s.Paper {
		fill = grey(0xFF)
	}
	if corners := outline(s.shape(), at, s.radius()); corners != nil {
		d.polygon(fill, edge, corners)
	} else {
		d.circle(fill, edge, at, s.radius())
	}
}

// border is the white space round a picture, in pixels.
const border = 22

// heading writes title and subtitle at the top, and returns the room below, within the border. A long subtitle takes several lines.
func (d *drawing) heading(title, subtitle string) box {
	body := box{0, 0, width, height}.inset(border, border, border, border)
	d.text(letters{size: 20, colour: grey(ink), bold: true}, Point{body.left, body.top + 10}, title)
	body.top += 30
	style := letters{size: 14, colour: grey(softInk)}
	for _, line := range wrapped(style, subtitle, body.width()) {
		d.text(style, Point{body.left, body.top + 7}, line)
		body.top += 20
	}
	body.top += 12
	return body
}

// wrapped breaks a text into lines no wider than that.
func wrapped(style letters, s string, width float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && style.room(longer) > width {
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
