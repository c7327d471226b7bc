package sim

import (
	"math"
	"math/bits"

	"transat/balance"
)

// queue holds future events. They come out ordered by time, and events of the same time in the order
// in which they went in.
//
// It is a radix heap (Ahuja, Mehlhorn, Orlin, Tarjan: Faster Algorithms for the Shortest Path Problem,
// 1990) with digits of eight bits, or, seen from the side, hierarchical timing wheels (Varghese, Lauck,
// 1987). An event lies in the wheel of the highest digit in which its time differs from the base, in the slot of
// that digit's value; so all events of a wheel come before those of the next one up.
//
//	base = 12|34|56     wheel 0   12|34|57 … 12|34|ff    a slot is 1 ns wide
//	                    wheel 1   12|35|·· … 12|ff|··               256 ns
//	                    wheel 2   13|··|·· … ff|··|··                65 µs
//
// Events are taken from the run, which is sorted. When it is used up, the earliest slot follows: the
// first that is filled in the lowest wheel that is not empty. If it has few events, they become the run;
// otherwise they go down to the wheels below. So an event is moved once for each wheel that is
// crowded at its time: with a thousand processors a message not at all, and with a million once.
//
// Events only ever move down, and all of one time are always in one slot, in order: that is why the
// order of entry survives.
type queue struct {
	run    []event // in order; those before index taken are gone
	taken  int
	fresh  bool // the run has just been made
	enough int  // with this many events, a run is not made longer

	base   balance.Ticks // no event is earlier
	until  balance.Ticks // events before this time are in the run
	filled uint          // bit set of the wheels that are not empty
	wheels [8]wheel
	spare  *chunk // chunks that may be used again
}

// event is something that happens at a time: a timer goes off, or a parcel has come over a link. The
// low bit of its id tells timers (1) from parcels (0), the others whose or which.
type event struct {
	at balance.Ticks
	id uint64
}

// wheel has a slot for each value of one digit of a time.
type wheel struct {
	slots  [1 << digit]slot
	filled [1 << digit / 64]uint64 // bit set of the slots that are not empty
}

// slot is a list of events in the order in which they went in.
type slot struct {
	first, last *chunk
	n           int
}

// chunk is a part of a slot: one allocation for many events.
type chunk struct {
	next   *chunk
	n      int
	events [15]event
}

const (
	digit = 8  // bits
	few   = 24 // events of a slot that are sorted at once
	many  = 96 // events of a run that no longer takes others
)

const never balance.Ticks = math.MaxInt64

func (q *queue) setTimer(at balance.Ticks, rank int32) { q.push(at, uint64(rank)<<1|1) }

func (q *queue) setParcel(at balance.Ticks, i int32) { q.push(at, uint64(i)<<1) }

// what returns the rank of a timer, or the number of a parcel.
func (e event) what() (i int32, timer bool) { return int32(e.id >> 1), e.id&1 == 1 }

// push adds an event, at a time that is neither before that of the last event taken nor before a limit
// for which next has found nothing.
func (q *queue) push(at balance.Ticks, id uint64) {
	if at >= q.until {
		q.put(event{at, id})
		return
	}
	if len(q.run) == cap(q.run) && 2*q.taken > len(q.run) { // a few events that follow each other need no more room
		q.run = q.run[:copy(q.run, q.run[q.taken:])]
		q.taken = 0
	}
	q.run = append(q.run, event{at, id})
	i := len(q.run) - 1
	for ; i > q.taken && q.run[i-1].at > at; i-- {
		q.run[i] = q.run[i-1]
	}
	q.run[i] = event{at, id}
	if len(q.run)-q.taken > many && q.until-q.base > 1 {
		q.divide()
	}
}

// put adds an event to the slot that it belongs to.
func (q *queue) put(e event) {
	k := (bits.Len64(uint64(e.at^q.base)|1) - 1) / digit
	w := &q.wheels[k]
	i := uint8(e.at >> (k * digit))
	w.filled[i>>6] |= 1 << (i & 63)
	q.filled |= 1 << k
	s := &w.slots[i]
	if s.last == nil || s.last.n == len(s.last.events) {
		q.extend(s)
	}
	s.last.events[s.last.n] = e
	s.last.n++
	s.n++
}

