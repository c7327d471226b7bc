package balance

import "math"

// Adaptive, whom to ask: see adaptive_ask.go, which comes first.
//
// Anybody may be asked, as long as moving an element takes little of the time that it lasts. Where an element is large,
// on slow links, that is not so: it keeps all links busy on its way, and what it brings is soon done. So whenever moving
// has taken more than a quarter of the time that elements last, the reach, which is how many links away somebody may be
// that is asked, falls by three tenths, beginning with the mean distance of two processors; and otherwise it rises by four
// tenths, until it is anybody again. A processor that has work at the start begins with a reach of two links, for others
// have work too. While a search lasts the reach grows, by a twentieth in the time that an element lasts and by a 256th with
// every refusal, for all that is near may be idle.
//
// On some machines all are equally far apart, whatever the topology is. There, messages are what costs, and elements are light
// (adaptive_ask.go). So where they are, the reach only rises.
//
// The victim is found by a walk of at most that many links, each at random and none straight back.

const (
	reachMove  = 0.25 // of the time that elements last: if moving takes more, the reach falls
	reachBegin = 2    // links, where all have work at the start
	reachFalls = 0.7
	reachRises = 1.4
	reachGrows = 0.05     // by this share, in the time that an element lasts,
	reachAgain = 1. / 256 // and with every refusal
)

// adaptiveReach is how far away somebody may be that a processor asks.
type adaptiveReach struct {
	mean  float64 // distance of two processors, about; a smaller reach than this is one. 0 on networks without sides
	links float64 // 0 for anybody
	room  []int   // for neighbours
}

// newAdaptiveReach begins with anybody.
func newAdaptiveReach(t Topology) adaptiveReach {
	r := adaptiveReach{}
	for _, side := range t.Sides() {
		r.mean += float64(side) / 3
	}
	if r.mean < 1.5 { // neighbours are about all there are
		r.mean = 0
	}
	return r
}

// begin is for a processor that has work at the start.
func (r *adaptiveReach) begin() {
	if r.mean > reachBegin {
		r.links = reachBegin
	}
}

// learn takes into account whether moving an element takes much of the time that it lasts.
func (r *adaptiveReach) learn(much bool) {
	switch {
	case r.mean == 0: // there is nothing to choose
	case much && r.links == 0:
		r.links = max(1, reachFalls*r.mean)
	case much:
		r.links = max(1, reachFalls*r.links)
	case r.links*reachRises >= r.mean:
		r.links = 0
	default:
		r.links *= reachRises
	}
}

// victim picks whom to ask after so many refusals, in a search that has taken so many times as long as an element lasts.
func (r *adaptiveReach) victim(p Proc, t Topology, refusals int, searched float64) int {
	links := r.links * (1 + reachGrows*searched + reachAgain*float64(refusals))
	if links == 0 || links >= r.mean {
		return randomVictim(nil, p)
	}
	at, before := p.Rank(), -1
	for range 1 + p.Rand().IntN(int(math.Round(links))) {
		next := r.neighbours(t, at)
		to := next[p.Rand().IntN(len(next))]
		for to == before && len(next) > 1 {
			to = next[p.Rand().IntN(len(next))]
		}
		at, before = to, at
	}
	if at == p.Rank() { // around a square
		return before
	}
	return at
}

// neighbours are those of a processor. They are valid until the next call.
func (r *adaptiveReach) neighbours(t Topology, at int) []int {
	if grid, ok := t.(interface {
		AppendNeighbours(dst []int, rank int) []int
	}); ok {
		r.room = grid.AppendNeighbours(r.room[:0], at)
		return r.room
	}
	return t.Neighbours(at)
}
