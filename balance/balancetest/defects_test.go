package balancetest

import (
	"math"
	"math/rand/v2"
	"slices"

	"transat/balance"
)

// What the machines of TestBrokenMachinesAreCaught do wrong, in the order of its table.

type startsTwice struct{ balance.Policy }

func (s startsTwice) Start(p balance.Proc) {
	s.Policy.Start(p)
	s.Policy.Start(p)
}

type startsLate struct {
	balance.Policy
	started bool
}

func (s *startsLate) Start(p balance.Proc) { p.WakeAfter(balance.Second) }

func (s *startsLate) Wake(p balance.Proc) {
	if !s.started {
		s.started = true
		s.Policy.Start(p)
		return
	}
	s.Policy.Wake(p)
}

type reentrant struct {
	balance.Policy
	deep bool
}

func (r *reentrant) Receive(p balance.Proc, from int, m balance.Message) {
	r.Policy.Receive(reentrantProc{p, r}, from, m)
}

type reentrantProc struct {
	balance.Proc
	r *reentrant
}

func (p reentrantProc) Send(to int, m balance.Message) {
	if !p.r.deep {
		p.r.deep = true
		p.r.Policy.Wake(p.Proc)
		p.r.deep = false
	}
	p.Proc.Send(to, m)
}

type backwards struct{ balance.Proc }

func (b backwards) Now() balance.Ticks { return -b.Proc.Now() }

type idleOnce struct {
	balance.Policy
	told bool
}

func (i *idleOnce) Idle(p balance.Proc) {
	if !i.told {
		i.told = true
		i.Policy.Idle(p)
	}
}

type idleTooOften struct{ balance.Policy }

func (i idleTooOften) Arrived(p balance.Proc, from int) {
	i.Policy.Arrived(p, from)
	i.Policy.Idle(p)
}

type wakesEarly struct{ balance.Proc }

func (w wakesEarly) WakeAfter(d balance.Ticks) { w.Proc.WakeAfter(d - d/100) }

type wakesTwice struct{ balance.Proc }

func (w wakesTwice) WakeAfter(d balance.Ticks) {
	w.Proc.WakeAfter(d)
	w.Proc.WakeAfter(d)
}

type forgetsWakes struct {
	balance.Proc
	asked int
}

func (w *forgetsWakes) WakeAfter(d balance.Ticks) {
	if w.asked++; w.asked%2 == 1 {
		w.Proc.WakeAfter(d)
	}
}

type hardened struct{ balance.Policy }

func (h hardened) Wake(p balance.Proc) {
	defer func() { _ = recover() }()
	h.Policy.Wake(p)
}

type reversed struct{ balance.Proc }

func (r reversed) Neighbours() []int {
	n := slices.Clone(r.Proc.Neighbours())
	slices.Reverse(n)
	return n
}

type sameStream struct {
	balance.Proc
	random *rand.Rand
}

func (s *sameStream) Rand() *rand.Rand { return s.random }

type loadOfAll struct{ balance.Proc }

func (l loadOfAll) Load() float64 { return l.Proc.Load() + l.Working() }

type neverWorks struct{ balance.Proc }

func (neverWorks) Working() float64 { return 0 }

type noGrain struct{ balance.Proc }

func (noGrain) SetGrain(float64) {}

type largerGrain struct{ balance.Proc }

func (l largerGrain) SetGrain(load float64) { l.Proc.SetGrain(load * 1.001) }

type onlyNeighbours struct{ balance.Proc }

func (o onlyNeighbours) Send(to int, m balance.Message) {
	if slices.Contains(o.Neighbours(), to) {
		o.Proc.Send(to, m)
	}
}

type doubles struct{ balance.Proc }

func (d doubles) Send(to int, m balance.Message) {
	d.Proc.Send(to, m)
	d.Proc.Send(to, m)
}

type garbles struct{ balance.Proc }

func (g garbles) Send(to int, m balance.Message) {
	m.Round = uint32(uint16(m.Round))
	g.Proc.Send(to, m)
}

// swaps sends the messages to each processor in pairs, the second one first.
type swaps struct {
	balance.Proc
	kept map[int]balance.Message
}

func (s *swaps) Send(to int, m balance.Message) {
	first, ok := s.kept[to]
	if !ok {
		s.kept[to] = m
		return
	}
	s.Proc.Send(to, m)
	s.Proc.Send(to, first)
	delete(s.kept, to)
}

type letterTo struct {
	to int
	m  balance.Message
}

// elementsFirst holds messages back until the callback ends.
type elementsFirst struct {
	balance.Policy
	kept []letterTo
}

func (e *elementsFirst) Wake(p balance.Proc) {
	e.Policy.Wake(elementsFirstProc{p, e})
	for _, l := range e.kept {
		p.Send(l.to, l.m)
	}
	e.kept = nil
}

type elementsFirstProc struct {
	balance.Proc
	e *elementsFirst
}

func (p elementsFirstProc) Send(to int, m balance.Message) {
	p.e.kept = append(p.e.kept, letterTo{to, m})
}

// messagesFirst holds transfers back until the callback ends.
type messagesFirst struct {
	balance.Policy
	kept [][2]int
}

func (e *messagesFirst) Wake(p balance.Proc) {
	e.Policy.Wake(messagesFirstProc{p, e})
	for _, t := range e.kept {
		p.Transfer(t[0], t[1])
	}
	e.kept = nil
}

type messagesFirstProc struct {
	balance.Proc
	e *messagesFirst
}

func (p messagesFirstProc) Transfer(to, n int) int {
	p.e.kept = append(p.e.kept, [2]int{to, n})
	return n
}

type smallest struct{ balance.Proc }

func (s smallest) Transfer(to, n int) int {
	before := s.Len()
	for limit := math.Pow(2, -maxTeeth); before-s.Len() < n && s.Len() > 0; limit *= 2 {
		s.TransferLoad(to, limit, limit)
	}
	return before - s.Len()
}

type lies struct{ balance.Proc }

func (l lies) Transfer(to, n int) int { return l.Proc.Transfer(to, n-1) + 1 }

type unbounded struct{ balance.Proc }

func (u unbounded) TransferLoad(to int, atLeast, _ float64) float64 {
	return u.Proc.TransferLoad(to, atLeast, math.Inf(1))
}

type stopsShort struct{ balance.Proc }

func (s stopsShort) TransferLoad(to int, atLeast, atMost float64) float64 {
	return s.Proc.TransferLoad(to, atLeast/2, atMost)
}

type noTags struct{ balance.Proc }

func (noTags) SetTag(uint8) {}

type keepsTag struct {
	balance.Proc
	tag uint8
}

func (k *keepsTag) SetTag(tag uint8) { k.tag = tag }

func (k *keepsTag) Transfer(to, n int) int {
	k.Proc.SetTag(k.tag)
	return k.Proc.Transfer(to, n)
}
