package balance

import "math"

// Adaptive, elements side by side: which difference of loads is worth a move; see adaptive_side.go, which comes first.
//
// While an element and the messages for it travel, loads change by themselves. If the squares of the changes of a load add up
// to v in a unit of time, it changes in the time t of a move by about
//
//	drift = √(v·t)
//
// A difference of a few drifts may have come by chance, and go so. So a move is worth its time from noise times the drift
// on, and from two elements on, of which one goes. A processor measures v by its own load. The times are the least seen: of
// elements, from the answer that they follow; of messages, from a question to its answer, divided by their number. Where all
// wait at first that is too long, and then nobody would ask again and learn better. So the time of messages begins low, at
// most doubles from one look to the next, and falls while nobody asks.
//
// When loads come to rest, no event lets the threshold fall. So until it is that of rest, a processor looks again, after as
// long a time as it remembers.

const (
	driftWeight   = 1. / 32 // of the last change in the sums
	driftFirst    = 1. / 8  // a message takes that share of the time of an element, for all that is known at first
	driftMessages = 5       // that come to a move
)

// sideDrift is what a processor knows of how loads change.
type sideDrift struct {
	noise float64

	seen           float64 // the load when it was seen last
	squares, whole float64 // squares of its changes, and time: sums that forget, up to ended
	ended          Ticks
	travel         float64 // least time of elements, ns; 0 before the first
	message, heard float64 // least time of a message, ns: in use, and since it looked again; 0 if there was none

	grain  float64 // mean load of the last elements that there were
	spread float64 // noise times the drift
	worth  float64 // the difference that is worth a move
	hop    float64 // what a load that is a link farther away counts more

	again Ticks // when it looks again; 0 if it does not
}

// start begins to watch the load.
func (d *sideDrift) start(load float64, now Ticks) { d.seen, d.ended = load, now }

// moved notes the load after elements came or went by moves.
func (d *sideDrift) moved(load float64) { d.seen = load }

// travelled notes how long elements were under way.
func (d *sideDrift) travelled(t Ticks) {
	if d.travel == 0 {
		d.message = driftFirst * float64(t)
	}
	d.travel = least(d.travel, float64(t))
}

// answered notes the time of a question and its answer, together that many messages.
func (d *sideDrift) answered(t Ticks, messages float64) {
	d.heard = least(d.heard, float64(t)/messages)
	d.message = min(d.message, d.heard)
}

// least is the lesser of two times, of which the first is 0 if there was none before.
func least(before, t float64) float64 {
	if before == 0 {
		return t
	}
	return min(before, t)
}

// notice counts a change of the load by other than moves.
func (d *sideDrift) notice(load float64, now Ticks) {
	change := load - d.seen
	if change == 0 {
		return
	}
	d.squares += change * change
	d.whole += float64(now - d.ended)
	d.squares -= driftWeight * d.squares
	d.whole -= driftWeight * d.whole
	d.seen, d.ended = load, now
}

// judge finds what is worth a move now. The mean load of the waiting elements is 0 if there are none.
func (d *sideDrift) judge(mean float64, now Ticks) {
	if mean > 0 {
		d.grain = mean
	}
	d.spread = 0
	if whole := d.whole + float64(now-d.ended); whole > 0 {
		d.spread = d.noise * math.Sqrt(d.squares/whole*(d.travel+driftMessages*min(d.message, d.travel)))
	}
	d.worth = max(2*d.grain, d.spread)
	d.hop = max(sideHop*d.spread, sideLeast*d.grain)
}

// lookAgain asks for a wake-up unless the threshold is that of rest.
func (d *sideDrift) lookAgain(p Proc) {
	if d.again > 0 || d.hop <= sideLeast*d.grain {
		return
	}
	wait := max(1, Ticks(d.whole)+p.Now()-d.ended)
	d.again = p.Now() + wait
	p.WakeAfter(wait)
}

// woken ends a wait of lookAgain. From now on, the times of messages that were seen meanwhile count.
func (d *sideDrift) woken(p Proc) {
	if p.Now() == d.again {
		d.again = 0
		if d.heard == 0 {
			d.heard = d.message / 2
		}
		d.message, d.heard = min(d.heard, 2*d.message), 0
	}
}
