package balance

import "math"

// Adaptive, elements side by side: which difference of loads is worth a move, see adaptive_side.go.
//
// An element arrives some time after it was decided to send it. Meanwhile loads go up and down by themselves. If the squares
// of the changes of a load add up to v in a unit of time, then in the time t that an element is under way it changes by about
//
//	drift = √(v·t)
//
// A difference that is no more than a few drifts may have come by chance, and go so. It is not worth the time of two processors.
// What is worth a move is noise times the drift, and never less than two elements, of which one goes.
//
// So the threshold rises with the root of the pace at which loads change, and is the least for loads at rest. A
// processor measures v by the changes of its own load, and t by what comes: the least time from its answer to the
// elements. When loads come to rest, nothing happens that would let the threshold fall. So as long as it is not what it would be
// at rest, a processor looks again, after as long a time as it has in mind.

const driftWeight = 1. / 32 // of the last change in the sums

// sideDrift is what a processor knows of how loads change.
type sideDrift struct {
	noise float64

	seen           float64 // the load when it was seen last
	squares, whole float64 // squares of its changes, and time: sums that forget, up to ended
	ended          Ticks
	travel         float64 // t, ns; 0 before the first

	grain  float64 // mean load of the last elements that there were
	spread float64 // noise times the drift
	worth  float64 // the difference that is worth a move
	hop    float64 // what a load that is a link farther away counts more

	again Ticks // when it looks again; 0 if it does not
}

// start begins to watch the load.
func (d *sideDrift) start(p Proc) { d.seen, d.ended = TotalLoad(p), p.Now() }

// moved says that elements have come or gone by moves.
func (d *sideDrift) moved(p Proc) { d.seen = TotalLoad(p) }

// travelled notes how long elements were under way.
func (d *sideDrift) travelled(t Ticks) {
	if d.travel == 0 || float64(t) < d.travel {
		d.travel = float64(t)
	}
}

// notice counts a change of the load by other than moves.
func (d *sideDrift) notice(p Proc) {
	load, now := TotalLoad(p), p.Now()
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

// judge finds what is worth a move now.
func (d *sideDrift) judge(p Proc) {
	if p.Len() > 0 {
		d.grain = MeanLoad(p)
	}
	d.spread = 0
	if whole := d.whole + float64(p.Now()-d.ended); whole > 0 {
		d.spread = d.noise * math.Sqrt(d.squares/whole*d.travel)
	}
	d.worth = max(2*d.grain, d.spread)
	d.hop = max(sideHop*d.spread, sideLeast*d.grain)
}

// lookAgain sees to it that the policy is called again unless the threshold is that at rest.
func (d *sideDrift) lookAgain(p Proc) {
	if d.again > 0 || d.hop <= sideLeast*d.grain {
		return
	}
	wait := max(1, Ticks(d.whole)+p.Now()-d.ended)
	d.again = p.Now() + wait
	p.WakeAfter(wait)
}

// woken ends a wait of lookAgain.
func (d *sideDrift) woken(p Proc) {
	if p.Now() == d.again {
		d.again = 0
	}
}
