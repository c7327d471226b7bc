package dpll

import (
	"math"
	"time"
)

// Resources are the memory and the time of a search. Unlike Stats they depend on the engine, and times
// on the computer.
type Resources struct {
	EngineBytes int64 // memory that the engine held at the end, the formula itself not included
	Times       Times // zero if Options.Clock is nil
}

// Times tell where the time went. SetUp is measured. The others are parts of the time from the first
// propagation to the end of the search, in which the first node is measured and the rest divided by
// what one node in sampleEvery took; so with few nodes they are rough. They leave out the
// check of the model.
type Times struct {
	SetUp       time.Duration // bringing the formula into its normal form, and building the engine
	Propagation time.Duration // finding unit clauses and conflicts
	Branching   time.Duration // counting clauses and picking variables
	Proof       time.Duration // in Options.Proof
	Bookkeeping time.Duration // undoing, statistics, limits, progress
}

// phase is a part of the work at a node.
type phase uint8

const (
	phasePropagation phase = iota
	phaseBranching
	phaseProof
	phaseBookkeeping
	phases
)

// sampleEvery is the number of nodes one of which is timed. It is a prime, so that it does not keep
// step with the shape of a regular tree.
const sampleEvery = 251

// resources returns the resources that the search has taken so far.
func (s *search) resources() Resources {
	r := Resources{EngineBytes: s.engine.Bytes(), Times: s.watch.times()}
	r.Times.SetUp = s.setUp
	return r
}

// readings is how often the clock is read to find out how long that takes.
const readings = 16

// stopwatch times some of the nodes of a search: it is read at the end of every phase of such a node,
// and costs a branch at the others. The zero value has no clock, and times nothing.
//
// The first node is kept apart. All units are propagated and counted there, which for a large formula
// can be more work than is done at all other nodes that are timed.
type stopwatch struct {
	clock   func() time.Duration
	cost    time.Duration // of reading the clock, which is not to be taken for work
	began   time.Duration
	last    time.Duration          // when it was read last
	paused  time.Duration          // when the search paused
	running bool                   // the present node is timed
	laps    *[phases]time.Duration // of the present node: first or sampled
	first   [phases]time.Duration
	sampled [phases]time.Duration
}

// start begins to time the first node.
func (w *stopwatch) start() {
	if w.clock == nil {
		return
	}
	w.cost = math.MaxInt64
	w.last = w.clock()
	for range readings {
		w.began = w.clock()
		w.cost = min(w.cost, w.began-w.last)
		w.last = w.began
	}
	w.running, w.laps = true, &w.first
}

// node tells that the node of that number begins, the first one being 0 and propagated already. It
// returns the number of the node at which it wants to be told again.
func (w *stopwatch) node(n int64) (next int64) {
	const chosen = 1 // which one of every sampleEvery nodes is timed
	switch {
	case w.clock == nil:
		return math.MaxInt64
	case n == 0:
		return chosen
	case n%sampleEvery == chosen:
		w.last, w.running, w.laps = w.clock(), true, &w.sampled
		return n + 1
	default:
		w.running = false
		return (n+sampleEvery-chosen-1)/sampleEvery*sampleEvery + chosen
	}
}

// lap tells that a phase ends.
func (w *stopwatch) lap(p phase) {
	if w.running {
		w.mark(p)
	}
}

func (w *stopwatch) mark(p phase) {
	now := w.clock()
	w.laps[p] += max(0, now-w.last-w.cost)
	w.last = now
}

// pause tells that nothing is searched until resume.
func (w *stopwatch) pause() {
	if w.clock != nil {
		w.paused = w.clock()
	}
}

// resume tells that the search goes on. The time since pause counts nowhere.
func (w *stopwatch) resume() {
	if w.clock != nil {
		w.last = w.clock()
		w.began += w.last - w.paused
	}
}

// elapsed returns the time since start, without pauses.
func (w *stopwatch) elapsed() time.Duration {
	if w.clock == nil {
		return 0
	}
	return w.clock() - w.began
}

// times divides the time since start.
func (w *stopwatch) times() Times {
	rest, all := w.elapsed()-sum(w.first), sum(w.sampled)
	t := w.first
	for p, d := range w.sampled {
		if all > 0 {
			t[p] += time.Duration(float64(rest) * float64(d) / float64(all))
		}
	}
	return Times{
		Propagation: t[phasePropagation],
		Branching:   t[phaseBranching],
		Proof:       t[phaseProof],
		Bookkeeping: t[phaseBookkeeping],
	}
}

func sum(laps [phases]time.Duration) (all time.Duration) {
	for _, d := range laps {
		all += d
	}
	return all
}
