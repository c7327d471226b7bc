package sim

import (
	"math"
	"math/rand/v2"

	"transat/balance"
)

// proc is one processor. Here is its worker; late.go makes it lazy, and policy_proc.go has the Proc that it lends to
// its policy.
//
// There may be a million of them, most of which have nothing to do: hence the small fields, in three cache
// lines. The first has what every event needs, the second what a message needs, and the third the rest.
type proc[E any] struct {
	sim     *sim[E]
	policy  balance.Policy
	workEnd balance.Ticks // when the work on an element is done, if nothing delays it
	split   balance.Ticks // to split all elements of the list, hidden ones included, to their last, if the tree knows their work
	cpuFree balance.Ticks // the balancer needs the CPU until then
	rank    int32
	ends    ends
	busy    bool // an element is being worked on
	told    bool // the policy knows that the processor is idle
	changed bool // the worker has changed the load since a watcher was told
	solved  bool // the element being worked on is a solution

	load int64 // of the visible elements
	late late

	list      list[entry[E]]
	level     int32 // of the element being worked on, or the code of its load, or unbegun
	grain     int64
	solve     balance.Ticks // as split, but without the time for taking nodes from the list
	random    *rand.Rand    // nil until asked for
	idleSince balance.Ticks // if not busy: when that began, and the CPU time that the balancer has had since
}

// entry is an element with what the machine wants to know of it again and again.
type entry[E any] struct {
	e     E
	tag   int32  // level, or code of the load (see loads), and whether it came from another processor and has to be installed
	nodes uint32 // of its subtree, if the tree knows it
	work  int64
}

const received = 1 // bit of the tag

// unbegun is the level of a processor that has not had an element yet.
const unbegun = -1

// level is that of the element, or the code of its load.
func (x *entry[E]) level() int32 { return x.tag >> 1 }

// entry asks the tree about an element.
func (s *sim[E]) entry(e E) entry[E] {
	x := entry[E]{e: e}
	if s.loads.of != nil {
		x.tag = s.loads.code(e) << 1
	} else {
		x.tag = int32(s.cfg.Tree.Level(e)) << 1
	}
	if !s.blind {
		work, nodes, _ := s.cfg.Tree.Subtree(e)
		if work < 0 || uint64(nodes) > math.MaxUint32 {
			s.refuse("Subtree", "it says work %d in %d nodes: want at least 0, and no more than it says of the root", work, nodes)
		}
		x.work, x.nodes = work, uint32(nodes)
	}
	return x
}

// elements is the number of elements in the subtree of an element, or 0 if the tree does not know. Few trees have
// units, and an entry has no room for what they alone need.
func (s *sim[E]) elements(x *entry[E]) balance.Ticks {
	if !s.units {
		return balance.Ticks(x.nodes)
	}
	_, _, elements := s.cfg.Tree.Subtree(x.e)
	return balance.Ticks(elements)
}

// below is the time in which the subtree of an element can be solved without a list, and that in which it
// can be split to its last element; both are 0 if the tree does not know.
func (s *sim[E]) below(x *entry[E]) (solve, split balance.Ticks) {
	m := &s.cfg.Cost
	solve = m.Expand(x.work, int64(x.nodes))
	return solve, solve + s.elements(x)*m.TakeTime
}

// catchUp advances to the present, and tells a policy that watches its load of what has changed.
func (p *proc[E]) catchUp() {
	p.advance(p.local(p.sim.now))
	p.notify()
}

func (p *proc[E]) notify() {
	s := p.sim
	if p.changed && s.watchers != nil && !s.finished && s.putsOff(p, aChange) {
		return
	}
	if p.changed && s.watchers != nil && !s.finished {
		s.watchers[p.rank].LoadChanged(p)
	}
	p.changed = false
}

