package sim

import "transat/balance"

// How better values spread, in a search with bounds. A processor that finds one tells it to all, along the tree of the routes from
// itself to the others over the links of the machine. Each passes it on to those behind it, once, and only if it has not
// heard of a value as good:
//
//	. . 2 . .        from the finder f over links of the first dimension, and from all of those over links of the second:
//	. . 1 . .        n − 1 messages of one link each for a value, if no other one is on its way
//	2 1 f 1 2
//	. . 1 . .
//
// It is the same on all machines and under all policies, and policies are not told. A message costs what a control message costs, at both
// ends and on the link, and counts as one. The best value of all is stopped nowhere, so all come to know it, if they work so long.

// value is a value that a processor has found and told.
type value struct {
	value balance.Incumbent
	from  int32 // physical processor
}

// isNews is the batch of a parcel that tells a value, whose number is the Round of its message.
const isNews = -1

// find tells the others of a better value that a processor has found.
func (p *proc[E]) find(v balance.Incumbent) {
	s := p.sim
	s.bounded.news = append(s.bounded.news, value{v, s.net.physical(p.rank)})
	p.passOn(len(s.bounded.news) - 1)
}

// hear is the event of a processor being told a value.
func (s *sim[E]) hear(p *proc[E], from int, number int) {
	s.total.message += s.cfg.Cost.MessageCPU
	p.charge(s.now, s.cfg.Cost.MessageCPU)
	s.spoken(MessageReceived, int(p.rank), from, s.messageOf(number))
	if b := &s.bounded.at[p.rank]; s.bounded.news[number].value > b.best {
		b.best = s.bounded.news[number].value
		p.passOn(number)
	}
}

// passOn tells a value to the processors behind this one.
func (p *proc[E]) passOn(number int) {
	s, cpu := p.sim, p.sim.cfg.Cost.MessageCPU
	at := s.net.physical(p.rank)
	s.bounded.next = s.cfg.Physical.AppendOnward(s.bounded.next[:0], int(s.bounded.news[number].from), int(at))
	for _, next := range s.bounded.next {
		to := s.net.rank(int32(next))
		s.total.messages++
		s.bounded.told++
		s.spoken(MessageSent, int(p.rank), int(to), s.messageOf(number))
		s.total.message += cpu
		p.cpuFree = max(p.cpuFree, p.local(s.now)) + cpu
		if p.busy {
			p.workEnd += cpu // the worker is up to date: nothing has to be noted for later
		} else {
			p.idleSince += cpu
		}
		i, x := s.net.parcel(p.rank, int(to))
		x.batch, x.message.Round, x.onLink = isNews, uint32(number), s.net.occupies(x, balance.MessageBytes)
		s.net.forward(i, x, p.global(p.cpuFree))
	}
}

// messageOf is what observers see of a value on its way.
func (s *sim[E]) messageOf(number int) balance.Message {
	return balance.Message{Kind: balance.IncumbentKind, A: float64(s.bounded.news[number].value)}
}
