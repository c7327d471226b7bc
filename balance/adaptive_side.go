package balance

import (
	"math"
	"slices"
)

// Adaptive, elements side by side: see adaptive.go, which comes first. How it goes in a search is in adaptive_even.go.
//
// Loads are evened out element by element, from wherever there is much to the least load that is known of, near or far:
//
//	load   9     6     5     3     6       B tells A: 3 and two hops, on this side;
//	       A     B     C     D     E       A asks B, the question goes on to C, and to D, which answers;
//	       A ————————1———————→ D           one element goes there directly
//
// To each neighbour, a processor tells the least load on its side: its own, or what another neighbour has told and a hop
// more. So loads become known far away by messages between neighbours; a hop stands for what is less sure there.
//
// Whoever has more than that by what is worth a move (adaptive_drift.go) asks. The question goes on as long as there
// is less by more than a hop, and the last one answers (adaptive_place.go). What is under way to a processor counts as its
// load, in what it tells and in its answers. So answers are true, and nobody is engaged meanwhile as in engage.go.
//
// A neighbour that tells so little a load of its own is not asked: what is heard just now is true, too. A message goes
// ahead of the element, so that it counts at once.

const (
	sideTell  = 0.45    // a change that is told, as a share of the difference that is worth a move
	sideHop   = 0.37    // a hop, as a share of noise times the drift
	sideLeast = 1. / 16 // the least hop, in elements
)

type adaptiveSide struct {
	ways    []sideWay
	radius  float64 // links that a question goes at most
	drift   sideDrift
	grain   *adaptiveGrain // of a search; nil if elements run side by side
	coming  []sideParcel
	leaving float64 // load that is about to be sent

	asking bool
	via    *sideWay // that the question has taken
	since  Ticks    // it was asked then
}

// sideWay is a neighbour, and what is known of the loads on its side.
type sideWay struct {
	rank int
	low  float64 // the least, and its hops
	told float64 // what it was told last
	busy Ticks   // an element that was sent there is on the link until then
}

// sideParcel is under way to here.
type sideParcel struct {
	from  int
	load  float64
	since Ticks
}

// newAdaptiveSide is for elements side by side if grain is nil, and otherwise for a search.
func newAdaptiveSide(t Topology, rank int, v Values, grain *adaptiveGrain) *adaptiveSide {
	s := &adaptiveSide{radius: v["radius"], drift: sideDrift{noise: v["noise"]}, grain: grain}
	if grain != nil {
		s.drift.noise = evenNoise
	}
	for _, n := range t.Neighbours(rank) {
		s.ways = append(s.ways, sideWay{rank: n, low: math.Inf(1), told: math.Inf(1)})
	}
	return s
}

func (s *adaptiveSide) start(p Proc) {
	s.drift.start(s.total(p), p.Now())
	s.act(p)
}

func (s *adaptiveSide) loadChanged(p Proc) {
	s.drift.notice(s.total(p), p.Now())
	s.act(p)
}

func (s *adaptiveSide) wake(p Proc) {
	s.drift.woken(p)
	s.act(p)
}

func (s *adaptiveSide) arrived(p Proc, from int) {
	if parcel, ok := s.came(from); ok {
		s.drift.travelled(p.Now() - parcel.since)
	}
	s.drift.moved(s.total(p))
	s.act(p)
}

func (s *adaptiveSide) receive(p Proc, from int, m Message) {
	s.drift.notice(s.total(p), p.Now())
	switch m.Kind {
	case engageLoad:
		s.heard(p, from, m)
	case engageAsk:
		s.asked(p, from, m)
	case engageGrant, engageRefuse:
		s.answered(p, from, m)
	case engageBring:
		s.expect(p, from, m.A)
	case engageNothing:
		s.came(from)
	}
	s.act(p)
}

// act does what there is to do after anything has happened.
func (s *adaptiveSide) act(p Proc) {
	s.judge(p)
	s.splitForOthers(p)
	s.tell(p)
	s.ask(p)
	s.drift.lookAgain(p)
}

// load is the own load, with what is under way to here and without what is about to leave.
func (s *adaptiveSide) load(p Proc) float64 {
	load := s.total(p) - s.leaving
	for _, parcel := range s.coming {
		load += parcel.load
	}
	return load
}

func (s *adaptiveSide) expect(p Proc, from int, load float64) {
	s.coming = append(s.coming, sideParcel{from, load, p.Now()})
}

// came returns the first parcel that is under way from a processor, which no longer is.
func (s *adaptiveSide) came(from int) (sideParcel, bool) {
	i := slices.IndexFunc(s.coming, func(parcel sideParcel) bool { return parcel.from == from })
	if i < 0 {
		return sideParcel{}, false
	}
	parcel := s.coming[i]
	s.coming = slices.Delete(s.coming, i, i+1)
	return parcel, true
}

// tell tells each neighbour the least load on this side, if that has changed by enough.
func (s *adaptiveSide) tell(p Proc) {
	own, hop := s.load(p), s.drift.hop
	first, second := math.Inf(1), math.Inf(1)
	for _, w := range s.ways {
		first, second = min(first, w.low), min(second, max(first, w.low))
	}
	for i := range s.ways {
		w := &s.ways[i]
		others := first
		if w.low == first {
			others = second
		}
		low := min(own, others+hop)
		change := math.Abs(low - w.told)
		if change > 0 && (low == 0 || change >= sideTell*s.drift.worth || s.search() && (low < 1) != (w.told < 1)) {
			w.told = low
			p.Send(w.rank, Message{Kind: engageLoad, Round: s.kind(), A: low, B: own})
		}
	}
}

// greet tells the own load to one that did not know that loads are evened out.
func (s *adaptiveSide) greet(p Proc, to int) {
	own := s.load(p)
	p.Send(to, Message{Kind: engageLoad, Round: s.kind(), A: own, B: own})
}

// heard notes the least load on the side of a neighbour, and sends something at once if that is its own, and worth it.
func (s *adaptiveSide) heard(p Proc, from int, m Message) {
	i := slices.IndexFunc(s.ways, func(w sideWay) bool { return w.rank == from })
	if i < 0 {
		return
	}
	w := &s.ways[i]
	w.low = m.A
	s.splitForOthers(p)
	s.judge(p)
	if room := s.room(p); m.B <= room {
		amount := amount(room, m.B, s.mean(p))
		p.Send(from, Message{Kind: engageBring, A: amount})
		s.send(p, w, from, m.B, amount)
	}
}

// sideSayings are those of a policy with the messages that are meant here in place of those of engage.go.
func sideSayings(s Sayings) Sayings {
	s.Kinds[engageLoad] = Saying{"told {peer}: the least load on this side is {A}", "heard from {peer}: the least load on its side is {A}", "processors tell their neighbours of the least load on their side"}
	s.Kinds[engageAsk] = Saying{"asked {peer} where there is at most {A}, for {Round}", "was asked by {peer} where there is at most {A}, for {Round}", "questions go down to where there is least"}
	s.Kinds[engageGrant] = Saying{"told {peer}: there is room here, load {A}", "heard from {peer}: there is room, load {A}", "those with least answer that there is room"}
	s.Kinds[engageRefuse] = Saying{"told {peer}: there is no room here, load {A}", "heard from {peer}: there is no room, load {A}", "those with least answer that they have too much"}
	return s
}
