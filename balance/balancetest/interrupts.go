package balancetest

import "transat/balance"

// When a policy interrupts what a machine solves to its end, the machine may look again at the nodes that are done of it, to find
// out how far it has come. Who counts expansions takes back those below the element that is looked at first, and counts what is looked
// at: these nodes are done, and the others will be expanded later.

// lookAgain says where a machine is that looks again.
type lookAgain uint8

const (
	lookNot lookAgain = iota
	lookBegun
	lookBelow
)

// lookedAgain takes back what has been counted below an element, if it is the first that is looked at again.
func (c *counting) lookedAgain(e Element) {
	if c.again != lookBegun {
		return
	}
	c.again = lookBelow
	for i := range e.Nodes {
		if n := &c.times[e.First-1+i]; n.Load() > 0 {
			n.Add(-1)
		}
	}
}

// interruptible returns a maker of the same policies, whose interruptions are noted.
func (c *counting) interruptible(maker balance.Maker) balance.Maker {
	return func(rank int) balance.Policy {
		return balance.Around(maker(rank), func(p balance.Proc, _ balance.Callback, do func(balance.Proc)) {
			if stops, ok := p.(balance.Interrupter); ok {
				p = stoppable{p, stops, c}
			}
			do(p)
		})
	}
}

// stoppable is the Proc of a machine that can be interrupted.
type stoppable struct {
	balance.Proc
	balance.Interrupter
	tree *counting
}

// Interrupt implements balance.Interrupter.
func (p stoppable) Interrupt() bool {
	p.tree.again = lookBegun
	defer func() { p.tree.again = lookNot }()
	return p.Interrupter.Interrupt()
}
