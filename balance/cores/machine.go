package cores

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"transat/balance"
	"transat/balance/topology"
)

// Config is everything a run depends on, but for the time that things take.
type Config[E any] struct {
	Topology topology.Network // the network that the policy sees: its processors are those of the machine
	Policy   balance.Maker
	Received balance.End // where received elements go in the list
	Estimate balance.Estimate
	// Grain is the share of λ(root)/n, the largest load of Elements dealt out evenly, below which an
	// element is solved to its end instead of being split, so that no branch of it is sent, until the policy
	// sets a grain of its own.
	Grain float64
	// FixedGrain says that policies do not set the grain: Proc.SetGrain does nothing.
	FixedGrain bool
	Seed       uint64

	// Search makes the search of a processor. It is called by the goroutine of that processor, before
	// its first element, and not at all if it never gets one.
	Search func(rank int) (Search[E], error)
	// Level is the level of an element, for its load. It may be called by several goroutines at once.
	Level func(e E) int
	// Load is the load of an element, as a share of the whole tree's, for a load estimate that is Measured; every Search must then be a
	// [Weigher]. Otherwise it may be nil. It may be called by several goroutines at once.
	Load func(e E) float64
	// Elements are what is to be searched: the root of a tree, or what an earlier run has left open.
	Elements []E
	// Place has the rank of each of the Elements; nil deals them out in turn, those with the largest load
	// first, from the processor on that a balance.Rooted policy names, or 0.
	Place []int

	// Elsewhere, if not nil, makes the machine a part of a larger one, which has all processors of Topology. Here are the
	// ranks of those that live in this part, in increasing order; Place must be given, and names only them. A run then
	// does not end when nothing is left to do here, but only with a solution, an error or its context.
	Elsewhere Elsewhere[E]
	Here      []int

	// Threads is how many processors run at a time; 0: as many as there are, but at most GOMAXPROCS.
	Threads int
	// TimeScale is how many seconds pass for a policy while one really passes; 0: 150 times the threads a
	// processor has, which is 1 at most. The shortest period of any policy, 90 ms, is then two safe
	// points: no policy could see more by acting more often, and at 1/100 of the time that a
	// transputer took, messages cost 1/1000.
	TimeScale float64
	// Quantum is the number of nodes between two safe points; 0: as many as take Pause.
	Quantum int64
	// Pause is the time between two safe points, about; 0: 0.3 ms.
	Pause time.Duration

	// Order tells the places of two elements in the tree: negative if a is before b. If it is not nil,
	// a run ends with the first solution in this order, and not with the first one found.
	Order func(a, b E) int
	// Solved, if not nil, is called when the search of a processor has found the best solution so far,
	// while that search is still at it; never twice at the same time.
	Solved func(rank int)
}

const (
	pause = 300 * time.Microsecond // time between two safe points
	turn  = 4 * time.Millisecond   // a thread is handed on after this time, if others wait
	// shortPeriod is the shortest period of any policy. It passes in two pauses.
	shortPeriod = 90 * time.Millisecond
)

// Machine runs one policy on each of its processors, once: it is a machine before its run, under way, or afterwards.
type Machine[E any] struct {
	cfg   Config[E]
	procs []*proc[E] // those that live here
	at    []*proc[E] // by rank; nil for those elsewhere
	slots *slots
	best  best[E]
	begun time.Time    // the run
	alive atomic.Int64 // elements that exist: waiting, in work and under way

	over  atomic.Bool   // the run is: can be asked without a lock
	ended chan struct{} // closed when it is

	mu  sync.Mutex // for what follows
	ran bool       // Run has been called
	err error      // what has ended the run
	bug any        // what a goroutine has panicked with, or nil

	stopping sync.Mutex // of those who stop all processors
}

// New prepares a run. The error says what makes no sense in cfg.
func New[E any](cfg Config[E]) (_ *Machine[E], err error) {
	defer balance.CatchFault(&err)
	n := cfg.Topology.Procs()
	if err := cfg.check(); err != nil {
		return nil, err
	}
	if cfg.Threads == 0 {
		cfg.Threads = runtime.GOMAXPROCS(0)
	}
	if cfg.Elsewhere == nil {
		cfg.Here = ranks(n)
	}
	here := len(cfg.Here)
	cfg.Threads = min(cfg.Threads, here)
	if cfg.Pause == 0 {
		cfg.Pause = pause
	}
	if cfg.TimeScale == 0 {
		cfg.TimeScale = float64(shortPeriod) / float64(2*cfg.Pause) * float64(cfg.Threads) / float64(here)
	}
	m := &Machine[E]{cfg: cfg, slots: newSlots(cfg.Threads), ended: make(chan struct{}), at: make([]*proc[E], n)}
	m.best.order, m.best.solved = cfg.Order, cfg.Solved
	for _, rank := range cfg.Here {
		m.at[rank] = newProc(m, rank)
		m.procs = append(m.procs, m.at[rank])
	}
	m.deal()
	return m, nil
}

