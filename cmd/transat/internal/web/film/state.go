package film

import (
	"sort"

	"transat/balance"
	"transat/balance/topology"
)

// State is what is known of all processors at a time. Who has work is exact until Header.Exact; the rest is as of the
// last look before.
type State struct {
	Time    balance.Ticks
	Busy    []bool
	Waiting []int
	Load    []float64

	Idle                   int // processors
	Sent, Messages, Phases int64
	Efficiency             float64 // so far
	Sigma                  float64
}

// lookAt is the number of the last look at t or before.
func (f *Film) lookAt(t balance.Ticks) int {
	return max(0, sort.Search(len(f.looks), func(i int) bool { return f.looks[i].at > t })-1)
}

// changed is the number of changes until t.
func (f *Film) changed(t balance.Ticks) int {
	return sort.Search(len(f.changes), func(i int) bool { return f.changes[i].at > t })
}

// StateAt returns the state at a time.
func (f *Film) StateAt(t balance.Ticks) State {
	k := f.lookAt(t)
	x := &f.looks[k]
	n := f.Topology.Procs
	s := State{
		Time: t, Busy: make([]bool, n), Waiting: make([]int, n), Load: make([]float64, n),
		Sent: x.sent, Messages: x.messages, Phases: x.phases, Efficiency: f.efficiency(k), Sigma: x.sigma,
	}
	for rank, c := range x.cells {
		s.Busy[rank] = c > 0
		s.Waiting[rank] = max(0, int(c)-1)
		if f.Loads {
			s.Load[rank] = float64(whole(x.loads[rank]))
		} else {
			s.Load[rank] = float64(s.Waiting[rank])
		}
	}
	for _, c := range f.changes[f.changed(x.at):f.changed(t)] {
		rank := c.what >> 1
		s.Busy[rank], s.Waiting[rank], s.Load[rank] = c.what&1 == 1, 0, 0
	}
	for _, busy := range s.Busy {
		if !busy {
			s.Idle++
		}
	}
	return s
}

// efficiency is that up to a look.
func (f *Film) efficiency(k int) float64 {
	x := &f.looks[k]
	switch {
	case k == len(f.looks)-1:
		return f.Efficiency
	case x.at == 0:
		return 0
	}
	return min(1, float64(x.done)/(float64(f.Topology.Procs)*float64(x.at)))
}

// Curve has a point for each look.
type Curve struct {
	Times  []balance.Ticks
	Values []float64
}

// EfficiencyCurve is the efficiency up to each look.
func (f *Film) EfficiencyCurve() Curve { return f.curve(f.efficiency) }

// IdleCurve is the share of the processors that have no work.
func (f *Film) IdleCurve() Curve {
	return f.curve(func(k int) float64 {
		idle := 0
		for _, c := range f.looks[k].cells {
			if c == 0 {
				idle++
			}
		}
		return float64(idle) / float64(f.Topology.Procs)
	})
}

// SigmaCurve is the standard deviation of the waiting loads as a share of their mean.
func (f *Film) SigmaCurve() Curve { return f.curve(func(k int) float64 { return f.looks[k].sigma }) }

func (f *Film) curve(value func(k int) float64) Curve {
	var c Curve
	for k := range f.looks {
		c.Times = append(c.Times, f.looks[k].at)
		c.Values = append(c.Values, value(k))
	}
	return c
}

// Parcel is a batch of elements, or, if that has none, a message.
type Parcel struct {
	From, To      int
	Sent, Arrived balance.Ticks // Arrived is the largest of all if it had not by the end
	Elements      int
	Message       balance.Message // its numbers have three digits
}

func (x *parcel) public() Parcel {
	return Parcel{
		From: int(x.from), To: int(x.to), Sent: x.sent, Arrived: x.arrived, Elements: int(x.elements),
		Message: balance.Message{Kind: x.kind, Round: x.round, A: float64(x.a), B: float64(x.b)},
	}
}

// Knows reports whether single parcels are known of what is sent at a time.
func (f *Film) Knows(t balance.Ticks) bool { return t >= f.From && t < f.To }

// InFlight returns the parcels under way at a time. It looks at all that was sent before.
func (f *Film) InFlight(t balance.Ticks) []Parcel {
	var all []Parcel
	for i := range f.parcels {
		if x := &f.parcels[i]; x.sent > t {
			break
		} else if x.arrived > t {
			all = append(all, x.public())
		}
	}
	return all
}

