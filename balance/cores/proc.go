package cores

import (
	"fmt"
	"sync/atomic"
	"time"

	"transat/balance"
)

// proc is one processor: a goroutine that searches, and passes a safe point now and then. All its fields
// but for the mailbox and nodes are its own while it holds a slot, and others' who have stopped it.
type proc[E any] struct {
	machine *Machine[E]
	rank    int
	policy  balance.Policy
	watcher balance.LoadWatcher // the policy, if it is one
	policyState

	search  Search[E]     // nil before the first element
	running bool          // a search is under way
	begun   float64       // load of the element that is searched
	told    bool          // the policy knows that the processor is idle
	ranOut  time.Duration // if told: since when
	changed bool          // the load has, since a watcher was told
	list    list[E]

	box    mailbox[E]
	hungry atomic.Bool // the policy has been told that the processor is idle: can be asked by anyone
	inbox  []parcel[E] // being handled

	quantum int64
	before  int64        // nodes that the search had visited when it was made
	nodes   atomic.Int64 // visited in this run

	ticket chan struct{} // for a slot
	held   time.Duration // since when there is a slot
	alarm  *time.Timer   // nil until there is something to wait for
	last   time.Duration // the last look at the clock, since the beginning of the run
	called bool          // policy or mail have taken time since then
	share  balance.Result
}

func newProc[E any](m *Machine[E], rank int) *proc[E] {
	p := &proc[E]{
		machine: m, rank: rank, policy: m.cfg.Policy(rank), quantum: max(1, m.cfg.Quantum), ticket: make(chan struct{}, 1),
	}
	p.box.arrived = make(chan struct{}, 1)
	p.timers.scale, p.list.measured = m.cfg.TimeScale, m.cfg.Estimate.Measured
	p.watcher, _ = p.policy.(balance.LoadWatcher)
	return p
}

// run is the life of the processor. The error is a fault of its policy.
func (p *proc[E]) run() (fault error) {
	m := p.machine
	m.slots.acquire(p.ticket)
	defer m.slots.release()
	if m.cfg.Elsewhere != nil {
		defer catchPanic(&fault)
	}
	defer balance.CatchFault(&fault)
	p.lap(&p.share.Wait)
	p.held = p.last
	p.policy.Start(p)
	p.called = true
	for !m.over.Load() {
		p.safePoint()
		switch {
		case m.over.Load():
		case p.mustYield():
			p.yield()
		case p.running:
			p.work()
		default:
			p.rest()
		}
	}
	p.lap(&p.share.Balance)
	return nil
}

// safePoint sees to everything but the search.
func (p *proc[E]) safePoint() {
	p.drop()
	p.take()
	p.notify()
	for range mostWakes {
		if !p.timers.next(p.last) {
			break
		}
		p.called = true
		p.policy.Wake(p)
	}
	p.mail()
	if !p.running && !p.told && !p.machine.over.Load() {
		p.told, p.called, p.ranOut = true, true, p.last
		p.policy.Idle(p)
		p.starve()
	}
	p.settle()
}

// work searches up to the next safe point.
func (p *proc[E]) work() {
	outcome, err := p.search.Search(p.quantum)
	took := p.lap(&p.share.Busy)
	p.nodes.Store(p.search.Nodes() - p.before)
	p.changed = true
	switch {
	case err != nil:
		p.fail(err)
	case outcome == Running:
		p.adapt(took)
		p.list.stock(p.search)
	case outcome == Closed:
		p.stop()
	default:
		p.machine.best.improve(p.rank, p.search.Rest)
		p.solved()
	}
}

// fail ends the run with an error of the processor's search.
func (p *proc[E]) fail(err error) { p.machine.fail(fmt.Errorf("processor %d: %w", p.rank, err)) }

// solved goes on after a solution.
func (p *proc[E]) solved() {
	if p.machine.cfg.Order == nil {
		p.machine.end()
		return
	}
	p.search.Drop()
	p.stop()
}

// stop notes that the element in work is done or dropped.
func (p *proc[E]) stop() {
	p.running = false
	p.list.none()
	p.machine.done(1)
}

// adapt sets the number of nodes until the next safe point, given how long the last ones took. A
// processor may have been interrupted, or come to other nodes, so it changes by a factor of two at most.
func (p *proc[E]) adapt(took time.Duration) {
	if p.machine.cfg.Quantum > 0 {
		return
	}
	factor := float64(p.machine.cfg.Pause) / float64(max(took, 1))
	p.quantum = max(1, int64(float64(p.quantum)*min(max(factor, 0.5), 2)))
}

// drop abandons the search under way if all that is left of it lies behind a solution.
func (p *proc[E]) drop() {
	if p.running && p.machine.best.beats(p.search.Rest) {
		p.search.Drop()
		p.stop()
	}
}

