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
		p := interrupting{maker(rank), c}
		watcher, watches := p.Policy.(balance.LoadWatcher)
		rooted, special := p.Policy.(balance.Rooted)
		switch {
		case watches && special:
			return struct {
				interruptingWatcher
				balance.Rooted
			}{interruptingWatcher{p, watcher}, rooted}
		case watches:
			return interruptingWatcher{p, watcher}
		case special:
			return struct {
				interrupting
				balance.Rooted
			}{p, rooted}
		}
		return p
	}
}

type interrupting struct {
	balance.Policy
	tree *counting
}

type interruptingWatcher struct {
	interrupting
	watcher balance.LoadWatcher
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

func (i interrupting) wrapped(p balance.Proc) balance.Proc {
	if stops, ok := p.(balance.Interrupter); ok {
		return stoppable{p, stops, i.tree}
	}
	return p
}

// Start implements balance.Policy.
func (i interrupting) Start(p balance.Proc) { i.Policy.Start(i.wrapped(p)) }

// Idle implements balance.Policy.
func (i interrupting) Idle(p balance.Proc) { i.Policy.Idle(i.wrapped(p)) }

// Wake implements balance.Policy.
func (i interrupting) Wake(p balance.Proc) { i.Policy.Wake(i.wrapped(p)) }

// Receive implements balance.Policy.
func (i interrupting) Receive(p balance.Proc, from int, m balance.Message) {
	i.Policy.Receive(i.wrapped(p), from, m)
}

// Arrived implements balance.Policy.
func (i interrupting) Arrived(p balance.Proc, from int) { i.Policy.Arrived(i.wrapped(p), from) }

// LoadChanged implements balance.LoadWatcher.
func (i interruptingWatcher) LoadChanged(p balance.Proc) { i.watcher.LoadChanged(i.wrapped(p)) }
