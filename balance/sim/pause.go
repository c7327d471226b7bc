package sim

import (
	"math/rand/v2"
	"slices"

	"transat/balance"
)

// Processors that look up now and then. A real worker does not stop its search for each message: it searches for a while, and then sees to
// its policy, which is its safe point. Config.Pause is how long that while is:
//
//	worker     ├────────────────┼────────────────┼──────┤ idle
//	messages        ↑  ↑        handled          ↑ now  ↑ now       one that finds no work is handled at once
//
// A pause begins when the worker does, after it had nothing. How long pauses are until it has nothing again is drawn, from 0.9 to 1.1 times
// Config.Pause, since nodes differ: a policy whose run depends on what comes just in time has another run with each seed. Timers and
// changes of the load wait for the safe point as well; first come the timers, then what has come, in its order.
//
// Three habits of the workers of package cores come with it, without which a short run, or one on many processors, is foretold badly:
//
//   - A worker first learns how many nodes make a pause: its safe points lie a node, two nodes, four and so on behind its beginning.
//   - A branch is listed once it was open at two safe points: what was put into the list since the last one is not shown to the policy.
//   - One that has had no work for a pause dozes: it lets a message without elements wait for a sixth of a pause, and its timers likewise.

// pausing is what a processor has put off.
type pausing struct {
	first   balance.Ticks   // its worker began, for the first time
	began   balance.Ticks   // it did, after it had nothing
	pause   balance.Ticks   // how long pauses are since then
	rested  balance.Ticks   // its policy was called last while it had nothing
	since   balance.Ticks   // the safe point since which,
	lasting int32           // of the list, so many elements at its bottom have been there
	random  *rand.Rand      // nil until the worker begins
	next    balance.Ticks   // the safe point that is set as a timer; 0: none
	timers  []balance.Ticks // that have gone off, in the order of their times
	parcels []int32         // that have come
}

// pauses are those of all processors; nil if all is handled at once.
type pauses struct {
	all  []pausing
	safe bool // a processor is at its safe point
	// shown is the time that a policy sees while a timer is handled that went off before now: it is that of the timer.
	shown balance.Ticks
}

// time is what a policy takes for now.
func (s *sim[E]) time() balance.Ticks {
	if s.pauses != nil && s.pauses.shown > 0 {
		return s.pauses.shown
	}
	return s.now
}

// mostWakes is how many timers a safe point handles at most. The others go off again.
const mostWakes = 64

// setTimer sets a timer, of which the time may be past at a safe point: then it has gone off.
func (s *sim[E]) setTimer(at balance.Ticks, rank int32) {
	if at > s.now || s.pauses == nil || s.pauses.shown == 0 {
		s.queue.setTimer(at, rank)
		return
	}
	x := &s.pauses.all[rank]
	i := len(x.timers)
	for i > 0 && x.timers[i-1] > at {
		i--
	}
	x.timers = slices.Insert(x.timers, i, at)
}

// beginsPauses notes that a worker begins, after it had nothing.
func (s *sim[E]) beginsPauses(rank int32, at balance.Ticks) {
	x := &s.pauses.all[rank]
	if x.random == nil {
		x.random, x.first = stream(s.cfg.Seed, drawPauses+uint64(rank)), at
	}
	x.began, x.pause = at, max(1, balance.Ticks(float64(s.cfg.Pause)*(0.9+0.2*x.random.Float64())))
}

// drawPauses is the number of the first random stream of pauses, far from others.
const drawPauses uint64 = 1 << 41

// stretch returns the safe points of a busy processor before, or at, a time, and after it.
func (s *sim[E]) stretch(x *pausing, t balance.Ticks) (from, to balance.Ticks) {
	from = x.began + (t-x.began)/x.pause*x.pause
	to = from + x.pause
	if learning := t - x.first; learning < s.cfg.Pause/2 {
		width := max(s.cfg.Cost.NodeTime, 1)
		if learning < width {
			return x.first, min(to, x.first+width)
		}
		for 2*width <= learning {
			width *= 2
		}
		return max(x.began, x.first+width), min(to, x.first+2*width)
	}
	return from, to
}

// took notes that a worker has taken the topmost element of its list, at a time: of those that were listed at the safe point before, at
// most as many are left as lie there now.
func (s *sim[E]) took(p *proc[E], t balance.Ticks) {
	x, left := &s.pauses.all[p.rank], p.list.n
	if from, _ := s.stretch(x, t); x.since != from {
		x.since, x.lasting = from, left
	}
	x.lasting = min(x.lasting, left)
}

// shown is how many elements a policy is shown, those at the bottom.
func (p *proc[E]) shown() int {
	n := p.list.visible()
	if s := p.sim; s.pauses != nil && s.cfg.Budget > 0 && p.busy {
		x := &s.pauses.all[p.rank]
		if from, _ := s.stretch(x, s.now-1); x.since == from {
			n = min(n, max(0, int(x.lasting)))
		}
	}
	return n
}

// occasion is why a policy is to be called.
type occasion uint8

const (
	aChange occasion = iota // of the load, or that there is none
	aTimer
	aMessage
	anElement
)

// putsOff reports whether something has to wait, since a processor is in the midst of its work, or dozes. It sets its next safe point.
func (s *sim[E]) putsOff(p *proc[E], why occasion) bool {
	if s.pauses == nil || s.pauses.safe {
		return false
	}
	x := &s.pauses.all[p.rank]
	next := s.now
	switch {
	case p.busy:
		_, next = s.stretch(x, s.now)
		next = max(next, s.now+1)
	case why == aMessage && s.now-p.global(p.idleSince) > s.cfg.Pause:
		next = s.now + s.cfg.Pause/naps
	case why == aTimer:
		next = max(x.rested, p.global(p.idleSince)) + s.cfg.Pause/naps
	}
	if next > s.now {
		if x.next <= s.now {
			x.next = next
			s.queue.setTimer(x.next, p.rank+int32(len(s.procs)))
		}
		return true
	}
	x.rested = s.now
	if len(x.timers) > 0 || len(x.parcels) > 0 {
		s.safePoint(p)
	}
	return false
}

// naps is how many naps of a processor without work make a pause.
const naps = 6

// reachesSafePoint is the timer of a safe point. One that was set before the processor ran out of work means nothing any more.
func (s *sim[E]) reachesSafePoint(p *proc[E]) {
	if x := &s.pauses.all[p.rank]; x.next == s.now {
		if p.meet(); !s.finished {
			x.rested = s.now
			s.safePoint(p)
		}
	}
}

// safePoint handles what a processor has put off.
func (s *sim[E]) safePoint(p *proc[E]) {
	x := &s.pauses.all[p.rank]
	parcels := x.parcels
	x.next, x.parcels = 0, nil
	s.pauses.safe = true
	p.notify()
	for wakes := 0; len(x.timers) > 0 && !s.finished; wakes++ {
		due := x.timers[0]
		x.timers = slices.Delete(x.timers, 0, 1)
		if wakes >= mostWakes {
			s.queue.setTimer(s.now+1, p.rank)
			continue
		}
		s.pauses.shown = due
		s.wake(p)
		s.pauses.shown = 0
	}
	for _, i := range parcels {
		if !s.finished {
			s.reach(i)
		}
	}
	s.pauses.safe = false
	if x.parcels == nil {
		x.parcels = parcels[:0]
	}
}
