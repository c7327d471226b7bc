package balance

import "math"

// Adaptive, elements side by side: where they go, see adaptive_side.go.
//
// There is room for an element where the load is less than the own by what is worth a move, or where there is nothing; nobody
// gives its last, which in a search is the one in work. One goes at a time, or an eighth of the room that is left, so that
// the next one goes by what is known then.
//
// Messages wait for elements that go before them. So a processor tells and asks before it sends, and counts a way that it
// has just sent an element on as two hops longer.

const (
	sideShare = 1. / 8 // of the room that is left
	sideBusy  = 2      // hops
)

// room is the load that another may have to be sent something, less than 0 if nobody may.
func (s *adaptiveSide) room(p Proc) float64 {
	if p.Len() < s.keeps() {
		return -1
	}
	return max(s.least(), s.total(p)-s.leaving-s.drift.worth)
}

// amount is how much is to go to a load in a room, if elements have the mean load grain.
func amount(room, load, grain float64) float64 { return max(grain, sideShare*(room-load)) }

// down is the way with the least load, other than to some neighbour; nil if there is none.
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

// ask asks where there is room, if it knows of some.
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

// asked passes a question on to where there is less, or answers it.
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

// send sends at most that much to one that expects it and has the given load, by that way.
func (s *adaptiveSide) send(p Proc, w *sideWay, to int, load, amount float64) {
	if p.Len() < s.keeps() {
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