// check says what makes no sense.
func (cfg *Config[E]) check() error {
	switch {
	case cfg.Grain < 0 || math.IsNaN(cfg.Grain):
		return fmt.Errorf("grain %v: must be at least 0", cfg.Grain)
	case cfg.Threads < 0:
		return fmt.Errorf("%d threads: want at least 1, or 0 for all cores", cfg.Threads)
	case cfg.Quantum < 0:
		return fmt.Errorf("quantum of %d nodes: want at least 1, or 0 for as many as suit", cfg.Quantum)
	case !(cfg.TimeScale >= 0 && cfg.TimeScale <= 1e9):
		return fmt.Errorf("time scale %v: want a number up to 1e9, or 0 for the usual one", cfg.TimeScale)
	case cfg.Estimate.Measured && cfg.Load == nil:
		return &balance.NoLoadsError{Estimate: cfg.Estimate.Name}
	case cfg.Place != nil && len(cfg.Place) != len(cfg.Elements):
		return fmt.Errorf("%d places for %d elements", len(cfg.Place), len(cfg.Elements))
	}
	for _, rank := range cfg.Place {
		if rank < 0 || rank >= cfg.Topology.Procs() {
			return fmt.Errorf("an element is placed on processor %d of %d", rank, cfg.Topology.Procs())
		}
	}
	if cfg.Elsewhere != nil {
		return cfg.checkPart()
	}
	return nil
}

// ranks returns the ranks below n.
func ranks(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// deal puts the first elements in the lists, and sets the grain.
func (m *Machine[E]) deal() {
	type placed struct {
		received[E]
		load float64
		rank int
	}
	all := make([]placed, len(m.cfg.Elements))
	for i, e := range m.cfg.Elements {
		level := m.cfg.Level(e)
		all[i] = placed{received: received[E]{e: e, level: level}, load: m.cfg.Estimate.Load(level), rank: -1}
		all[i].received.load = m.cfg.Estimate.Load(min(level, deepest))
		if m.cfg.Estimate.Measured {
			all[i].load = m.cfg.Load(e)
			all[i].received.load = all[i].load
		}
		if m.cfg.Place != nil {
			all[i].rank = m.cfg.Place[i]
		}
	}
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(b.load, a.load) })
	first := 0
	if r, ok := m.procs[0].policy.(balance.Rooted); ok {
		first = r.Root()
	}
	n := len(m.at)
	for i, x := range all {
		if x.rank < 0 {
			x.rank = (first + i) % n
		}
		p := m.at[x.rank]
		p.list.pushTop(x.received)
	}
	m.alive.Store(int64(len(all)))
	root := 0.0
	switch {
	case m.cfg.Elsewhere != nil:
		root = m.cfg.Estimate.Load(0)
	case len(all) > 0:
		root = all[0].load
	}
	for _, p := range m.procs {
		p.grain = m.cfg.Grain * root / float64(n)
	}
}

var errRanBefore = errors.New("a Machine runs once")

// Run searches until all elements are done or a solution is found. If the context ends first, the error is
// its cause, and Snapshot has what was still open; if a search fails, the error is the first one.
// In every case the result, with the sums over all processors, says how far the run has come, and no goroutine
// is left. With an order, Found and an error together mean that there may be an earlier solution.
//
// A panic of a policy's Fault, or of a method of a tree that is walked, is such an error (see balance.CatchFault). Any other
// ends the run, too, and goes on from here once all goroutines have ended.
func (m *Machine[E]) Run(ctx context.Context) (balance.Result, error) {
	m.mu.Lock()
	ran := m.ran
	m.ran = true
	m.begun = time.Now()
	m.mu.Unlock()
	if ran {
		return balance.Result{}, errRanBefore
	}
	if m.exhausted() || ctx.Err() != nil { // AfterFunc would end it a moment later, when a small tree may be done
		m.end()
	}
	defer context.AfterFunc(ctx, m.end)()
	var all sync.WaitGroup
	for _, p := range m.procs {
		all.Go(func() {
			defer m.catch()
			if fault := p.run(); fault != nil {
				m.fail(fault)
			}
		})
	}
	all.Wait()
	if m.bug != nil {
		panic(m.bug)
	}
	return m.result(), m.reason(ctx)
}

// end ends the run: every processor stops at its next safe point.
func (m *Machine[E]) end() {
	if !m.over.Swap(true) {
		close(m.ended)
	}
}

// fail ends the run with an error.
func (m *Machine[E]) fail(err error) {
	m.mu.Lock()
	if m.err == nil {
		m.err = err
	}
	m.mu.Unlock()
	m.end()
}

// catch ends the run at a panic, which would end the process from a goroutine of ours.
func (m *Machine[E]) catch() {
	if r := recover(); r != nil {
		m.mu.Lock()
		if m.bug == nil {
			m.bug = r
		}
		m.mu.Unlock()
		m.end()
	}
}

// done notes that the given number of elements exist no longer.
func (m *Machine[E]) done(elements int64) {
	if m.alive.Add(-elements) == 0 && m.cfg.Elsewhere == nil {
		m.end()
	}
}

// exhausted reports whether there is nothing left to do, anywhere.
func (m *Machine[E]) exhausted() bool { return m.cfg.Elsewhere == nil && m.alive.Load() == 0 }

// reason is why the run did not come to its end, or nil if it did.
func (m *Machine[E]) reason(ctx context.Context) error {
	switch {
	case m.err != nil && (ctx.Err() == nil || !errors.Is(m.err, ctx.Err()) && !errors.Is(m.err, context.Cause(ctx))):
		return m.err
	case m.exhausted() || m.best.order == nil && m.best.known.Load():
		return nil
	default:
		return context.Cause(ctx)
	}
}