// complete ends the work on an element and begins that on the next, if there is one. Until the time
// horizon it is not looked at.
func (p *proc[E]) complete(horizon balance.Ticks) {
	s := p.sim
	if s.begun != nil {
		s.expanded(p)
	}
	if s.bounded != nil && p.completeNode() {
		return
	}
	s.alive += int64(p.list.hidden) - 1
	for ; p.list.hidden > 0; p.list.hidden-- {
		p.load += s.weight(p.list.at(p.list.n - p.list.hidden).level())
	}
	switch {
	case p.solved:
		p.stop()
		s.finish(p.global(p.workEnd), true)
	case p.list.n > 0:
		p.take(p.workEnd, horizon)
	default:
		p.stop()
		if p.split != 0 && !s.perNode {
			s.misjudged()
		}
		if s.alive == 0 {
			s.finish(p.global(p.workEnd), false)
		}
	}
	if s.bounded != nil {
		p.tellFound()
	}
}

// stop ends the work.
func (p *proc[E]) stop() {
	p.busy = false
	p.idleSince = p.workEnd
}

// begin begins work, after there was none, at a time or as soon as the balancer frees the CPU.
func (p *proc[E]) begin(at balance.Ticks) {
	t := max(p.local(at), p.cpuFree)
	p.sim.total.waited(t-p.idleSince, p.global(t), p.level == unbegun)
	p.busy, p.told = true, false
	if p.sim.pauses != nil {
		p.sim.beginsPauses(p.rank, p.global(t))
	}
	p.take(t, t)
}

// take begins work on the newest element at time t. If its whole subtree is done at the time horizon,
// all of it is taken at once.
func (p *proc[E]) take(t, horizon balance.Ticks) {
	s, m := p.sim, &p.sim.cfg.Cost
	x := p.list.popTop()
	if s.pauses != nil {
		s.took(p, p.global(t))
	}
	s.loads.changed(p.rank, p.list.n)
	p.level = x.level()
	taken := s.weight(p.level)
	p.load -= taken

	s.total.take += m.TakeTime
	s.total.taken++
	p.workEnd = t + m.TakeTime
	if s.bounded != nil && s.bounded.drops(p, x.e) {
		p.dropTaken(t, &x)
		return
	}
	if x.tag&received != 0 {
		s.total.installed++
		s.total.install += m.InstallTime
		p.workEnd += m.InstallTime
	}
	work, nodes, elements := x.work, int64(x.nodes), s.elements(&x)
	whole := taken < p.grain
	switch {
	case s.bounded != nil:
		work, nodes = p.openSearch(t, &x, whole)
		whole = false // nodes are looked at one by one
	case s.cfg.Budget > 0:
		work, nodes, elements = p.search(t, x)
	case whole:
		if nodes == 0 {
			work, nodes, p.solved = s.cfg.Tree.Finish(x.e)
		}
	case p.doneBy(horizon, &x):
		inner := (elements - 1) * m.TakeTime
		s.total.taken += int64(elements) - 1
		s.total.take += inner
		p.workEnd += inner
	default:
		elements = 1
		work, nodes, p.solved = p.expand(x.e)
	}
	time := m.Expand(work, nodes)
	p.solve -= time
	p.split -= time + elements*m.TakeTime
	p.workEnd += time
	if uint64(work) > s.most.work || uint64(nodes) > s.most.nodes || p.workEnd > latest {
		s.tooMuch(work, nodes)
	}
	s.total.work += work
	s.total.nodes += nodes
	if s.moves != nil {
		s.moves.begin(p.rank, x.e)
	}
	s.blocks.note(p, &x, work, nodes, whole)
	if s.begun != nil {
		s.begun.note(p, t, &x, work, nodes, whole)
		s.begun[p.rank].Interrupted = s.bounded == nil && s.cfg.Budget > 0 && p.list.hidden > 0 && !p.solved
	}
}

