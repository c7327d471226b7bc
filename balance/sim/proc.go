package sim

import (
	"math/rand/v2"

	"transat/balance"
)

// proc is one processor. Here is its worker; lent.go has what it lends to its policy.
type proc[E any] struct {
	sim     *sim[E]
	policy  balance.Policy
	watcher balance.LoadWatcher // the policy, if it is one
	rank    int32

	list      list[E]
	load      int64         // of the visible elements
	remaining balance.Ticks // to expand all elements of the list, hidden ones included, if the tree knows their work
	grain     int64

	busy    bool // an element is being worked on
	told    bool // the policy knows that the processor is idle
	changed bool // the worker has changed the load since a watcher was told
	taken   int64
	workEnd balance.Ticks // when that work is done, if nothing delays it

	cpuFree  balance.Ticks // the balancer needs the CPU until then
	idleFrom balance.Ticks // since when there has been no element, if not busy
	idleCPU  balance.Ticks // of that, spent by the balancer

	random *rand.Rand
	solved bool // the element being worked on is a solution
}

// advance brings the worker up to date: all work that is done at time t.
func (p *proc[E]) advance(t balance.Ticks) {
	for p.busy && p.workEnd <= t {
		p.complete(t)
		p.changed = true
	}
}

// catchUp advances to the present, and tells a policy that watches its load of what has changed.
func (p *proc[E]) catchUp() {
	p.advance(p.sim.now)
	p.notify()
}

func (p *proc[E]) notify() {
	if p.changed && p.watcher != nil && !p.sim.finished {
		p.watcher.LoadChanged(p)
	}
	p.changed = false
}

// complete ends the work on an element and begins that on the next, if there is one. Until the time
// horizon nobody will look.
func (p *proc[E]) complete(horizon balance.Ticks) {
	s := p.sim
	p.busy = false
	s.alive += int64(p.list.hidden) - 1
	for ; p.list.hidden > 0; p.list.hidden-- {
		p.load += s.weight(p.list.at(p.list.visible()).level)
	}
	p.idleFrom, p.idleCPU = p.workEnd, 0
	switch {
	case p.solved:
		s.finish(p.workEnd, true)
	case p.list.n > 0:
		p.take(p.workEnd, horizon)
	case s.alive == 0:
		s.finish(p.workEnd, false)
	}
}

// take begins work on the newest element at time t, or as soon as the balancer frees the CPU. If its
// whole subtree is done at the time horizon, all of it is taken at once.
func (p *proc[E]) take(t, horizon balance.Ticks) {
	s, m := p.sim, &p.sim.cfg.Machine
	x := p.list.popTop()
	p.taken = s.weight(x.level)
	p.load -= p.taken

	t = max(t, p.cpuFree)
	s.total.idle += t - p.idleFrom - p.idleCPU
	s.total.take += m.TakeTime
	p.workEnd = t + m.TakeTime
	if x.received {
		s.total.install += m.InstallTime
		p.workEnd += m.InstallTime
	}
	work, nodes := int64(0), int64(1)
	switch {
	case p.taken < p.grain:
		work, nodes, p.solved = s.cfg.Tree.Finish(x.e)
	case p.doneBy(horizon, x.e):
		work, nodes, _ = s.cfg.Tree.Finish(x.e)
		inner := balance.Ticks(nodes-1) * m.TakeTime
		s.total.take += inner
		p.workEnd += inner
	default:
		s.children, work, p.solved = s.cfg.Tree.Expand(x.e, s.children[:0])
		for i := len(s.children) - 1; i >= 0; i-- { // the first child comes to lie on top
			p.list.pushHidden(entry[E]{e: s.children[i], level: int32(s.cfg.Tree.Level(s.children[i]))})
		}
	}
	p.remaining -= m.Expand(work, nodes)
	s.total.work += work
	s.total.nodes += nodes
	p.workEnd += m.Expand(work, nodes)
	p.busy, p.told = true, false
}

// doneBy reports whether an element, if work on it begins at p.workEnd, is split to its last node by
// the time horizon.
func (p *proc[E]) doneBy(horizon balance.Ticks, e E) bool {
	if p.sim.perNode || p.workEnd >= horizon || p.grain > p.sim.least {
		return false
	}
	m := &p.sim.cfg.Machine
	work, nodes := p.sim.cfg.Tree.Subtree(e)
	return p.workEnd+m.Expand(work, nodes)+balance.Ticks(nodes-1)*m.TakeTime <= horizon
}

// bound is the earliest time at which the processor may run out of elements, if nothing happens to
// it before; never, if it has and the policy knows.
func (p *proc[E]) bound() balance.Ticks {
	switch {
	case p.busy && p.sim.perNode:
		return p.workEnd
	case p.busy:
		m := &p.sim.cfg.Machine
		return p.workEnd + p.remaining + balance.Ticks(p.list.n)*m.TakeTime
	case p.told:
		return never
	default:
		return max(p.idleFrom, p.sim.now)
	}
}

// insert adds elements that have arrived, the oldest first, with subtrees that take so long.
func (p *proc[E]) insert(batch []entry[E], work balance.Ticks) {
	p.told = false
	p.remaining += work
	for i := range batch {
		x := batch[i]
		if p.sim.cfg.Received == balance.Bottom {
			x = batch[len(batch)-1-i]
			p.list.pushBottom(x)
		} else {
			p.list.pushTop(x)
		}
		p.load += p.sim.weight(x.level)
	}
}

// resume lets an idle worker begin on what has arrived, and sees to it that the processor is looked
// at in time.
func (p *proc[E]) resume(t balance.Ticks) {
	if !p.busy && p.list.n > 0 {
		p.sim.moment(MomentBegan, int(p.rank), int(p.rank), 0)
		p.take(t, t)
		p.changed = true
		p.notify()
	}
	if bound := p.bound(); bound != never {
		p.sim.checks.notAfter(p.rank, bound)
	}
}

// charge takes CPU time from the worker, beginning at time t or when the balancer is free. It
// returns when that is over.
func (p *proc[E]) charge(t, cpu balance.Ticks) balance.Ticks {
	p.cpuFree = max(p.cpuFree, t) + cpu
	if p.busy {
		p.workEnd += cpu
	} else {
		p.idleCPU += cpu
	}
	return p.cpuFree
}
