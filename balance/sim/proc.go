package sim

import (
	"fmt"
	"math/rand/v2"

	"transat/balance"
)

// proc is one processor. It implements balance.Proc.
type proc[E any] struct {
	sim     *sim[E]
	policy  balance.Policy
	watcher balance.LoadWatcher // the policy, if it is one
	rank    int32

	list      list[E]
	load      int64 // of the visible elements
	remaining int64 // work in all elements of the list, hidden ones included, if the tree knows it
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
	p.remaining -= work
	s.total.work += work
	s.total.nodes += nodes
	p.workEnd += balance.Ticks(work) * m.WorkTime
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
	return p.workEnd+balance.Ticks(work)*m.WorkTime+balance.Ticks(nodes-1)*m.TakeTime <= horizon
}

// bound is the earliest time at which the processor may run out of elements, if nothing happens to
// it before; never, if it has and the policy knows.
func (p *proc[E]) bound() balance.Ticks {
	switch {
	case p.busy && p.sim.perNode:
		return p.workEnd
	case p.busy:
		m := &p.sim.cfg.Machine
		return p.workEnd + balance.Ticks(p.remaining)*m.WorkTime + balance.Ticks(p.list.n)*m.TakeTime
	case p.told:
		return never
	default:
		return max(p.idleFrom, p.sim.now)
	}
}

// insert adds elements that have arrived, the oldest first, with so much work in their subtrees.
func (p *proc[E]) insert(batch []entry[E], work int64) {
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

// Rank implements balance.Proc.
func (p *proc[E]) Rank() int { return int(p.rank) }

// Procs implements balance.Proc.
func (p *proc[E]) Procs() int { return len(p.sim.procs) }

// Neighbours implements balance.Proc.
func (p *proc[E]) Neighbours() []int { return p.sim.ends[p.rank] }

// Load implements balance.Proc.
func (p *proc[E]) Load() float64 { return float64(p.load) / unit }

// Len implements balance.Proc.
func (p *proc[E]) Len() int { return p.list.visible() }

// Busy implements balance.Proc.
func (p *proc[E]) Busy() bool { return p.busy }

// Working implements balance.Proc.
func (p *proc[E]) Working() float64 {
	if !p.busy {
		return 0
	}
	return float64(p.taken) / unit
}

// Now implements balance.Proc.
func (p *proc[E]) Now() balance.Ticks { return p.sim.now }

// Rand implements balance.Proc.
func (p *proc[E]) Rand() *rand.Rand {
	if p.random == nil {
		p.random = rand.New(rand.NewPCG(mix(p.sim.cfg.Seed), mix(uint64(p.rank)+1)))
	}
	return p.random
}

// mix spreads a number over all bits (the finaliser of SplitMix64), so that neighbouring seeds and
// ranks give unrelated streams.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// WakeAfter implements balance.Proc.
func (p *proc[E]) WakeAfter(d balance.Ticks) {
	if d < 0 {
		panic(fmt.Sprintf("sim: processor %d asks to be woken %d ns ago", p.rank, -d))
	}
	p.sim.setTimer(p.sim.now+d, p.rank)
}

// SetGrain implements balance.Proc.
func (p *proc[E]) SetGrain(load float64) { p.grain = p.sim.fixed(load) }

// CountPhase implements balance.Proc.
func (p *proc[E]) CountPhase() { p.sim.total.phases++ }

// Send implements balance.Proc.
func (p *proc[E]) Send(to int, m balance.Message) {
	s := p.sim
	s.total.messages++
	s.total.message += s.cfg.Machine.MessageCPU
	i, parcel := s.net.parcel(int(p.rank), to)
	parcel.message = m
	parcel.bytes = balance.MessageBytes
	s.forward(i, p.charge(s.now, s.cfg.Machine.MessageCPU))
}

// Transfer implements balance.Proc.
func (p *proc[E]) Transfer(to, n int) int {
	n = min(n, p.Len())
	if n <= 0 {
		return 0
	}
	i, parcel := p.sim.net.parcel(int(p.rank), to)
	for range n {
		p.pack(parcel, 0)
	}
	p.ship(i, parcel)
	return n
}

// TransferLoad implements balance.Proc.
func (p *proc[E]) TransferLoad(to int, atLeast, atMost float64) float64 {
	if atLeast <= 0 || p.Len() == 0 {
		return 0
	}
	i, parcel := p.sim.net.parcel(int(p.rank), to)
	sent := int64(0)
	for at := 0; at < p.Len() && float64(sent)/unit < atLeast; {
		w := p.sim.weight(p.list.at(at).level)
		if float64(sent+w)/unit > atMost {
			at++
			continue
		}
		p.pack(parcel, at)
		sent += w
	}
	if len(parcel.elements) == 0 {
		p.sim.net.release(i)
		return 0
	}
	p.ship(i, parcel)
	return float64(sent) / unit
}

// pack moves a waiting element into a parcel.
func (p *proc[E]) pack(parcel *parcel[E], at int) {
	x := p.list.remove(at)
	p.load -= p.sim.weight(x.level)
	work, _ := p.sim.cfg.Tree.Subtree(x.e)
	p.remaining -= work
	parcel.work += work
	x.received = true
	parcel.elements = append(parcel.elements, x)
	parcel.bytes += p.sim.cfg.Machine.ElementBytes + int(x.level)*p.sim.cfg.Machine.LevelBytes
}

// ship sends a parcel of elements off.
func (p *proc[E]) ship(i int32, parcel *parcel[E]) {
	s, m := p.sim, &p.sim.cfg.Machine
	cpu := m.MessageCPU + balance.Ticks(len(parcel.elements))*m.ElementCPU
	s.total.sent += int64(len(parcel.elements))
	s.total.message += cpu
	s.forward(i, p.charge(s.now, cpu))
	if bound := p.bound(); bound != never { // with fewer elements, it may run out earlier
		s.checks.notAfter(p.rank, bound)
	}
}
