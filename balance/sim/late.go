package sim

import "transat/balance"

// What makes a worker lazy. Most messages do not care how far the worker of the receiver has come: they
// take some CPU time from it, and change a number in the policy. So the worker is advanced only when
// its policy asks for its load or its elements, or when it may have run out of them. Until then, the CPU time
// that it has lost is noted, with the time at which that was:
//
//	worker     ├──── x ────┤ y …       known up to workEnd, the end of x
//	balancer          ▒▒      ▒▒   ▒▒      the first message delays x, which is known at once;
//	                  now        now      who is delayed by the others will be seen
//
// A busy worker begins on the next element as soon as it is done with one, whatever the balancer has done,
// because all that has delayed it already. And elements that arrive at the bottom of the list are for the worker
// the last ones, whenever they come. So the order in which the two are simulated does not matter as long as
// the worker cannot have run out.

// late is CPU time that the worker has lost since it was last advanced, in the order of time. The times are those of its clock.
type late struct {
	at  [3]balance.Ticks
	cpu [3]int32
	n   int32
}

// meet prepares a processor for something that happens to it now: it is brought up to date, if that may
// matter to others.
func (p *proc[E]) meet() {
	if p.sim.perNode || p.busy && p.sim.now >= p.bound() {
		p.catchUp()
	}
}

// pass prepares a processor for a message that it passes on, of which its policy does not hear.
func (p *proc[E]) pass() {
	if p.sim.patient == nil || !p.busy || p.sim.now >= p.bound() {
		p.meet()
	}
}

// update brings the worker up to date before its state is looked at.
func (p *proc[E]) update() {
	if p.busy {
		if now := p.local(p.sim.now); p.workEnd <= now {
			p.advance(now)
		}
	}
}

// advance brings the worker up to date: all work that is done at time t of its clock.
func (p *proc[E]) advance(t balance.Ticks) {
	if !p.busy || p.workEnd > t {
		return
	}
	horizon := t
	for i := range p.late.n {
		horizon -= balance.Ticks(p.late.cpu[i])
	}
	s := p.sim
	tell := s.patient != nil && s.patient[p.rank].Patient()
	for i := int32(0); p.busy; {
		for ; i < p.late.n && p.late.at[i] < p.workEnd; i++ {
			p.workEnd += balance.Ticks(p.late.cpu[i])
			horizon += balance.Ticks(p.late.cpu[i])
		}
		if p.workEnd > t {
			break
		}
		if s.packed == nil || s.cfg.Budget > 0 {
			done := p.workEnd
			if p.complete(horizon); tell {
				p.tell(done)
			}
			continue
		}
		limit := t
		if i < p.late.n {
			limit = min(limit, p.late.at[i])
		}
		p.sweep(limit, horizon)
	}
	p.late.n = 0
	p.changed = !tell
}

// putOff notes that a busy worker, of whose present element nothing is known, loses CPU time from now on.
func (p *proc[E]) putOff(now, cpu balance.Ticks) {
	n := p.late.n
	if int(n) == len(p.late.at) || cpu > 1<<30 {
		p.advance(now)
		p.workEnd += cpu
		return
	}
	p.late.at[n], p.late.cpu[n] = now, int32(cpu)
	p.late.n++
}
