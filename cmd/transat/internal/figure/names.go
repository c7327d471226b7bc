package figure

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The names of a chart's series: each beside the end of its curve, or as near to it as others leave room.
//
//	───●────●  ●─ steal
//	──▲──▲
//	       ╲▲  ▲─ lade

// Measures of names, in pixels.
const (
	sample    = 38 // length of the line beside a name
	rowHeight = 24 // of a name, where there is room
	lowest    = 12 // below which names that are the same share a row
	gap       = 10
)

// names are those of the series of a chart, from the top.
type names struct {
	series []Series
	ends   []Point // the last point of each
	height float64 // of a row, in pixels
	style  text.Style
}

// names returns the names that find room in that height.
func (c Chart) names(room vg.Length) names {
	n := names{}
	add := func(s Series) {
		if points := s.finite(); len(points) > 0 {
			n.series = append(n.series, s)
			n.ends = append(n.ends, Point(points[len(points)-1]))
		}
	}
	for _, s := range c.Series {
		add(s)
	}
	fits := func() float64 { return float64(room/pixel) / float64(max(1, len(n.series))) }
	if fits() < lowest {
		n = names{}
		for _, s := range c.Series {
			s.Dash = 0
			if !slices.ContainsFunc(n.series, func(other Series) bool { return other.Name == s.Name && other.Paper == s.Paper }) {
				add(s)
			}
		}
	}
	n.height = min(rowHeight, fits())
	n.style = letters(min(14, n.height-1), ink, false)
	n.style.YAlign = draw.YCenter
	return n
}

// width is what the names take.
func (n names) width() vg.Length {
	widest := vg.Length(0)
	for _, s := range n.series {
		widest = max(widest, room(n.style, s.Name))
	}
	return widest + (sample+3*gap)*pixel
}

// draw writes the names at the right edge of a canvas. place is where on the canvas a point of the chart lies.
func (n names) draw(body draw.Canvas, place func(Point) vg.Point) {
	left := body.Max.X - n.width() + 2*gap*pixel
	last := math.Inf(-1) // the rightmost end of a curve
	var wanted []float64
	for _, end := range n.ends {
		wanted = append(wanted, float64((body.Max.Y-place(end).Y)/pixel))
		last = max(last, end.X)
	}
	for i, y := range spread(wanted, n.height, float64(body.Size().Y/pixel)) {
		s, at := n.series[i], body.Max.Y-vg.Length(y)*pixel
		if n.ends[i].X == last { // elsewhere the line would cross the others
			thread := draw.LineStyle{Color: tint(colour(s.Colour)), Width: pixel / 2}
			from := place(n.ends[i])
			body.StrokeLine2(thread, from.X+6*pixel, from.Y, left-4*pixel, at)
		}
		if s.Show != Marks {
			body.StrokeLine2(s.line(), left, at, left+sample*pixel, at)
		}
		if s.Show != Lines {
			body.DrawGlyph(s.mark(), vg.Point{X: left + sample/2*pixel, Y: at})
		}
		body.FillText(n.style, vg.Point{X: left + (sample+gap)*pixel, Y: at}, s.Name)
	}
}

// spread moves places from 0 to room, in which things of a height lie with their middles, so far apart that no two
// overlap, in the same order. Where some would, they lie side by side round the middle of what they want.
func spread(wanted []float64, height, room float64) []float64 {
	order := make([]int, len(wanted))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(wanted[i], wanted[j]) })
	// Things that would overlap form a block, whose middle is the mean of what they want.
	type block struct {
		sum   float64 // of the places of its first one that its members ask for
		count int
	}
	first := func(b block) float64 {
		low, high := height/2, room-height/2-float64(b.count-1)*height
		return max(low, min(high, b.sum/float64(b.count)))
	}
	var blocks []block
	for _, i := range order {
		blocks = append(blocks, block{wanted[i], 1})
		for len(blocks) > 1 {
			a, b := blocks[len(blocks)-2], blocks[len(blocks)-1]
			if first(a)+float64(a.count)*height <= first(b) {
				break
			}
			a.sum += b.sum - float64(b.count*a.count)*height
			a.count += b.count
			blocks = append(blocks[:len(blocks)-2], a)
		}
	}
	places := make([]float64, len(wanted))
	next := 0
	for _, b := range blocks {
		for k := range b.count {
			places[order[next]] = first(b) + float64(k)*height
			next++
		}
	}
	return places
}

// groups names the groups of series above the chart, if there are several, and returns the room below.
func (c Chart) groups(body draw.Canvas) draw.Canvas {
	var groups []Series
	for _, s := range c.Series {
		if !slices.ContainsFunc(groups, func(g Series) bool { return g.Group == s.Group }) {
			groups = append(groups, s)
		}
	}
	if len(groups) < 2 {
		return body
	}
	style := letters(14, ink, false)
	style.YAlign = draw.YCenter
	at := vg.Point{X: body.Min.X + labelRoom*pixel, Y: body.Max.Y - rowHeight/2*pixel}
	for _, g := range groups {
		taken := (sample+gap)*pixel + room(style, g.Group) + 2*gap*pixel
		if at.X+taken > body.Max.X && at.X > body.Min.X+labelRoom*pixel {
			at = vg.Point{X: body.Min.X + labelRoom*pixel, Y: at.Y - rowHeight*pixel}
		}
		line := g.line()
		line.Color = grey(softInk)
		body.StrokeLine2(line, at.X, at.Y, at.X+sample*pixel, at.Y)
		body.FillText(style, vg.Point{X: at.X + (sample+gap)*pixel, Y: at.Y}, g.Group)
		at.X += taken
	}
	body.Max.Y = at.Y - rowHeight*pixel
	return body
}