// Next is the time of the first event after t; if there is none, the end, or t if that is over.
func (f *Film) Next(t balance.Ticks) balance.Ticks {
	if t >= f.End {
		return t
	}
	first := f.End
	for i := f.changed(t); i < len(f.changes); i = len(f.changes) {
		first = min(first, f.changes[i].at)
	}
	for i := range f.parcels {
		for _, at := range [2]balance.Ticks{f.parcels[i].sent, f.parcels[i].arrived} {
			if at > t {
				first = min(first, at)
			}
		}
	}
	if t < f.From || t >= f.To || t >= f.Exact {
		for i := range f.looks {
			if at := f.looks[i].at; at > t {
				first = min(first, at)
			}
		}
	}
	return first
}

// Previous is the time of the last event before t, and 0 if there is none.
func (f *Film) Previous(t balance.Ticks) balance.Ticks {
	last := balance.Ticks(0)
	consider := func(at balance.Ticks) {
		if at < t {
			last = max(last, at)
		}
	}
	for i := range f.changes {
		consider(f.changes[i].at)
	}
	for i := range f.parcels {
		consider(f.parcels[i].sent)
		consider(f.parcels[i].arrived)
	}
	if t <= f.From || t > f.To || t > f.Exact {
		for i := range f.looks {
			consider(f.looks[i].at)
		}
	}
	return last
}

// Cell is where on the machine's grid a processor lies.
func (f *Film) Cell(rank int) int {
	if f.place == nil {
		return rank
	}
	return int(f.place[rank])
}

// Machine is the machine's grid.
func (f *Film) Machine() *topology.Grid { return f.grid }

// Path returns the cells on the way from one rank to another.
func (f *Film) Path(from, to int) []int {
	at, goal := f.Cell(from), f.Cell(to)
	all := []int{at}
	for at != goal {
		at, _ = f.grid.Route(at, goal)
		all = append(all, at)
	}
	return all
}

// Flow is what was sent over a link, from one cell to the next.
type Flow struct {
	From, To           int
	Elements, Messages float64
}

// Flows returns what was sent from t0 to before t1, for each link that it goes over, in their order. Where single
// parcels are not known, it is the share of longer spans.
func (f *Film) Flows(t0, t1 balance.Ticks) []Flow {
	ports := 2 * len(f.grid.Sides())
	counts := [2][]float64{make([]float64, ports*f.grid.Procs()), make([]float64, ports*f.grid.Procs())}
	if f.Spans > 0 && (t0 < f.From || t1 > f.To) {
		f.sumSpans(t0, t1, counts)
	} else {
		f.sumParcels(t0, t1, counts)
	}
	var all []Flow
	for i := range counts[0] {
		if counts[0][i] > 0 || counts[1][i] > 0 {
			cell, port := i/ports, i%ports
			to, _ := f.grid.Step(cell, port/2, 2*(port%2)-1)
			all = append(all, Flow{cell, to, counts[0][i], counts[1][i]})
		}
	}
	return all
}

func (f *Film) sumParcels(t0, t1 balance.Ticks, counts [2][]float64) {
	ports := 2 * len(f.grid.Sides())
	for i := range f.parcels {
		x := &f.parcels[i]
		if x.sent < t0 || x.sent >= t1 {
			continue
		}
		which, amount := 0, float64(x.elements)
		if x.elements == 0 {
			which, amount = 1, 1
		}
		goal := f.Cell(int(x.to))
		for at := f.Cell(int(x.from)); at != goal; {
			next, port := f.grid.Route(at, goal)
			counts[which][at*ports+port] += amount
			at = next
		}
	}
}

func (f *Film) sumSpans(t0, t1 balance.Ticks, counts [2][]float64) {
	for k, x := range f.flows {
		from := balance.Ticks(k) * f.Span
		length := min(f.Span, f.End-from)
		share := 1.0
		if length > 0 {
			share = min(1, float64(min(t1, from+length)-max(t0, from))/float64(length))
		}
		if share <= 0 || from >= t1 {
			continue
		}
		for i, link := range x.links {
			counts[0][link] += share * float64(x.elements[i])
			counts[1][link] += share * float64(x.messages[i])
		}
	}
}

// Span is a time in which a processor has work, or none.
type Span struct {
	Busy     bool
	From, To balance.Ticks
}

// SpanAt is the span of a processor at a time.
func (f *Film) SpanAt(rank int, t balance.Ticks) Span {
	s := Span{To: f.End}
	for _, c := range f.changes {
		switch {
		case int(c.what>>1) != rank:
		case c.at > t:
			s.To = c.at
			return s
		default:
			s.Busy, s.From = c.what&1 == 1, c.at
		}
	}
	return s
}