// expand expands an element, and puts its children on top of the list, the first one uppermost.
func (p *proc[E]) expand(e E) (work, nodes int64, solved bool) {
	s := p.sim
	if s.surveyor == nil {
		s.children, work, nodes, solved = s.cfg.Tree.Expand(e, s.children[:0])
		for i := len(s.children) - 1; i >= 0; i-- {
			p.list.pushHidden(s.entry(s.children[i]))
		}
		return work, nodes, solved
	}
	s.children, s.about, work, nodes, solved = s.surveyor.Survey(e, s.children[:0], s.about[:0])
	for i := len(s.children) - 1; i >= 0; i-- {
		x := &s.about[i]
		p.list.pushHidden(entry[E]{e: s.children[i], tag: int32(x[0]) << 1, work: x[1], nodes: uint32(x[2])})
	}
	return work, nodes, solved
}

// doneBy reports whether an element, if work on it begins at p.workEnd, is split to its last one by
// the time horizon.
func (p *proc[E]) doneBy(horizon balance.Ticks, x *entry[E]) bool {
	if p.sim.single || p.workEnd >= horizon || p.grain > p.sim.least {
		return false
	}
	_, split := p.sim.below(x)
	return p.workEnd+split-p.sim.cfg.Cost.TakeTime <= horizon
}

// bound is the earliest time at which the processor may run out of elements, if nothing happens to
// it before; never, if it has and the policy knows.
func (p *proc[E]) bound() balance.Ticks {
	bound := p.sim.now
	switch {
	case p.busy && p.sim.perNode:
		bound = p.soonest()
	case p.busy && p.grain <= p.sim.least:
		bound = p.workEnd + p.split
	case p.busy:
		bound = p.workEnd + p.solve + balance.Ticks(p.list.n)*p.sim.cfg.Cost.TakeTime
	case p.told:
		return never
	}
	if p.sim.clocks != nil {
		return p.boundByClock(bound)
	}
	return bound
}

// insert adds elements that have arrived, the oldest first.
func (p *proc[E]) insert(batch []entry[E]) {
	if p.sim.pauses != nil {
		p.sim.pauses.all[p.rank].lasting += int32(len(batch))
	}
	p.told = false
	for i := range batch {
		x := batch[i]
		switch p.sim.cfg.Received {
		case balance.Bottom:
			x = batch[len(batch)-1-i]
			p.list.pushBottom(x)
			p.sim.loads.below(p.rank, x.level())
		case balance.InOrder:
			p.list.pushTop(x)
			p.sink()
		default:
			p.list.pushTop(x)
		}
		p.load += p.sim.weight(x.level())
		solve, split := p.sim.below(&x)
		p.solve += solve
		p.split += split
	}
}

// sink moves the topmost visible element below the elements with as much load, or less.
func (p *proc[E]) sink() {
	at := int32(p.list.visible()) - 1
	for ; at > 0; at-- {
		upper, lower := p.list.at(at), p.list.at(at-1)
		if p.sim.weight(lower.level()) > p.sim.weight(upper.level()) {
			break
		}
		*upper, *lower = *lower, *upper
	}
	p.sim.loads.changed(p.rank, at)
}

// resume lets an idle worker begin on what has arrived, and sees to it that the processor is looked
// at in time.
func (p *proc[E]) resume(t balance.Ticks) {
	if !p.busy && p.list.n > 0 {
		p.begin(t)
		p.sim.beganWork(p.rank)
		p.changed = true
		p.notify()
	}
	if bound := p.bound(); bound != never {
		p.sim.checks.notAfter(p.rank, bound)
	}
}

// charge takes CPU time from the worker, beginning at a time, which is the present, or when the balancer
// is free. It returns when that is over.
func (p *proc[E]) charge(at, cpu balance.Ticks) balance.Ticks {
	t := p.local(at)
	p.cpuFree = max(p.cpuFree, t) + cpu
	switch {
	case !p.busy:
		p.idleSince += cpu
	case p.workEnd > t:
		p.workEnd += cpu
	default:
		p.putOff(t, cpu)
	}
	return p.global(p.cpuFree)
}
