package sim

import (
	"math"
	"math/bits"

	"transat/balance"
)

// queue holds future events in a radix heap (Ahuja, Mehlhorn, Orlin, Tarjan: Faster Algorithms for
// the Shortest Path Problem, 1990). Events come out ordered by time, and those of the same time in
// the order in which they went in.
//
// Bucket b holds the events whose time differs from that of the last event taken in bit b-1 and in
// no higher one, bucket 0 those of the same time. When bucket 0 has run dry, the lowest filled bucket is
// spread over those below it. An event only ever moves to lower buckets, at most 64 times, and all
// events of one time are always in one bucket, in order: that is why the order of entry survives.
//
// Times must not lie before that of the last event taken.
type queue struct {
	buckets [65][]event
	filled  [2]uint64     // bit set of the buckets 0 to 63 that hold events, and of bucket 64
	taken   int           // events of bucket 0 already taken
	last    balance.Ticks // time of the last event taken
	next    balance.Ticks // time of the earliest event, if known
	known   bool
}

// event is something that happens at a time: a timer goes off, or a parcel has come over a link. The
// low bit of its id tells timers (1) from parcels (0), the others whose or which.
type event struct {
	at balance.Ticks
	id uint64
}

func (q *queue) setTimer(at balance.Ticks, rank int32) { q.push(at, uint64(rank)<<1|1) }

func (q *queue) setParcel(at balance.Ticks, i int32) { q.push(at, uint64(i)<<1) }

// what returns the rank of a timer, or the number of a parcel.
func (e event) what() (i int32, timer bool) { return int32(e.id >> 1), e.id&1 == 1 }

const never balance.Ticks = math.MaxInt64

func (q *queue) push(at balance.Ticks, id uint64) {
	b := bits.Len64(uint64(at ^ q.last))
	q.buckets[b] = append(q.buckets[b], event{at, id})
	q.filled[b>>6] |= 1 << (b & 63)
	if q.known && at < q.next {
		q.next = at
	}
}

// peek returns the time of the earliest event, or never.
func (q *queue) peek() balance.Ticks {
	if q.known {
		return q.next
	}
	q.next, q.known = never, true
	b := q.lowest()
	switch {
	case b == 0:
		q.next = q.last
	case b > 0:
		for _, e := range q.buckets[b] {
			q.next = min(q.next, e.at)
		}
	}
	return q.next
}

// pop takes the earliest event; there must be one.
func (q *queue) pop() event {
	if at := q.peek(); q.filled[0]&1 == 0 {
		q.spread(q.lowest(), at)
	}
	e := q.buckets[0][q.taken]
	q.taken++
	if q.taken == len(q.buckets[0]) {
		q.buckets[0], q.taken = q.buckets[0][:0], 0
		q.filled[0] &^= 1
		q.known = false
	}
	return e
}

func (q *queue) lowest() int {
	if q.filled[0] != 0 {
		return bits.TrailingZeros64(q.filled[0])
	}
	if q.filled[1] != 0 {
		return 64
	}
	return -1
}

// spread moves the events of bucket b to lower ones, now that the last time is at.
func (q *queue) spread(b int, at balance.Ticks) {
	q.last = at
	moving := q.buckets[b]
	q.buckets[b] = moving[:0]
	q.filled[b>>6] &^= 1 << (b & 63)
	for _, e := range moving {
		to := bits.Len64(uint64(e.at ^ at))
		q.buckets[to] = append(q.buckets[to], e)
		q.filled[to>>6] |= 1 << (to & 63)
	}
}
