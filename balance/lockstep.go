package balance

import "math"

// Lockstep makes a policy of a Rule, on machines without a common clock. Each message carries the
// number of its step:
//
//	in each substep, a processor
//	  1. tells its load to the neighbours that need it,
//	  2. waits until it knows the loads it needs, told in the same substep,
//	  3. works out what it sends, sends it, and begins the next substep.
//
//	0 ├─tell─┬──wait──┬─send─┤          neighbours who hear of each other stay within a step of
//	         ↓        ↑                 each other; one that hears from none goes by its clock
//	1   ├─tell─┴─wait─┬─send─┤
//
// A step begins a period after the one before began, or when that is over. Both ends of a link work
// with the same two numbers, those told: what a rule says at one end agrees with what it says at the
// other. Elements that the worker has taken in the meantime cannot be sent any more; what is still on
// its way is in no load.
//
// Loads count as whole if no element of the own list has another load than 1, and all loads told are
// whole. Load estimates give an element at most 1, so the list is such if it has as many elements as
// load. Real amounts are rounded to the nearest multiple of the list's mean element, and sent as the
// oldest elements that add up to them; a neighbour that is known to have no load gets one at least, as
// long as another one stays. To a neighbour of whose load nothing is known, what rounding has kept back is
// owed, up to an element: a portion that is always less than half an element would never be sent.

// StepOptions say how a policy follows its rule.
type StepOptions struct {
	Elements bool // the load is the number of elements, whatever their estimates
	Apart    bool // substeps are spread evenly over the period, so that elements sent in one arrive before the next
}

// InSteps completes the entry of a policy whose Rule is given, as those of this package that work in steps are: on
// machines without a common clock it follows its rule by messages, and it gets a parameter "period", the time from one
// step to the next.
func InSteps(s Spec, o StepOptions) Spec {
	s.Params = append(s.Params, Param{
		Name: "period", Title: "time from one step to the next", Default: 0.1, Min: 1e-6, Max: 3600, Unit: "s",
	})
	rules := s.Rule
	s.New = func(t Topology, v Values) Maker {
		rule, pace := rules(t, v), &pace{o, v.Seconds("period")}
		return func(rank int) Policy { return newLockstep(rule(rank), pace) }
	}
	return s
}

// pace has the times that all processors keep.
type pace struct {
	StepOptions
	period Ticks
}

// lockstep is a processor that follows a rule. There may be a million of them: hence the small fields.
type lockstep struct {
	Base
	rule  Rule
	pace  *pace
	heard []hearing // by substep and link

	step    uint32 // number of the step under way, from 0
	substep uint16
	twice   bool    // a neighbour occurs twice among those to be told in a substep
	waiting bool    // for loads, not for the next step
	own     float64 // what was told in this substep
	began   Ticks   // when the step began

	scratch []float64 // of the substep under way: the loads at the links, and the amounts sent over them
	owed    []float64 // by substep and link: real load that rounding has kept back; nil before there is any
}

// hearing is what a neighbour told of its load in the latest even and odd step. A neighbour that
// waits for this processor is at most one step ahead; of one that is not, the later load counts.
type hearing struct {
	steps [2]uint32 // how many steps had begun, counting that one; 0: it has told nothing
	load  [2]float64
}

func newLockstep(r Rule, p *pace) *lockstep {
	l := &lockstep{rule: r, pace: p}
	most, all := 0, 0
	for s := range r.Substeps() {
		links := r.Links(s)
		most, all = max(most, len(links)), all+len(links)
		for i, link := range links {
			l.twice = l.twice || link.Tells && tellsBefore(links[:i], link.To)
		}
	}
	l.scratch = make([]float64, 2*most)
	l.heard = make([]hearing, all)
	return l
}

// loads returns the neighbours' loads in the substep under way, one per link.
func (l *lockstep) loads() []float64 { return l.scratch[:len(l.scratch)/2] }

// send is what goes over the links in the substep under way.
func (l *lockstep) send() []float64 { return l.scratch[len(l.scratch)/2:] }

// first is the index, in heard and owed, of the first link of a substep.
func (l *lockstep) first(substep int) int {
	first := 0
	for s := range substep {
		first += len(l.rule.Links(s))
	}
	return first
}

func tellsBefore(links []Link, to int) bool {
	for _, link := range links {
		if link.Tells && link.To == to {
			return true
		}
	}
	return false
}

// Start implements Policy. A processor without links has nothing to do.
func (l *lockstep) Start(p Proc) {
	if len(l.scratch) > 0 {
		l.Wake(p)
	}
}

