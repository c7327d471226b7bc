package figure

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Axis is one of the two axes of a chart.
type Axis struct {
	Label string
	Log   bool
	// From and To are the ends of the axis. Where both are 0 it is as long as the data need, and on a
	// linear scale begins at 0 if they are not far from it, or if Zero says so.
	From, To float64
	Zero     bool
	// Ticks are the values with a mark and a number; nil for round ones.
	Ticks []float64
}

// span is an interval of numbers.
type span struct{ min, max float64 }

// margin is the part of an axis that is left free beyond the data.
const margin = 0.04

// ends returns the interval that a shows.
func (a Axis) ends(data span) span {
	switch {
	case a.From != 0 || a.To != 0:
		return span{a.From, a.To}
	case a.Log:
		room := math.Pow(data.max/data.min, margin)
		if room == 1 {
			room = 2
		}
		return span{data.min / room, data.max * room}
	}
	if data.min > 0 && (data.min < data.max/2 || a.Zero) {
		data.min = 0
	}
	if data.max < 0 && data.max > data.min/2 {
		data.max = 0
	}
	room := margin * (data.max - data.min)
	if room == 0 {
		room = 1
	}
	s := span{data.min - room, data.max + room}
	if data.min == 0 {
		s.min = 0
	}
	if data.max == 0 {
		s.max = 0
	}
	return s
}

// ticks returns the values that have marks on an axis that shows the interval s.
func (a Axis) ticks(s span) []float64 {
	values := a.Ticks
	switch {
	case values != nil:
	case a.Log:
		values = logTicks(s)
	default:
		values = linearTicks(s)
	}
	return slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return v < s.min || v > s.max })
}

// linearTicks returns round numbers in s: about six multiples of 1, 2 or 5 times a power of ten.
func linearTicks(s span) []float64 {
	const about = 6
	raw := (s.max - s.min) / about
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	step := 10 * power
	for _, m := range []float64{1, 2, 5} {
		if m*power >= raw {
			step = m * power
			break
		}
	}
	var values []float64
	for k := math.Ceil(s.min / step); k*step <= s.max; k++ {
		values = append(values, k*step)
	}
	return values
}

// logTicks returns powers of ten in s, with their multiples by 2 and 5 if s has few of them, and by all digits if it
// has hardly any.
func logTicks(s span) []float64 {
	const hardly, few, many = 0.8, 3.2, 9
	decades := math.Log10(s.max / s.min)
	multiples, stride := []float64{1}, 1.0
	switch {
	case decades <= hardly:
		multiples = []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}
	case decades <= few:
		multiples = []float64{1, 2, 5}
	}
	if decades > many {
		stride = 2
	}
	var values []float64
	for k := math.Floor(math.Log10(s.min)); math.Pow(10, k) <= s.max; k++ {
		if math.Mod(k, stride) != 0 {
			continue
		}
		for _, m := range multiples {
			values = append(values, m*math.Pow(10, k))
		}
	}
	return values
}

// frame is where data are drawn, between two axes.
type frame struct {
	box
	x, y   Axis
	xs, ys span // what they show
}

// Measures of axes, in pixels.
const (
	labelRoom = 28 // of the label of an axis
	tickSize  = 6
	tickGap   = 4 // between a mark and its number
)

func numbers(align float64) letters { return letters{size: 13, colour: grey(ink), align: align} }

// frame fits two axes, which show data, into a room.
func (room box) frame(x, y Axis, xs, ys span) frame {
	f := frame{x: x, y: y, xs: x.ends(xs), ys: y.ends(ys)}
	widest := 0.0
	for _, v := range y.ticks(f.ys) {
		widest = max(widest, numbers(1).width(number(v)))
	}
	last := 0.0 // what the last number of the x axis needs on the right
	if ticks := x.ticks(f.xs); len(ticks) > 0 {
		last = numbers(0.5).width(number(ticks[len(ticks)-1])) / 2
	}
	bottom := 0.0
	if x.Label != "" {
		bottom = labelRoom
	}
	f.box = room.inset(labelRoom+widest+tickGap+tickSize, numbers(0).size/2, last, bottom+numbers(0).size+tickGap+tickSize)
	return f
}

// at is where a point of the data lies.
func (f frame) at(p Point) Point {
	return Point{
		f.left + f.width()*f.x.part(p.X, f.xs),
		f.bottom - f.height()*f.y.part(p.Y, f.ys),
	}
}

// part is how far along an axis a value lies, from 0 to 1.
func (a Axis) part(v float64, s span) float64 {
	if a.Log {
		return math.Log(v/s.min) / math.Log(s.max/s.min)
	}
	return (v - s.min) / (s.max - s.min)
}

// grid draws a line at every tick, behind the data.
func (d *drawing) grid(f frame) {
	style := stroke{colour: grey(gridGrey), width: 1}
	for _, v := range f.x.ticks(f.xs) {
		x := f.at(Point{v, f.ys.min}).X
		d.line(style, Point{x, f.top}, Point{x, f.bottom})
	}
	for _, v := range f.y.ticks(f.ys) {
		y := f.at(Point{f.xs.min, v}).Y
		d.line(style, Point{f.left, y}, Point{f.right, y})
	}
}

// axes draws both axes with ticks, numbers and labels, which begin at the left and the bottom of a room.
func (d *drawing) axes(f frame, room box) {
	d.xAxis(f, room)
	d.yAxis(f, room)
}

func (d *drawing) xAxis(f frame, room box) {
	style := stroke{colour: grey(softInk), width: 1}
	for _, v := range f.x.ticks(f.xs) {
		x := f.at(Point{v, f.ys.min}).X
		d.line(style, Point{x, f.bottom}, Point{x, f.bottom + tickSize})
		d.text(numbers(0.5), Point{x, f.bottom + tickSize + tickGap + numbers(0).size/2}, number(v))
	}
	d.line(style, Point{f.left, f.bottom}, Point{f.right, f.bottom})
	d.text(letters{size: 15, colour: grey(ink), align: 0.5}, Point{(f.left + f.right) / 2, room.bottom - 8}, f.x.Label)
}

func (d *drawing) yAxis(f frame, room box) {
	style := stroke{colour: grey(softInk), width: 1}
	for _, v := range f.y.ticks(f.ys) {
		y := f.at(Point{f.xs.min, v}).Y
		d.line(style, Point{f.left - tickSize, y}, Point{f.left, y})
		d.text(numbers(1), Point{f.left - tickSize - tickGap, y}, number(v))
	}
	d.line(style, Point{f.left, f.bottom}, Point{f.left, f.top})
	d.text(letters{size: 15, colour: grey(ink), align: 0.5, turned: true}, Point{room.left + 8, (f.top + f.bottom) / 2}, f.y.Label)
}

// number formats the value of a tick: 0.05, 20,000, 1e7, 2e−7. Not all fonts have raised digits.
func number(v float64) string {
	size := math.Abs(v)
	text := strconv.FormatFloat(size, 'g', 6, 64)
	switch {
	case size != 0 && (size >= 1e6 || size < 1e-4):
		k := math.Floor(math.Log10(size) + 1e-9)
		text = fmt.Sprintf("%.3ge%.0f", size/math.Pow(10, k), k)
	case size >= 1e4:
		n := int(math.Round(size))
		text = fmt.Sprintf("%d,%03d", n/1000, n%1000)
	}
	if v < 0 {
		text = "-" + text
	}
	return strings.ReplaceAll(text, "-", "−")
}
