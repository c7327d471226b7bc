package balance

import (
	"math"
	"slices"
)

// Adaptive, elements side by side: see adaptive.go, which comes first; adaptive_even.go has what differs in a search.
//
// Elements go one by one from wherever there is much to the least load that is known of, near or far:
//
//	load   9     6     5     3     6       B tells A: 3 and two hops, on this side;
//	       A     B     C     D     E       A asks B, the question goes on to C, and to D, which answers;
//	       A ————————1———————→ D           one element goes there directly
//
// A processor tells each neighbour the least load on its side: its own, or what another neighbour has told and a hop, which
// stands for what is less sure there. If the own load exceeds that by what is worth a move (adaptive_drift.go), it asks. The
// question goes on while there is less by more than a hop, and the last processor answers. Load under way to a
// processor counts as its own, so answers stay true, and no processor is engaged meanwhile, as in engage.go. A neighbour
// that tells a low load of its own is not asked, since that is true now.
//
// One element goes at a time, or an eighth of the room that is left, so that the next goes by what is known then. Messages
// wait for elements that go before them. So a processor tells and asks before it sends, and counts a way that it has
// just sent an element on as two hops longer; and a message goes ahead of an element that was not asked for, so that it counts at once.

const (
	sideTell  = 0.45    // a change that is told, as a share of the difference that is worth a move
	sideHop   = 0.37    // a hop, as a share of noise times the drift
	sideLeast = 1. / 16 // the least hop, in elements
	sideShare = 1. / 8  // of the room that is left: what is sent at a time
	sideBusy  = 2       // hops, while an element is on the way
)

type adaptiveSide struct {
	ways    []sideWay
	radius  float64 // links that a question goes at most
	drift   sideDrift
	grain   *adaptiveGrain // of a search; nil if elements run side by side
	keeps   int            // waiting elements of which one may go
	least   float64        // load to which an element is sent, at least
	kind    uint32         // tells the neighbours of a search
	coming  []sideParcel
	leaving float64 // load that is about to be sent

	asking bool
	via    *sideWay // of the question
	since  Ticks    // when it was asked
}

// sideWay is a neighbour, and what is known of the loads on its side.
type sideWay struct {
	rank int
	low  float64 // the least, and its hops
	told float64 // what the neighbour was told last
	busy Ticks   // when the last element that was sent there has left the link
}

// sideParcel is under way to here.
type sideParcel struct {
	from  int
	load  float64
	since Ticks
}

// newAdaptiveSide evens out elements side by side if grain is nil, and otherwise those of a search.
func newAdaptiveSide(t Topology, rank int, v Values, grain *adaptiveGrain) *adaptiveSide {
	s := &adaptiveSide{radius: v["radius"], drift: sideDrift{noise: v["noise"]}, keeps: 2}
	if grain != nil {
		s.evenOut(grain)
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

// act decides what to do after any event.
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

// came returns the first parcel under way from a processor, and removes it.
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
			p.Send(w.rank, Message{Kind: engageLoad, Round: s.kind, A: low, B: own})
		}
	}
}

// greet tells the own load to a processor that does not know yet that loads are evened out.
func (s *adaptiveSide) greet(p Proc, to int) {
	own := s.load(p)
	p.Send(to, Message{Kind: engageLoad, Round: s.kind, A: own, B: own})
}

// heard notes the least load on the side of a neighbour, and sends it an element at once if its own load is worth that.
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

// room is the largest load of another processor that an element is worth sending to; below 0 if there is none to send.
func (s *adaptiveSide) room(p Proc) float64 {
	if p.Len() < s.keeps {
		return -1
	}
	return max(s.least, s.total(p)-s.leaving-s.drift.worth)
}

// amount is how much goes to a processor with that load, if elements have the mean load grain.
func amount(room, load, grain float64) float64 { return max(grain, sideShare*(room-load)) }

// down is the way with the least load, except that to one neighbour; nil if there is none.
func (s *adaptiveSide) down(p Proc, except int) *sideWay {
	var best *sideWay
	least := math.Inf(1)
	for i := range s.ways {
		w := &s.ways[i]
		low := w.low
		if p.Now() < w.busy {
			low += sideBusy * s.drift.hop
		}
		if w.rank != except && low < least {
			best, least = w, low
		}
	}
	return best
}

// ask asks where there is room, if some is known of.
func (s *adaptiveSide) ask(p Proc) {
	if s.asking {
		return
	}
	w, room := s.down(p, -1), s.room(p)
	if w == nil || w.low > room {
		return
	}
	s.asking, s.via, s.since = true, w, p.Now()
	p.Send(w.rank, Message{Kind: engageAsk, Round: uint32(p.Rank()), A: room, B: s.radius})
}

// asked passes a question on to where there is less load, or answers it.
func (s *adaptiveSide) asked(p Proc, from int, m Message) {
	asker, own := int(m.Round), s.load(p)
	w := s.down(p, from)
	if m.B > 1 && w != nil && w.rank != asker && w.low+s.drift.hop < own {
		m.B--
		p.Send(w.rank, m)
		return
	}
	messages := uint32(s.radius - m.B + 2)
	if own > m.A || asker == p.Rank() {
		p.Send(asker, Message{Kind: engageRefuse, Round: messages, A: own})
		return
	}
	amount := amount(m.A, own, s.mean(p))
	s.expect(p, asker, amount)
	p.Send(asker, Message{Kind: engageGrant, Round: messages, A: own, B: amount})
}

// answered ends the question.
func (s *adaptiveSide) answered(p Proc, from int, m Message) {
	s.asking = false
	s.drift.answered(p.Now()-s.since, float64(m.Round))
	if m.Kind == engageGrant {
		s.send(p, s.via, from, m.A, max(m.B, s.mean(p)))
	} else {
		s.via.low = max(s.via.low, m.A)
	}
}

// send sends at most that much load by a way to a processor that expects it and has the given load.
func (s *adaptiveSide) send(p Proc, w *sideWay, to int, load, amount float64) {
	if p.Len() < s.keeps {
		amount = 0
	}
	amount = min(amount, (s.total(p)-load)/2)
	if to != w.rank {
		w.low = max(w.low, load+amount)
	} else {
		w.low = load + amount
	}
	if amount > 0 {
		w.busy = p.Now() + Ticks(s.drift.travel)
		s.leaving = amount
		s.tell(p)
		s.ask(p)
		s.leaving = 0
	}
	if s.move(p, to, amount) > 0 {
		p.CountPhase()
	}
	s.drift.moved(s.total(p))
}

// sideWordings are the words of a policy whose messages of engage.go mean something else.
func sideWordings(s Wordings) Wordings {
	s.Kinds[engageLoad] = Wording{
		"told {peer}: the least load on this side is {A}", "heard from {peer}: the least load on its side is {A}",
		"processors tell their neighbours of the least load on their side",
	}
	s.Kinds[engageAsk] = Wording{
		"asked {peer} where there is at most {A}, for {Round}", "was asked by {peer} where there is at most {A}, for {Round}",
		"questions go down to where there is least",
	}
	s.Kinds[engageGrant] = Wording{
		"told {peer}: there is room here, load {A}", "heard from {peer}: there is room, load {A}",
		"those with least answer that there is room",
	}
	s.Kinds[engageRefuse] = Wording{
		"told {peer}: there is no room here, load {A}", "heard from {peer}: there is no room, load {A}",
		"those with least answer that they have too much",
	}
	return s
}