// Wake begins a step, or a substep if they are apart.
func (l *lockstep) Wake(p Proc) {
	if l.substep == 0 {
		l.began = p.Now()
	}
	l.begin(p)
	l.advance(p)
}

// begin begins a substep: the neighbours who need it hear the load.
func (l *lockstep) begin(p Proc) {
	l.waiting = true
	l.own = p.Load()
	if l.pace.Elements {
		l.own = float64(p.Len())
	}
	round := l.step*uint32(l.rule.Substeps()) + uint32(l.substep) + 1
	links := l.rule.Links(int(l.substep))
	for i, link := range links {
		if link.Tells && !(l.twice && tellsBefore(links[:i], link.To)) {
			p.Send(link.To, Message{Kind: uint8(l.substep), Round: round, A: l.own})
		}
	}
}

// Receive implements Policy.
func (l *lockstep) Receive(p Proc, from int, m Message) {
	step := (m.Round - 1) / uint32(l.rule.Substeps())
	heard := l.heard[l.first(int(m.Kind)):]
	for i, link := range l.rule.Links(int(m.Kind)) {
		if link.Hears && link.To == from {
			heard[i].steps[step&1], heard[i].load[step&1] = step+1, m.A
		}
	}
	l.advance(p)
}

// advance sends and goes on to the next substep while the loads for it are known.
func (l *lockstep) advance(p Proc) {
	for l.waiting && l.listen() {
		l.act(p)
		l.substep++
		done := int(l.substep) == l.rule.Substeps()
		if done {
			l.substep = 0
			l.step++
		}
		switch {
		case done:
			l.pause(p, l.pace.period)
		case l.pace.Apart:
			l.pause(p, l.pace.period*Ticks(l.substep)/Ticks(l.rule.Substeps()))
		default:
			l.begin(p)
		}
	}
}

// pause ends a substep; the next one begins so long after the step began.
func (l *lockstep) pause(p Proc, after Ticks) {
	l.waiting = false
	p.WakeAfter(max(0, l.began+after-p.Now()))
}

// listen collects the loads of the neighbours, and reports whether all that are needed are known.
func (l *lockstep) listen() bool {
	all, loads := l.heard[l.first(int(l.substep)):], l.loads()
	for i, link := range l.rule.Links(int(l.substep)) {
		if link.Hears && all[i].steps[l.step&1] <= l.step {
			return false
		}
		loads[i] = all[i].load[l.step&1]
	}
	return true
}

// act sends what the rule says.
func (l *lockstep) act(p Proc) {
	links := l.rule.Links(int(l.substep))
	loads, send := l.loads()[:len(links)], l.send()[:len(links)]
	whole := l.whole(p, links, loads)
	l.rule.Flow(int(l.step), int(l.substep), l.own, loads, whole, send)
	moved := false
	for i, link := range links {
		switch {
		case send[i] <= 0 || p.Len() == 0:
		case whole:
			moved = p.Transfer(link.To, int(send[i])) > 0 || moved
		default:
			moved = l.actReal(p, i) || moved
		}
	}
	if moved {
		p.CountPhase()
	}
}

// actReal sends a real amount over a link of the substep, as elements, and reports whether any were.
func (l *lockstep) actReal(p Proc, i int) bool {
	link, amount := l.rule.Links(int(l.substep))[i], l.send()[i]
	half := p.Load() / float64(p.Len()) / 2
	if !link.Hears {
		if l.owed == nil {
			l.owed = make([]float64, len(l.heard))
		}
		owed := &l.owed[l.first(int(l.substep))+i]
		amount += *owed
		sent := p.TransferLoad(link.To, amount-half, amount+half)
		*owed = min(amount-sent, 2*half)
		return sent > 0
	}
	least, most := amount-half, amount+half
	if l.loads()[i] == 0 && p.Len() > 1 {
		least, most = max(least, half), max(most, p.Load())
	}
	return p.TransferLoad(link.To, least, most) > 0
}

// whole reports whether the loads of the substep are whole numbers of equal elements.
func (l *lockstep) whole(p Proc, links []Link, loads []float64) bool {
	if l.pace.Elements {
		return true
	}
	if p.Load() != float64(p.Len()) || l.own != math.Trunc(l.own) {
		return false
	}
	for i, link := range links {
		if link.Hears && loads[i] != math.Trunc(loads[i]) {
			return false
		}
	}
	return true
}
