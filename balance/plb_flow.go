package balance

import "math"

// The balancing phase of PLB: see plb.go, which comes first. This file has the flows along the trees, and how one dimension
// follows another.

// plbLinks is the number of links of a processor in a tree: to its parent, and to two children.
const plbLinks = 3

// link returns the processor at the other end of a link of the processor of that rank.
func (place *plbPlace) link(rank, i int) int {
	if i == 0 {
		return int(place.parent)
	}
	return place.child(rank, i-1)
}

// settle works out the flow δ of every link of the own tree, whose mean is given. Both ends of a link come
// to the same number, so each knows which of them sends, if any.
func (b *plb) settle(p Proc, mean float64) {
	own := b.own()
	place := &own.place
	b.slack, b.awaiting, b.owed = b.plan.gamma*mean, 0, [plbLinks]float64{}
	if place.parent >= 0 {
		b.settleLink(0, b.sum-float64(place.procs())*mean)
	}
	for i, procs := range place.below {
		if procs > 0 {
			b.settleLink(1+i, -(own.sums[i] - float64(procs)*mean))
		}
	}
	b.serve(p)
}

func (b *plb) settleLink(i int, flow float64) {
	switch {
	case flow > b.slack:
		b.owed[i] = flow
	case flow < -b.slack:
		b.awaiting++
	}
}

// serve sends what links owe as far as the list goes, ends links that have been served or never
// will be, and goes on to the next dimension, or ends the phase, when none is open.
func (b *plb) serve(p Proc) {
	if b.awaiting == plbRest {
		return
	}
	place := &b.own().place
	for i := range b.owed {
		if b.owed[i] == 0 {
			continue
		}
		b.pay(p, place.link(p.Rank(), i), &b.owed[i])
		if b.owed[i] > b.slack && b.awaiting > 0 {
			continue
		}
		b.owed[i] = 0
		p.Send(place.link(p.Rank(), i), Message{Kind: plbEnd})
	}
	if b.awaiting > 0 {
		return
	}
	b.awaiting = plbRest
	b.turn = uint8((int(b.turn) + 1) % len(b.trees))
	if b.turn > 0 {
		b.later.summing = true
		b.line(p)
		return
	}
	p.WakeAfter(b.plan.again)
}

// pay sends elements until a link owes no more than the slack, or none is left. Each goes in a message of
// its own, so that the next processor can pass it on while the others are still to come.
func (b *plb) pay(p Proc, to int, debt *float64) {
	for *debt > b.slack {
		sent := p.TransferLoad(to, math.SmallestNonzeroFloat64, math.Inf(1))
		if sent == 0 {
			return
		}
		*debt -= sent
	}
}

// plbLater is what a processor keeps of the dimensions after the first.
type plbLater struct {
	summing bool    // the tree of the dimension of the turn is being summed up, and the own sum has not been sent
	reports []uint8 // by dimension: children that have sent theirs; they may be ahead of this processor
}

// line sends the sum of the own subtree up the tree of the next dimension, or finds the mean at its root, once this
// processor has done with the dimension before and all children have reported.
func (b *plb) line(p Proc) {
	own := b.own()
	place := &own.place
	if !b.later.summing || int(b.later.reports[b.turn]) < place.count() {
		return
	}
	b.later.summing, b.later.reports[b.turn] = false, 0
	b.sum = p.Load() + own.sums[0] + own.sums[1]
	if place.parent >= 0 {
		p.Send(int(place.parent), Message{Kind: plbLineSum, A: b.sum})
		return
	}
	b.level(p, b.sum/float64(place.procs()))
}

// level tells the children the mean of the tree, and begins to balance it.
func (b *plb) level(p Proc, mean float64) {
	b.own().place.tell(p, Message{Kind: plbLineMean, A: mean})
	p.CountPhase()
	b.settle(p, mean)
}
