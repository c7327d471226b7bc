package sim

import (
	"context"

	"transat/balance"
)

// The events of a run with dynamic load.

// run handles what happens until the run is over. At any one time, samples come first, then items come
// and go, by rank, then parcels arrive and timers go off in the order in which they were sent and set,
// then those that have run out are told, by rank, and last a request is made.
func (d *dynamic) run(ctx context.Context) error {
	const every = 1 << 12
	for i := range d.hosts {
		if err := interrupted(ctx, i); err != nil {
			return err
		}
		if h := &d.hosts[i]; !h.isAbsent() {
			h.start()
		}
	}
	for ; ; d.events++ {
		if d.events%every == 0 {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err := d.timers.check(d.now, len(d.hosts), &d.cfg.Cost); err != nil {
				return err
			}
		}
		sample, load, idle := d.sampler.next, d.generator.peek(), d.checks.peek()
		message := d.queue.next(min(sample, load, idle, d.requests.next))
		d.now = min(sample, load, message, idle, d.requests.next)
		switch d.now {
		case sample:
			if d.sample() {
				return nil
			}
		case load:
			if c, ok := d.generator.pop(); ok {
				d.hosts[c.rank].change(c.by)
			}
		case message:
			d.handle(d.queue.pop())
		case idle:
			d.check(&d.hosts[d.checks.first()])
		default:
			d.request()
		}
	}
}

// sample looks at all processors, and reports whether the run is over.
func (d *dynamic) sample() bool {
	for i := range d.hosts {
		d.hosts[i].advance(d.now)
	}
	return d.sampler.sample(d)
}

// check tells a policy that its processor has run out of items, if it has.
func (d *dynamic) check(h *host) {
	if h.items.n == 0 && !h.told {
		h.told = true
		d.trace(h, EventIdle, 0, balance.Message{}, 0)
		h.policy.Idle(h)
	}
	d.checks.putOff(h.rank, never)
}

// handle handles an event of the queue.
func (d *dynamic) handle(e event) {
	i, timer := e.what()
	if !timer {
		d.reach(i)
		return
	}
	d.timers.count++
	h := &d.hosts[i]
	if h.isAbsent() {
		h.joins()
		return
	}
	h.advance(d.now)
	d.trace(h, EventWake, 0, balance.Message{}, 0)
	h.policy.Wake(h)
}

// reach is the event of a parcel having come over a link: it is passed on, or delivered.
func (d *dynamic) reach(i int32) {
	m := &d.cfg.Cost
	x := &d.net.parcels[i]
	if x.at != x.goal {
		t := d.now
		if h := &d.hosts[d.net.rank(x.at)]; m.RouteCPU > 0 && !h.isAbsent() {
			t = h.charge(m.RouteCPU)
		}
		d.net.forward(i, x, t)
		return
	}
	if _, absent := d.absent[x.to]; absent {
		d.absent[x.to] = append(d.absent[x.to], i)
		return
	}
	h, from, message, batch := &d.hosts[x.to], int(x.from), x.message, &d.net.batches[x.batch]
	h.charge(m.MessageCPU + balance.Ticks(len(batch.elements))*m.ElementCPU)
	isMessage := x.batch == 0
	for _, item := range batch.elements {
		h.arrive(item)
		d.settled = d.now
	}
	d.net.release(i)
	switch {
	case isMessage:
		d.trace(h, EventReceive, from, message, 0)
		h.policy.Receive(h, from, message)
	case batch.whole > 0:
		n := batch.whole
		d.trace(h, EventArrived, from, balance.Message{Kind: message.Kind}, int(n))
		h.passing, d.tag = int64(n), message.Kind
		h.policy.Arrived(h, from)
		h.passing, d.tag = 0, 0
	}
}

// trace reports a callback of h's policy that is about to be made.
func (d *dynamic) trace(h *host, kind EventKind, from int, m balance.Message, elements int) {
	if d.cfg.Trace != nil {
		d.cfg.Trace(Event{
			Time: d.now, Kind: kind, Rank: int(h.rank), From: from,
			Message: m, Elements: elements, Load: h.Load(),
		})
	}
}
