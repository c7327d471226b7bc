package figure

import (
	"cmp"
	"math"
	"slices"
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

// names are the names of the series of a chart, from the top.
type names struct {
	series []Series
	ends   []Point // the last point of each
	height float64 // of a row, in pixels
	style  letters
}

// names returns the names that find room in that height.
func (c Chart) names(room float64) names {
	n := names{}
	add := func(s Series) {
		if points := s.finite(); len(points) > 0 {
			n.series = append(n.series, s)
			n.ends = append(n.ends, points[len(points)-1])
		}
	}
	for _, s := range c.Series {
		add(s)
	}
	fits := func() float64 { return room / float64(max(1, len(n.series))) }
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
	n.style = letters{size: min(14, n.height-1), colour: grey(ink)}
	return n
}

// width is what the names take.
func (n names) width() float64 {
	widest := 0.0
	for _, s := range n.series {
		widest = max(widest, n.style.room(s.Name))
	}
	return widest + sample + 3*gap
}

// draw writes the names at the right edge of a room, beside a frame.
func (n names) draw(d *drawing, room box, f frame) {
	left := room.right - n.width() + 2*gap
	last := math.Inf(-1) // the rightmost end of a curve
	var wanted []float64
	for _, end := range n.ends {
		wanted = append(wanted, f.at(end).Y-room.top)
		last = max(last, end.X)
	}
	for i, y := range spread(wanted, n.height, room.height()) {
		s, at := n.series[i], room.top+y
		if n.ends[i].X == last { // elsewhere the line would cross the others
			from := f.at(n.ends[i])
			d.line(stroke{colour: tint(s.colour()), width: 0.5}, Point{from.X + 6, from.Y}, Point{left - 4, at})
		}
		if s.Show != Marks {
			d.line(s.line(), Point{left, at}, Point{left + sample, at})
		}
		if s.Show != Lines {
			d.marker(s, Point{left + sample/2, at})
		}
		d.text(n.style, Point{left + sample + gap, at}, s.Name)
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
func (c Chart) groups(d *drawing, body box) box {
	var groups []Series
	for _, s := range c.Series {
		if !slices.ContainsFunc(groups, func(g Series) bool { return g.Group == s.Group }) {
			groups = append(groups, s)
		}
	}
	if len(groups) < 2 {
		return body
	}
	style := letters{size: 14, colour: grey(ink)}
	first := body.left + labelRoom
	at := Point{first, body.top + rowHeight/2}
	for _, g := range groups {
		taken := sample + gap + style.room(g.Group) + 2*gap
		if at.X+taken > body.right && at.X > first {
			at = Point{first, at.Y + rowHeight}
		}
		line := g.line()
		line.colour = grey(softInk)
		d.line(line, at, Point{at.X + sample, at.Y})
		d.text(style, Point{at.X + sample + gap, at.Y}, g.Group)
		at.X += taken
	}
	body.top = at.Y + rowHeight
	return body
}
