package balance

import "math"

// Local averaging as in the PPBB library (LADE: local decision, local migration): every processor
// keeps what its neighbours last told of their load, and evens out with the least loaded of them.
//
//	at every tick of its own timer, a processor
//	  1. tells all neighbours its load, if it differs by more than 10 % from what it last told;
//	  2. picks the neighbour with the least load by what it knows (ties: the one after the last
//	     pick), and if the difference is worth two elements, sends half of it, rounded up.
//
// Timers have random phases, and each period varies by ±20 %, so that neighbours do not act at once.
//
// Parameters: period, the mean time between two ticks (0.14 s, from 0.001 to 3600 s); change, the
// relative change of the own load worth telling (0.1, from 0 to 10).
//
// Messages: at most one per neighbour and tick, besides the elements.
//
// Source: Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §6.2, which describes the
// strategy in three sentences. Not from the paper: that all happens at ticks (informing at every
// change gives ten times the paper's messages), the period (fitted to Table 4), and the tie rule.

func ladeSpec() Spec {
	return Spec{
		Name:     "lade",
		Title:    "local averaging: even out with the least loaded neighbour",
		Source:   "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §6.2 (PPBB-lib)",
		Uses:     "knows what the neighbours last told of their load; up to one message a neighbour and tick",
		Kinds:    everyKind("torus"),
		Estimate: "count",
		Received: Bottom,
		Params: []Param{
			{Name: "period", Title: "mean time between two ticks", Default: 0.14, Min: 0.001, Max: 3600, Unit: "s"},
			{Name: "change", Title: "relative change of the own load worth telling", Default: 0.1, Min: 0, Max: 10},
		},
		New: func(_ Topology, v Values) Maker {
			return func(int) Policy { return &lade{period: v.Seconds("period"), change: v["change"]} }
		},
	}
}

const ladeJitter = 0.2 // a period lasts between 1-ladeJitter and 1+ladeJitter of its mean

type lade struct {
	Base
	period Ticks
	change float64

	told  float64   // the load the neighbours were last told
	known []float64 // per neighbour, the load it last told; 0 before it has
	first int       // where the search for the least loaded neighbour begins
}

func (l *lade) Start(p Proc) {
	l.known = make([]float64, len(p.Neighbours()))
	if len(l.known) > 0 {
		p.WakeAfter(Ticks(p.Rand().Float64() * float64(l.period)))
	}
}

func (l *lade) Receive(p Proc, from int, m Message) {
	for i, n := range p.Neighbours() {
		if n == from {
			l.known[i] = m.A
		}
	}
}

func (l *lade) Wake(p Proc) {
	l.inform(p)
	l.even(p)
	p.WakeAfter(Ticks((1 + ladeJitter*(2*p.Rand().Float64()-1)) * float64(l.period)))
}

// inform tells the neighbours the load if it has changed enough.
func (l *lade) inform(p Proc) {
	load := p.Load()
	if math.Abs(load-l.told) <= l.change*l.told {
		return
	}
	l.told = load
	for _, n := range p.Neighbours() {
		p.Send(n, Message{A: load})
	}
}

// even sends half the difference to the least loaded neighbour, if that is at least one element of
// mean load.
func (l *lade) even(p Proc) {
	least := l.first
	for i := range l.known {
		if at := (l.first + i) % len(l.known); l.known[at] < l.known[least] {
			least = at
		}
	}
	difference := p.Load() - l.known[least]
	if p.Len() == 0 || difference < 2*p.Load()/float64(p.Len()) {
		return
	}
	sent := p.TransferLoad(p.Neighbours()[least], difference/2, difference)
	if sent == 0 {
		return
	}
	l.known[least] += sent
	l.first = (least + 1) % len(l.known)
	p.CountPhase()
}
