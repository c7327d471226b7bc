package figure

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
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

// set gives a an axis of package plot.
func (a Axis) set(to *plot.Axis, data span) {
	ends := a.ends(data)
	to.Min, to.Max = ends.min, ends.max
	if a.Log {
		to.Scale = plot.LogScale{}
	}
	to.Tick.Label = like(to.Tick.Label, letters(13, ink, false))
	to.Tick.Length = 6 * pixel
	to.Tick.LineStyle = draw.LineStyle{Color: grey(softInk), Width: pixel}
	to.LineStyle = draw.LineStyle{Color: grey(softInk), Width: pixel}
	to.Padding = vg.Length(0)
	to.Tick.Marker = plot.ConstantTicks(a.ticks(ends))
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

// ticks returns the marks of an axis that shows the interval s.
func (a Axis) ticks(s span) []plot.Tick {
	values := a.Ticks
	switch {
	case values != nil:
	case a.Log:
		values = logTicks(s)
	default:
		values = linearTicks(s)
	}
	var ticks []plot.Tick
	for _, v := range values {
		if v >= s.min && v <= s.max {
			ticks = append(ticks, plot.Tick{Value: v, Label: number(v)})
		}
	}
	return ticks
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

// number formats the value of a tick: 0.05, 20,000, 1e7, 2e−7. The font has not all raised digits.
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
