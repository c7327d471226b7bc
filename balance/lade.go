package balance

import "math"

const ladeEssay = `Local averaging as in the PPBB library (LADE: local decision, local migration): every processor
stores the loads that its neighbours have told last, and balances with the least loaded of them.

	every inform seconds, a processor
	  tells all neighbours its load, if it differs by more than 10 % from the load it has told last;
	every period seconds, it
	  picks the neighbour with the least stored load (ties: the first after the last pick),
	  and sends it half of the difference, rounded down.

Every processor has timers of its own for both, with random phases, and each wait varies by ±20 %, so
that neighbours do not act at the same time.

Parameters: period, the mean time between two transfers (0.09 s, from 1 µs to 3600 s); inform, the
mean time between two looks at the own load (0.15 s, likewise); change, the relative change of the
own load worth telling (0.1, from 0 to 10).

Messages: at most one per neighbour and look, besides the elements.

Source: Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §6.2, which describes the
strategy in three sentences. Not from the paper: the two periods (fitted to Table 4; informing at
every change instead gives ten times the paper's messages), that half of an odd difference is
rounded down (rounded up, the ring is a fifth faster than it was), the tie rule, and that a sender
adds what it has sent to the load that it knows of the receiver, until the receiver tells its own
(without that, it sends a third to three fifths more on 64 processors, and loses two to four points of
efficiency, but gains four on the ring).
`

func ladeSpec() Spec {
	return Spec{
		Name:     "lade",
		Title:    "local averaging: even out with the least loaded neighbour",
		Family:   familyOthers,
		Source:   "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §6.2 (PPBB-lib)",
		Uses:     "knows what the neighbours last told of their load; up to one message a neighbour and look at the own load",
		Essay:    ladeEssay,
		Wordings: ladeWordings(),
		Kinds:    everyKind("torus"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params: []Param{
			{Name: "period", Title: "mean time between two transfers", Default: 0.09, Min: 1e-6, Max: 3600, Unit: "s"},
			{Name: "inform", Title: "mean time between two looks at the own load", Default: 0.15, Min: 1e-6, Max: 3600, Unit: "s"},
			{Name: "change", Title: "relative change of the own load worth telling", Default: 0.1, Min: 0, Max: 10},
		},
		New: func(_ Topology, v Values) Maker {
			plan := &ladePlan{period: v.Seconds("period"), inform: v.Seconds("inform"), change: v["change"]}
			return func(int) Policy { return &lade{plan: plan} }
		},
	}
}

// ladePlan is shared by all processors.
type ladePlan struct {
	period, inform Ticks
	change         float64
}

// lade is one processor. With a million of them it matters that this is 64 bytes, a cache line.
type lade struct {
	Base
	plan               *ladePlan
	evening, informing timer

	told  float64   // the load the neighbours were last told
	known []float64 // per neighbour, the load it last told; 0 before it has
	first int       // where the search for the least loaded neighbour begins
}

func (l *lade) Start(p Proc) {
	l.known = make([]float64, len(p.Neighbours()))
	if len(l.known) > 0 {
		l.informing.start(p, l.plan.inform)
		l.evening.start(p, l.plan.period)
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
	if l.informing.due(p, l.plan.inform) {
		l.inform(p)
	}
	if l.evening.due(p, l.plan.period) {
		l.even(p)
	}
}

// inform tells the neighbours the load if it has changed enough.
func (l *lade) inform(p Proc) {
	load := p.Load()
	if math.Abs(load-l.told) <= l.plan.change*l.told {
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
	if p.Len() == 0 {
		return
	}
	least := l.first
	for i := range l.known {
		at := l.first + i
		if at >= len(l.known) {
			at -= len(l.known)
		}
		if l.known[at] < l.known[least] {
			least = at
		}
	}
	difference, element := p.Load()-l.known[least], p.Load()/float64(p.Len())
	if difference < 2*element {
		return
	}
	sent := p.TransferLoad(p.Neighbours()[least], (difference-element)/2, difference) // half, rounded down to elements
	if sent == 0 {
		return
	}
	l.known[least] += sent
	l.first = (least + 1) % len(l.known)
	p.CountPhase()
}

const timerJitter = 0.2 // a wait lasts between 1-timerJitter and 1+timerJitter of the period

// timer goes off again and again, of several at the same processor each at times of its own: the next time.
type timer Ticks

// start sets the timer for the first time, to a random part of its period.
func (t *timer) start(p Proc, period Ticks) { t.set(p, p.Rand().Float64(), period) }

// set lets the timer go off after that many periods.
func (t *timer) set(p Proc, periods float64, period Ticks) {
	wait := Ticks(periods * float64(period))
	*t = timer(p.Now() + wait)
	p.WakeAfter(wait)
}

// due reports whether the timer has gone off, and sets it anew. Its period is a mean.
func (t *timer) due(p Proc, period Ticks) bool {
	if p.Now() != Ticks(*t) {
		return false
	}
	t.set(p, 1+timerJitter*(2*p.Rand().Float64()-1), period)
	return true
}
