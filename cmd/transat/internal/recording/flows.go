package recording

import (
	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
)

const (
	mostFlows = 128     // spans of time
	mostCells = 1 << 23 // of links and spans
)

// flows counts what leaves for each link of the machine, span by span. A way through a grid is one straight line in
// each dimension, so two numbers a dimension are enough: where the line begins, and where it has ended.
//
//	from ──┬──┬──┐          at the end of a span, sums along the rows and
//	      +1  0  │ −1       columns make counts of these differences
//	             to
type flows struct {
	grid    *topology.Grid
	wraps   bool
	place   []int32
	pace    Schedule
	strides []int
	now     int        // the span that is counted
	count   [2]counter // elements, messages
	done    []flow
}

// counter has the differences of each of the 2·dimensions links of a processor.
type counter [][]int32

func newFlows(f *Run, expected balance.Ticks) flows {
	n := f.grid.Procs()
	links := 2 * len(f.grid.Sides())
	x := flows{
		grid: f.grid, wraps: wraps(f.grid), place: f.place,
		pace: NewSchedule(max(1, min(mostFlows, mostCells/(n*links))), max(expected, balance.Millisecond)),
	}
	if x.pace.Most < 2 {
		x.pace.Most = 0
		return x
	}
	for range links {
		for i := range x.count {
			x.count[i] = append(x.count[i], make([]int32, n))
		}
	}
	stride := n
	for _, side := range f.grid.Sides() {
		stride /= side
		x.strides = append(x.strides, stride)
	}
	return x
}

// add counts elements that leave.
func (f *flows) add(m *sim.TimelineEvent) {
	if f.pace.Most == 0 {
		return
	}
	if span := m.Time / f.pace.Interval; int(span) != f.now {
		f.advance(m.Time)
	}
	from, to := m.Rank, m.Peer
	if f.place != nil {
		from, to = int(f.place[from]), int(f.place[to])
	}
	if m.Elements > 0 {
		f.walk(f.count[0], from, to, int32(m.Elements))
	} else {
		f.walk(f.count[1], from, to, 1)
	}
}

// walk counts a way. It is that of topology.Grid.Route.
func (f *flows) walk(c counter, from, to int, amount int32) {
	for d, side := range f.grid.Sides() {
		a, b := f.grid.Coordinate(from, d), f.grid.Coordinate(to, d)
		if a == b {
			continue
		}
		stride := f.strides[d]
		base := from - a*stride
		up := b > a
		if round := b - a; f.wraps && (2*round > side || round < 0 && -2*round >= side) {
			up = !up
		}
		line := line{base, stride, side}
		if up {
			line.up(c[2*d+1], a, b, amount)
		} else {
			line.down(c[2*d], a, b, amount)
		}
		from = base + b*stride
	}
}

// line is the processors that differ in one coordinate only.
type line struct{ base, stride, side int }

// up counts the links upwards from coordinate a to b, perhaps round a ring.
func (l line) up(x []int32, a, b int, amount int32) {
	if b > a {
		l.straight(x, a, b, amount)
		return
	}
	l.straight(x, a, l.side, amount)
	l.straight(x, 0, b, amount)
}

// down counts the links downwards from coordinate a to b, perhaps round a ring.
func (l line) down(x []int32, a, b int, amount int32) {
	if b < a {
		l.straight(x, b+1, a+1, amount)
		return
	}
	l.straight(x, 0, a+1, amount)
	l.straight(x, b+1, l.side, amount)
}

// straight counts one link each of the processors from coordinate a to before b.
func (l line) straight(x []int32, a, b int, amount int32) {
	if a == b {
		return
	}
	x[l.base+a*l.stride] += amount
	if b < l.side {
		x[l.base+b*l.stride] -= amount
	}
}

// advance closes the spans before a time.
func (f *flows) advance(to balance.Ticks) {
	f.done = append(f.done, f.close())
	for to/f.pace.Interval >= balance.Ticks(f.pace.Most) {
		f.halve()
	}
	f.now = int(to / f.pace.Interval)
	if len(f.done) > f.now { // the span that is open again
		f.open(f.done[f.now])
		f.done = f.done[:f.now]
	}
	for len(f.done) < f.now {
		f.done = append(f.done, flow{})
	}
}

// close makes counts of the differences.
func (f *flows) close() flow {
	var x flow
	for i := range f.count {
		for port, c := range f.count[i] {
			side, stride := f.grid.Sides()[port/2], f.strides[port/2]
			for rank := range c {
				if rank/stride%side != 0 {
					c[rank] += c[rank-stride]
				}
			}
		}
	}
	ports := len(f.count[0])
	for rank := range f.count[0][0] {
		for port := range ports {
			e, m := f.count[0][port][rank], f.count[1][port][rank]
			if e|m != 0 {
				x.links = append(x.links, int32(rank*ports+port))
				x.elements = append(x.elements, e)
				x.messages = append(x.messages, m)
			}
		}
	}
	for i := range f.count {
		for _, c := range f.count[i] {
			clear(c)
		}
	}
	return x
}

// open counts on from a span that was closed.
func (f *flows) open(x flow) {
	ports := len(f.count[0])
	for i, link := range x.links {
		rank, port := int(link)/ports, int(link)%ports
		side, stride := f.grid.Sides()[port/2], f.strides[port/2]
		for k, amount := range [2]int32{x.elements[i], x.messages[i]} {
			c := f.count[k][port]
			c[rank] += amount
			if rank/stride%side+1 < side {
				c[rank+stride] -= amount
			}
		}
	}
}

// halve doubles the length of the spans.
func (f *flows) halve() {
	f.pace.Interval *= 2
	kept := f.done[:0]
	for i := 0; i < len(f.done); i += 2 {
		x := f.done[i]
		if i+1 < len(f.done) {
			x = x.plus(f.done[i+1])
		}
		kept = append(kept, x)
	}
	clear(f.done[len(kept):])
	f.done = kept
}

// plus adds up the counts of two spans.
func (x flow) plus(y flow) flow {
	var sum flow
	put := func(from *flow, i int) {
		sum.links = append(sum.links, from.links[i])
		sum.elements = append(sum.elements, from.elements[i])
		sum.messages = append(sum.messages, from.messages[i])
	}
	i, j := 0, 0
	for i < len(x.links) || j < len(y.links) {
		switch {
		case j == len(y.links) || i < len(x.links) && x.links[i] < y.links[j]:
			put(&x, i)
			i++
		case i == len(x.links) || y.links[j] < x.links[i]:
			put(&y, j)
			j++
		default:
			put(&x, i)
			last := len(sum.links) - 1
			sum.elements[last] += y.elements[j]
			sum.messages[last] += y.messages[j]
			i, j = i+1, j+1
		}
	}
	return sum
}

// all closes the last span.
func (f *flows) all() []flow {
	if f.pace.Most == 0 {
		return nil
	}
	return append(f.done, f.close())
}

// wraps reports whether the dimensions of a grid are closed to rings.
func wraps(g *topology.Grid) bool { return g.Kind() == "ring" || g.Kind() == "torus" }
