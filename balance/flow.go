package balance

import (
	"math"
	"slices"
)

const flowEssay = `Optimal flow: one processor hears all loads and works out the smallest flow over the links that evens
them out, in the sum of the squares. Such a flow is the difference of potentials x, as a current between
the two ends of a wire:

	L x = load − mean          L: the Laplacian matrix of the network
	over the link from a to b flows   x(a) − x(b)

	load            8     0     0     0        mean 2
	potential       9     3    −1    −3 …
	flow               6     4     2           over the links of a line

Every period, a phase: processor 0 asks all others for their loads, solves the equations by conjugate
gradients, and tells each its potential. Neighbours tell each other theirs, and each sends what is to
flow out, as far as it has it, to the nearest element; to a neighbour without load at least one, if anything is
to flow there. What it does not have yet, since it is to flow in first, it sends when it comes. If all
loads are within an element of the mean, there is nothing to tell.

Parameters: period, the time from one phase to the next (0.1 s, from 1 µs to 3600 s).

Messages: three a processor and phase, to and from processor 0, and one over every link in each
direction; besides the elements. The time that the equations take is not counted.

Source: Hu, Blake, Emerson: An Optimal Migration Algorithm for Dynamic Load Balancing, 1998; Hu, Blake:
An Improved Diffusion Algorithm for Dynamic Load Balancing, 1999; cited by Karagiorgos and Missirlis.
Known to us from descriptions. Differs from them: there all processors solve the equations together.
`

func flowSpec() Spec {
	return Spec{
		Name:     "flow",
		Title:    "optimal flow: the smallest flow that evens all out",
		Family:   familyFlows,
		Source:   "Hu, Blake, Emerson: An Optimal Migration Algorithm for Dynamic Load Balancing, 1998",
		Uses:     "processor 0 knows all loads; three messages a processor and phase, and two a link",
		Essay:    flowEssay,
		Wordings: flowWordings(),
		Kinds:    everyKind("torus"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params: []Param{
			{Name: "period", Title: "time from one phase to the next", Default: 0.1, Min: 1e-6, Max: 3600, Unit: "s"},
		},
		New: func(t Topology, v Values) Maker {
			return func(rank int) Policy {
				f := &flow{period: v.Seconds("period"), owed: make([]float64, len(t.Neighbours(rank)))}
				if rank == 0 {
					f.centre = newFlowCentre(t)
				}
				return f
			}
		},
	}
}

const (
	flowAsk  uint8 = iota // what is your load?
	flowLoad              // A = load, B = elements
	flowTell              // your potential is A
	flowNext              // mine is A, to neighbours; B = own load
)

// flow is one processor.
type flow struct {
	Base
	period    Ticks
	potential float64
	round     uint32    // of the potential
	owed      []float64 // by neighbour: load that is to flow out
	early     []Message // potentials of neighbours that have come before the own one
	from      []int     // theirs
	centre    *flowCentre
}

func (f *flow) Start(p Proc) {
	if f.centre != nil && p.Procs() > 1 {
		p.WakeAfter(f.period)
	}
}

// Wake begins a phase, on processor 0.
func (f *flow) Wake(p Proc) {
	c := f.centre
	c.round++
	c.loads[0], c.elements = p.Load(), p.Len()
	c.missing = p.Procs() - 1
	for to := 1; to < p.Procs(); to++ {
		p.Send(to, Message{Kind: flowAsk, Round: c.round})
	}
}

func (f *flow) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case flowAsk:
		p.Send(from, Message{Kind: flowLoad, Round: m.Round, A: p.Load(), B: float64(p.Len())})
	case flowLoad:
		f.heard(p, from, m)
	case flowTell:
		f.learn(p, m)
	case flowNext:
		if m.Round != f.round {
			f.early, f.from = append(f.early, m), append(f.from, from)
			return
		}
		f.owe(p, from, m)
		f.pay(p)
	}
}

// heard notes a load; with the last one, the potentials are known.
func (f *flow) heard(p Proc, from int, m Message) {
	c := f.centre
	c.loads[from] = m.A
	c.elements += int(m.B)
	if c.missing--; c.missing > 0 {
		return
	}
	p.WakeAfter(f.period)
	if !c.solve() {
		return
	}
	p.CountPhase()
	for to := 1; to < p.Procs(); to++ {
		p.Send(to, Message{Kind: flowTell, Round: c.round, A: c.x[to]})
	}
	f.learn(p, Message{Round: c.round, A: c.x[0]})
}

// learn takes over the own potential.
func (f *flow) learn(p Proc, m Message) {
	f.potential, f.round = m.A, m.Round
	clear(f.owed)
	for _, n := range p.Neighbours() {
		p.Send(n, Message{Kind: flowNext, Round: m.Round, A: m.A, B: p.Load()})
	}
	early, from := f.early, f.from
	f.early, f.from = f.early[:0], f.from[:0]
	for i, e := range early {
		if e.Round == f.round {
			f.owe(p, from[i], e)
		}
	}
	f.pay(p)
}

// owe notes what is to flow to a neighbour.
func (f *flow) owe(p Proc, to int, m Message) {
	amount := max(0, f.potential-m.A)
	if amount > 0 && m.B == 0 && p.Len() > 1 {
		amount = max(amount, MeanLoad(p))
	}
	f.owed[slices.Index(p.Neighbours(), to)] = amount
}

// pay sends what is to flow out, as far as it is here: to the nearest element.
func (f *flow) pay(p Proc) {
	for i, to := range p.Neighbours() {
		if p.Len() == 0 {
			return
		}
		half := MeanLoad(p) / 2
		if f.owed[i] >= half {
			f.owed[i] -= p.TransferLoad(to, f.owed[i]-half, f.owed[i]+half)
		}
	}
}

func (f *flow) Arrived(p Proc, _ int) { f.pay(p) }

// flowCentre is what processor 0 knows besides.
type flowCentre struct {
	equations *Equations
	loads, x  []float64
	elements  int // that wait anywhere
	missing   int // loads that are still to come
	round     uint32
}

func newFlowCentre(t Topology) *flowCentre {
	return &flowCentre{equations: NewEquations(t), loads: make([]float64, t.Procs())}
}

// solve works out the potentials, to a hundredth of an element. It reports false if no load is an element or more from the mean.
func (c *flowCentre) solve() bool {
	total := 0.0
	for _, load := range c.loads {
		total += load
	}
	mean, element := total/float64(len(c.loads)), total/float64(max(1, c.elements))
	most := 0.0
	for _, load := range c.loads {
		most = max(most, math.Abs(load-mean))
	}
	if most < element || most == 0 {
		return false
	}
	c.x, _ = c.equations.Potentials(c.loads, element/100, nil)
	return true
}