// take begins the topmost element that has been received, if the processor has nothing to do.
func (p *proc[E]) take() {
	for !p.running && len(p.list.received) > 0 && !p.machine.over.Load() {
		x := p.list.popTop()
		if p.machine.best.beats(func() E { return x.e }) {
			p.machine.done(1)
			continue
		}
		p.settle()
		if err := p.begin(x); err != nil {
			p.list.pushTop(x) // it is still open
			p.fail(err)
		}
		p.lap(&p.share.Install)
	}
}

// begin begins the search of an element.
func (p *proc[E]) begin(x received[E]) error {
	if p.search == nil {
		s, err := p.machine.cfg.Search(p.rank)
		if err != nil {
			return err
		}
		if _, ok := s.(Weigher); p.list.measured && !ok {
			return &balance.NoLoadsError{Estimate: p.machine.cfg.Estimate.Name}
		}
		p.search, p.before = s, s.Nodes()
		p.shareGrain()
	}
	if err := p.search.Begin(x.e); err != nil {
		return err
	}
	p.running, p.told, p.changed, p.begun = true, false, true, x.load
	p.hungry.Store(false)
	p.list.begin(p.search)
	return nil
}

// notify tells a policy that watches its load of what has changed.
func (p *proc[E]) notify() {
	if p.changed && p.watcher != nil && !p.machine.over.Load() {
		p.called = true
		p.watcher.LoadChanged(p)
	}
	p.changed = false
}

// mail handles what has come. A processor that has nothing to do begins on an element at once: if the next
// in the mail asks for one, it gets another.
func (p *proc[E]) mail() {
	if !p.box.full.Load() {
		return
	}
	p.called = true
	p.inbox = p.box.take(p.inbox)
	for _, x := range p.inbox {
		over := p.machine.over.Load()
		switch {
		case x.elements != nil:
			p.arrive(x, over)
		case !over:
			p.policy.Receive(p, x.from, x.message)
		}
	}
	clear(p.inbox)
	p.inbox = p.inbox[:0]
}

// arrive puts elements in the list, and tells the policy unless the run is over.
func (p *proc[E]) arrive(x parcel[E], over bool) {
	p.insert(x.elements)
	p.told = false
	if over {
		return
	}
	if x.from != nobody {
		p.arriving = x.tag
		p.policy.Arrived(p, x.from)
		p.arriving = 0
	}
	p.take()
	p.notify()
}

// mustYield reports whether the processor has to give up its slot.
func (p *proc[E]) mustYield() bool {
	s := p.machine.slots
	return s.urgent.Load() || s.wanted.Load() && p.last-p.held >= turn
}

// yield lets others run.
func (p *proc[E]) yield() {
	p.machine.slots.release()
	p.resume()
}

// resume waits for a slot.
func (p *proc[E]) resume() {
	if p.machine.slots.acquire(p.ticket) {
		p.lap(&p.share.Wait)
	}
	p.held = p.last
}

const (
	// leastRest is the shortest time that a processor without work waits for a timer, if the pause between safe points is
	// the usual one: policies whose time is scaled badly could otherwise keep a core busy with nothing but timers.
	leastRest = 50 * time.Microsecond
	// patience is how long a processor without work answers mail at once.
	patience = 5 * time.Millisecond
)

// rest waits, without a slot, until something happens.
func (p *proc[E]) rest() {
	if p.box.full.Load() {
		return
	}
	p.machine.slots.release()
	var alarm <-chan time.Time
	if wait, any := p.timers.wait(p.last); any {
		alarm = p.setAlarm(max(wait, p.leastRest()))
	}
	select {
	case <-p.box.arrived:
		if p.last-p.ranOut > patience {
			p.doze()
		}
	case <-alarm:
	case <-p.machine.ended:
	}
	p.lap(&p.share.Idle)
	p.resume()
}

func (p *proc[E]) leastRest() time.Duration { return leastRest * p.machine.cfg.Pause / pause }

// doze lets mail wait for a moment, unless it has elements. If there is little to do for long, the many who
// have nothing and ask each other would otherwise keep all cores busy with it.
func (p *proc[E]) doze() {
	alarm := p.setAlarm(p.leastRest())
	for !p.box.loaded.Load() {
		select {
		case <-p.box.arrived:
		case <-alarm:
			return
		case <-p.machine.ended:
			return
		}
	}
}

func (p *proc[E]) setAlarm(d time.Duration) <-chan time.Time {
	if p.alarm == nil {
		p.alarm = time.NewTimer(d)
	} else {
		p.alarm.Reset(d)
	}
	return p.alarm.C
}

// settle adds the time since the last look at the clock to that of balancing, if there was any.
func (p *proc[E]) settle() {
	if p.called {
		p.called = false
		p.lap(&p.share.Balance)
	}
}

// lap looks at the clock, and adds the time since the last look to sum.
func (p *proc[E]) lap(sum *balance.Ticks) time.Duration {
	now := time.Since(p.machine.begun)
	took := now - p.last
	p.last = now
	*sum += balance.Ticks(took)
	return took
}
