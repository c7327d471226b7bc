package balance

import "slices"

// The master of a domain, see an.go: it asks those whose loads it wants to move, and orders the moves.

// ask asks all members that have load to send or to receive, if there are any of both.
func (a *an) ask(p Proc) {
	if a.bound || a.asking > 0 || a.pausing {
		return
	}
	a.began = p.Now()
	a.plan.begin(TotalLoad(p), MeanLoad(p), true)
	for i := range a.ranks {
		a.plan.add(i, a.loads[i], a.grains[i], !a.away[i])
	}
	a.plan.make(a.threshold)
	a.granted = a.granted[:0]
	for i, to := range a.ranks {
		if a.plan.concerns(i) {
			a.asking++
			p.Send(to, Message{Kind: engageAsk})
		}
	}
	if a.plan.concerns(self) {
		a.bound, a.own = true, true
	}
}

// answered notes an answer to the own question. The last one leads to the moves.
func (a *an) answered(p Proc, from int, m Message) {
	i := slices.Index(a.ranks, from)
	if m.Kind == engageGrant {
		a.hear(from, m)
		a.granted = append(a.granted, i)
	} else {
		a.away[i] = true
	}
	a.asking--
	if a.asking == 0 {
		a.command(p)
	}
}

// command orders the moves between the participants.
func (a *an) command(p Proc) {
	a.plan.begin(TotalLoad(p), MeanLoad(p), a.own)
	for i := range a.ranks {
		// The load that a silent processor told some other time is stale: only a grant has it.
		if granted := slices.Contains(a.granted, i); granted || !a.silent {
			a.plan.add(i, a.loads[i], a.grains[i], granted)
		}
	}
	a.plan.make(a.threshold)
	for _, m := range a.plan.moves {
		a.order(p, m)
	}
	for _, i := range a.granted {
		a.loads[i] = a.plan.loadAfter(i)
		p.Send(a.ranks[i], Message{Kind: engageRelease, A: float64(a.plan.arriving(i))})
	}
	if len(a.plan.moves) > 0 {
		p.CountPhase()
		a.vain = 0
	} else {
		a.pause(p)
	}
	if a.own {
		a.expect(p, a.plan.arriving(self))
	} else {
		a.decide(p) // there may have been news meanwhile
	}
}

// order has a move made.
func (a *an) order(p Proc, m averageMove) {
	to := p.Rank()
	if m.to != self {
		to = a.ranks[m.to]
	}
	if m.from == self {
		move(p, to, m.load)
		return
	}
	p.Send(a.ranks[m.from], Message{Kind: engageOrder, A: m.load, B: float64(to)})
}

// maxPause is the longest pause, in lengths of the action that has moved nothing, as a power of 2. It
// ends every race that was seen, with domains of up to 40 members.
const maxPause = 3

// pause keeps the master from its next action for a random time, after an action without a move.
func (a *an) pause(p Proc) {
	a.vain = min(a.vain+1, maxPause)
	a.pausing = true
	longest := int64(p.Now()-a.began) << a.vain
	p.WakeAfter(Ticks(p.Rand().Int64N(longest + 1)))
}

// Wake ends a pause.
func (a *an) Wake(p Proc) {
	a.pausing = false
	a.decide(p)
}