func (q *queue) extend(s *slot) {
	c := q.spare
	if c == nil {
		c = new(chunk)
	} else {
		q.spare, c.next = c.next, nil
	}
	if s.last == nil {
		s.first = c
	} else {
		s.last.next = c
	}
	s.last = c
}

// divide puts the events of the run, which has become long, into slots.
func (q *queue) divide() {
	q.until = q.base
	for _, e := range q.run[q.taken:] {
		q.put(e)
	}
	q.run, q.taken = q.run[:0], 0
}

// next returns the time of the earliest event; or never, if there is none up to the time limit.
func (q *queue) next(limit balance.Ticks) balance.Ticks {
	if q.taken == len(q.run) && !q.refill(limit) {
		return never
	}
	return q.run[q.taken].at
}

// pop takes the event of whose time next has told.
func (q *queue) pop() event {
	e := q.run[q.taken]
	q.taken++
	q.fresh = false
	return e
}

// refill makes a run of the earliest slot, and reports whether there is one that begins by the limit.
func (q *queue) refill(limit balance.Ticks) bool {
	q.run, q.taken = q.run[:0], 0
	for q.filled != 0 {
		k := bits.TrailingZeros(q.filled)
		i := q.wheels[k].first(0)
		start := q.start(k, i)
		if start > limit {
			return false
		}
		q.base, q.until = start, start
		if k == 0 || q.wheels[k].slots[i].n <= few {
			q.gather(k, i)
			return true
		}
		q.spread(q.clear(k, i))
	}
	return false
}

// start is the earliest time of slot i of wheel k.
func (q *queue) start(k, i int) balance.Ticks {
	return (q.base>>(k*digit)&^(1<<digit-1) | balance.Ticks(i)) << (k * digit)
}

// gather makes a run of slot i of wheel k, and of those that follow as long as they have few events and
// the run is short.
func (q *queue) gather(k, i int) {
	for more := true; more; {
		q.until = q.start(k, i) + 1<<(k*digit)
		q.sort(q.clear(k, i))
		if len(q.run) >= q.enough {
			break
		}
		w := &q.wheels[k]
		i = w.first(i + 1)
		more = i >= 0 && w.slots[i].n <= few
	}
	if q.until < 0 { // the last slot of all
		q.until = never
	}
	q.fresh = true
}

// first returns the first filled slot from i on, or -1.
func (w *wheel) first(i int) int {
	for word := i >> 6; word < len(w.filled); word++ {
		if set := w.filled[word] >> (i & 63) << (i & 63); set != 0 {
			return word*64 + bits.TrailingZeros64(set)
		}
		i = 0
	}
	return -1
}

// clear empties a slot of wheel k, and returns what was in it.
func (q *queue) clear(k, i int) slot {
	w := &q.wheels[k]
	s := w.slots[i]
	w.slots[i] = slot{}
	w.filled[i>>6] &^= 1 << (i & 63)
	if w.filled == [len(w.filled)]uint64{} {
		q.filled &^= 1 << k
	}
	return s
}

// sort makes a run of the events of a slot.
func (q *queue) sort(s slot) {
	for c := s.first; c != nil; c = q.release(c) {
		for _, e := range c.events[:c.n] {
			q.run = append(q.run, e)
			i := len(q.run) - 1
			for ; i > 0 && q.run[i-1].at > e.at; i-- {
				q.run[i] = q.run[i-1]
			}
			q.run[i] = e
		}
	}
}

// spread moves the events of a slot down.
func (q *queue) spread(s slot) {
	for c := s.first; c != nil; c = q.release(c) {
		for _, e := range c.events[:c.n] {
			q.put(e)
		}
	}
}

// release frees a chunk, and returns the next one of its slot.
func (q *queue) release(c *chunk) *chunk {
	next := c.next
	c.next, c.n = q.spare, 0
	q.spare = c
	return next
}
