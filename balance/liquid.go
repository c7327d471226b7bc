package balance

// The Liquid model: load flows round the rings of a torus like a liquid that finds its level. In
// each step and each dimension in turn, a processor shifts one element to its successor if
//
//	C5: it has elements, and its successor has no more load than it
//
//	load  ▆ ▃ ▃ ▁ ▁      the elements of a plateau all move up by one,
//	      └→└→└→└→       which carries load over the whole plateau in one step
//
// Each processor tells its predecessor its load before each shift and waits for what its successor
// says of the same step; so neighbours stay within a step of each other without a global clock, and
// a processor may run ahead of its predecessors by at most a ring.
//
// Messages: one per step and dimension, besides the elements.
//
// Source: Henrich: Local load balancing according to a simple liquid model, Definition 1, Table 1.
//
// Differs from the paper: steps follow each other at a period instead of lockstep, and an element
// shifted in one dimension may arrive after the test in the next.

func liquidC5Spec() Spec {
	return Spec{
		Name:     "liquid-c5",
		Title:    "Liquid model: shift one element a step to a successor that has no more",
		Source:   "Henrich: Local load balancing according to a simple liquid model, Table 1 (C5)",
		Uses:     "knows the load of its successors; one message per step and dimension",
		Kinds:    []string{"torus", "ring"},
		Estimate: "count",
		Received: Bottom,
		Params: []Param{
			{Name: "period", Title: "time from one step to the next", Default: 0.1, Min: 0.001, Max: 3600, Unit: "s"},
		},
		New: func(t Topology, v Values) Maker {
			return func(rank int) Policy { return newLiquid(t, rank, v.Seconds("period")) }
		},
	}
}

// LiquidC5 is the shift condition C5 of the Liquid model: whether a processor with the given load
// shifts one element to a successor with that load.
func LiquidC5(load, successor float64) bool { return load > 0 && load >= successor }

// liquid is one processor of the Liquid model. Its steps are numbered from 1 across dimensions: with
// D dimensions, the steps r·D+1 … r·D+D make up round r.
type liquid struct {
	Base
	period Ticks
	dims   []liquidLink
	next   int    // dimension of the step under way
	step   uint32 // number of the step under way
	began  Ticks  // when its round began
}

// liquidLink is a processor's place in one of its rings.
type liquidLink struct {
	successor, predecessor int
	heard                  uint32  // the latest step in this dimension of which the successor told its load
	load                   float64 // what it told
}

func newLiquid(t Topology, rank int, period Ticks) *liquid {
	l := &liquid{period: period}
	for d := range t.Sides() {
		up, ok := t.Step(rank, d, 1)
		if !ok {
			continue
		}
		down, _ := t.Step(rank, d, -1)
		l.dims = append(l.dims, liquidLink{successor: up, predecessor: down})
	}
	return l
}

func (l *liquid) Start(p Proc) {
	if len(l.dims) > 0 {
		l.Wake(p)
	}
}

// Wake begins a round.
func (l *liquid) Wake(p Proc) {
	l.began = p.Now()
	l.announce(p)
	l.advance(p)
}

// announce begins a step: the predecessor hears the load.
func (l *liquid) announce(p Proc) {
	l.step++
	d := l.next
	p.Send(l.dims[d].predecessor, Message{Kind: uint8(d), Round: l.step, A: p.Load()})
}

func (l *liquid) Receive(p Proc, _ int, m Message) {
	link := &l.dims[m.Kind]
	link.heard, link.load = m.Round, m.A
	l.advance(p)
}

// advance shifts and goes on to the next step while the successor's load for it is known.
func (l *liquid) advance(p Proc) {
	for l.began >= 0 && l.dims[l.next].heard >= l.step {
		link := &l.dims[l.next]
		if LiquidC5(p.Load(), link.load) && p.Transfer(link.successor, 1) > 0 {
			p.CountPhase()
		}
		l.next++
		if l.next == len(l.dims) {
			l.next = 0
			p.WakeAfter(max(0, l.began+l.period-p.Now()))
			l.began = -1
			return
		}
		l.announce(p)
	}
}
