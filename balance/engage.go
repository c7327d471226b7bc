package balance

import (
	"math"
	"slices"
)

// What the event-driven policies have in common (dn.go, an.go, dnr.go): who knows which load, and how
// processors agree to take part in an action.
//
// # Telling
//
// A processor tells the others in its domain its load when it has changed by more than a fraction
// since it last told, and by more than one element, since no action comes of one; and whenever it
// falls to 0. Before it has told anything, its load is taken to be 0. The element in work counts as
// load. If it did not, an idle processor next to one that works on an element and has another waiting
// would be told of a difference of one element, whose move would only exchange the loads 1 and 0. On
// loads without a worker there is no element in work, and such a move is indeed refused.
//
// # Taking part
//
// A processor takes part in one action at a time. To begin one, it asks the others. They grant it and say
// what load they have now, or refuse because they take part in another:
//
//	0                     1                      2
//	| — ask ————————————→ |                      |
//	| ←———— grant load=2 —|                      |
//	|                     | ←———————————— ask —— |
//	|                     | — refuse ——————————→ |    dropped, not queued
//	| — elements ———————→ |                      |    or: nothing
//	|                     | — free load=5 —————→ |    new load information: 2 may ask again
//
// Who has granted is bound until the elements have come, or a message that there are none, so every
// action ends. The sender is free as soon as it has sent. A refused processor leaves the other alone
// until it hears that it is free.
//
// # Never too much
//
// What is sent is at most half of the difference, or what brings both sides to the average, so that
// the roles are never reversed; it is only begun if an element of mean load fits in, and so something
// is sent. There are two exceptions. Elements that are passed on (dnr) are half of the difference to the
// first that got them, and are not weighed against the load of the next, which is not asked. And a
// processor with nothing at all gets an element from one that keeps another, even if the estimates say
// that it would then have more than the sender. Estimates are rough, and being out of work is certain.
//
// Source: Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications,
// 1999, §2.2. Not from the paper: the messages, that a refused processor is told when the other is
// free, that the element in work counts, and the second exception.

const (
	engageLoad    uint8 = iota // A = own load, B = mean load of the own waiting elements
	engageFree                 // the same, to a processor that has been refused
	engageAsk                  // may I send you something (dn, dnr), do you take part (an)?
	engageGrant                // yes; A and B as in engageLoad
	engageRefuse               // no, I take part in another action
	engageNothing              // there are no elements for you after all
	engageOrder                // an: send load A to processor B
	engageRelease              // an: the orders are over; you get elements, or nothing, from A processors
	engageBring                // dnr: elements follow, as granted: load A; B = your load as the sender knows it
	engagePass                 // dnr: the same, but passed on, and not granted
)

// TotalLoad is the load of a processor, the element in work included.
func TotalLoad(p Proc) float64 { return p.Load() + p.Working() }

// elements is the number of elements on a processor, the one in work included: what a mark that counts tasks is compared with,
// whatever the load estimate.
func elements(p Proc) float64 {
	n := float64(p.Len())
	if p.Busy() {
		n++
	}
	return n
}

// MeanLoad is the mean load of the waiting elements of a processor, 0 if there are none.
func MeanLoad(p Proc) float64 {
	if p.Len() == 0 {
		return 0
	}
	return p.Load() / float64(p.Len())
}

func loadMessage(p Proc, kind uint8) Message {
	return Message{Kind: kind, A: TotalLoad(p), B: MeanLoad(p)}
}

// worth returns how much it is worth to move, and sure to move something, if the aim is the given amount:
// from a processor with the given load, whose waiting elements have the mean load grain, to one that
// has the load other.
func worth(amount, load, grain, other float64) float64 {
	switch {
	case grain > 0 && amount >= grain:
		return amount
	case grain > 0 && other == 0 && load > grain:
		return grain
	default:
		return 0
	}
}

// move sends at most that much load, and returns how much it sent. If that is nothing the receiver is told.
func move(p Proc, to int, amount float64) float64 {
	sent := p.TransferLoad(to, amount, amount)
	if sent == 0 {
		p.Send(to, Message{Kind: engageNothing})
	}
	return sent
}

// domain is what a processor knows of the others whose loads it looks at.
type domain struct {
	ranks  []int
	loads  []float64 // per member, its load as last told
	grains []float64 // per member, the mean load of its waiting elements
	away   []bool    // per member, it has refused, and is not asked before it says that it is free
	change float64   // relative change of the own load worth telling
	told   float64
	silent bool // the own load is told to nobody
}

func newDomain(ranks []int, change float64) domain {
	return domain{
		ranks: ranks, loads: make([]float64, len(ranks)), grains: make([]float64, len(ranks)),
		away: make([]bool, len(ranks)), change: change,
	}
}

// tell tells the own load, if it is worth it.
func (d *domain) tell(p Proc) {
	load := TotalLoad(p)
	change := math.Abs(load - d.told)
	if d.silent || change == 0 || load > 0 && (change <= d.change*d.told || change <= MeanLoad(p)) {
		return
	}
	d.told = load
	m := loadMessage(p, engageLoad)
	for _, to := range d.ranks {
		p.Send(to, m)
	}
}

// hear notes what a processor has told of its load.
func (d *domain) hear(from int, m Message) {
	if i := slices.Index(d.ranks, from); i >= 0 {
		d.loads[i], d.grains[i] = m.A, m.B
		d.away[i] = d.away[i] && m.Kind != engageFree
	}
}

// least returns the member with the least load that may be asked, other than except; -1 if there is
// none.
func (d *domain) least(except int) int {
	least := -1
	for i, load := range d.loads {
		if !d.away[i] && d.ranks[i] != except && (least < 0 || load < d.loads[least]) {
			least = i
		}
	}
	return least
}

// engaged is what the processors of these policies have in common: whatever changes the own load, a processor tells it,
// and decides if there is something to do.
type engaged struct {
	Base
	domain
	engagement
	threshold float64      // relative difference of loads worth an action
	decide    func(p Proc) // begins an action, unless it takes part in one or there is no need
}

func newEngaged(ranks []int, v Values) engaged {
	return engaged{domain: newDomain(ranks, v["change"]), threshold: v["threshold"]}
}

func (e *engaged) Start(p Proc) { e.LoadChanged(p) }

func (e *engaged) Idle(p Proc) { e.LoadChanged(p) }

// LoadChanged implements LoadWatcher.
func (e *engaged) LoadChanged(p Proc) {
	e.tell(p)
	e.decide(p)
}

// engagement keeps a processor from taking part in two actions at once.
type engagement struct {
	bound   bool  // the processor takes part in an action
	refused []int // those that it has refused meanwhile
}

// grant agrees to take part in an action of another.
func (e *engagement) grant(p Proc, to int) {
	e.bound = true
	p.Send(to, loadMessage(p, engageGrant))
}

func (e *engagement) refuse(p Proc, to int) {
	if !slices.Contains(e.refused, to) {
		e.refused = append(e.refused, to)
	}
	p.Send(to, Message{Kind: engageRefuse})
}

// release ends the part in an action.
func (e *engagement) release(p Proc) {
	e.bound = false
	m := loadMessage(p, engageFree)
	for _, to := range e.refused {
		p.Send(to, m)
	}
	e.refused = e.refused[:0]
}
