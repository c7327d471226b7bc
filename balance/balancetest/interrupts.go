package balancetest

import (
	"sync/atomic"

	"transat/balance"
)

// interruptions counts the calls of Interrupt by the policies of a run. A machine may look again at the nodes of an element that
// it solves to its end, to find out how far it has come: then a tree is asked twice for nodes that are expanded once.
type interruptions struct{ calls atomic.Int64 }

// by returns a maker of the same policies, whose calls are counted.
func (n *interruptions) by(maker balance.Maker) balance.Maker {
	if maker == nil {
		return nil
	}
	return func(rank int) balance.Policy {
		p := interrupting{maker(rank), n}
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
	counts *interruptions
}

type interruptingWatcher struct {
	interrupting
	watcher balance.LoadWatcher
}

// interruptible is a Proc that counts.
type interruptible struct {
	balance.Proc
	balance.Interrupter
	counts *interruptions
}

// Interrupt implements balance.Interrupter.
func (p interruptible) Interrupt() bool {
	p.counts.calls.Add(1)
	return p.Interrupter.Interrupt()
}

func (i interrupting) lent(p balance.Proc) balance.Proc {
	if stops, ok := p.(balance.Interrupter); ok {
		return interruptible{p, stops, i.counts}
	}
	return p
}

// Start implements balance.Policy.
func (i interrupting) Start(p balance.Proc) { i.Policy.Start(i.lent(p)) }

// Idle implements balance.Policy.
func (i interrupting) Idle(p balance.Proc) { i.Policy.Idle(i.lent(p)) }

// Wake implements balance.Policy.
func (i interrupting) Wake(p balance.Proc) { i.Policy.Wake(i.lent(p)) }

// Receive implements balance.Policy.
func (i interrupting) Receive(p balance.Proc, from int, m balance.Message) {
	i.Policy.Receive(i.lent(p), from, m)
}

// Arrived implements balance.Policy.
func (i interrupting) Arrived(p balance.Proc, from int) { i.Policy.Arrived(i.lent(p), from) }

// LoadChanged implements balance.LoadWatcher.
func (i interruptingWatcher) LoadChanged(p balance.Proc) { i.watcher.LoadChanged(i.lent(p)) }
