package balance

import "math"

// Adaptive, elements side by side: see adaptive.go, which comes first.
//
// Processors even out their domains as in an.go. Two things change as they go, each processor's own.
//
// The threshold. Every action costs both sides time. The slower loads change, the fewer actions there are, and
// the smaller the differences that they may see to; if loads change fast, actions would take all the time, and the next
// change would undo them. A processor knows the share s of its time in which it takes part in actions: a parcel is on its
// way for about as long as it takes to pack and unpack it. From this comes
//
//	threshold = 1/20 · (1 + (s/effort)³)
//
// One element in twenty is the least that is worth it. Below effort, all differences are evened out; far above, next to
// none: the share settles at one or two times effort. Loads are told when they have changed by as much as the threshold.
//
// The radius. What is told has to be true when it is acted upon: no more than a few of a domain's loads may change
// while its master asks. With m members within radius r, which each tell their load once in an interval T, and answers
// that take t, that number is
//
//	news(r) = m(r) · t(r) / T
//
// A processor measures T by its own news, and t by its own questions, and takes t(r) to grow like r. It begins with the
// largest radius, goes down if news(r) is above 1/10, and up if news(r+1) would be below 1/20.
// Members outside the radius are told nothing.
//
// When loads come to rest, nothing happens that would let the threshold fall and the radius grow again. So as long as
// either is not what it would be at rest, a processor looks again after as long a time as it has in mind.

const (
	sideThreshold = 0.05 // the least
	sideNews      = 0.05 // loads of a larger domain that may change during a question
	sideWeight    = 1. / 16

	sideGreeting = 1 // Round of a message of a load: the sender wants to know that of the receiver
)

type adaptiveSide struct {
	an     *an    // what is done within the radius
	domain domain // the largest; the loads of an's are the first of its
	sizes  []int  // members within each radius, from 1 on
	radius int
	effort float64

	began, ended Ticks   // of the last part in an action
	bound, whole float64 // time in actions, and time: sums that forget, up to ended

	again Ticks // when it looks again; 0 if it does not

	toldAt   Ticks
	interval float64 // mean time between the own news, ns; 0 before the first
	answer   float64 // mean time that all answers to a question take, ns; 0 before the first
}

func newAdaptiveSide(t Topology, rank int, v Values) *adaptiveSide {
	s := &adaptiveSide{an: &an{}, effort: v["effort"]}
	radius := int(v["radius"])
	for r := 1; r <= radius; r++ {
		s.sizes = append(s.sizes, len(within(t, rank, r)))
	}
	s.domain = newDomain(within(t, rank, radius), 0)
	s.an.decide = s.an.ask
	s.within(radius)
	return s
}

// within sets the radius.
func (s *adaptiveSide) within(radius int) {
	s.radius = radius
	n := s.sizes[radius-1]
	d, all := &s.an.domain, &s.domain
	d.ranks, d.loads, d.grains, d.away = all.ranks[:n], all.loads[:n], all.grains[:n], all.away[:n]
}

// receive hears of loads of all, and lets an do what is to be done.
func (s *adaptiveSide) receive(p Proc, from int, m Message) {
	switch m.Kind {
	case engageLoad, engageFree, engageGrant:
		s.domain.hear(from, m)
	}
	if m.Kind == engageLoad && m.Round == sideGreeting {
		p.Send(from, loadMessage(p, engageFree))
	}
	s.do(p, func(a *an) { a.Receive(p, from, m) })
}

// do lets an do something, and watches.
func (s *adaptiveSide) do(p Proc, what func(*an)) {
	a, now := s.an, p.Now()
	s.threshold(now)
	bound, told, asking, asked := a.bound, a.told, a.asking > 0, a.began
	what(a)
	if a.told != told {
		s.interval = smooth(s.interval, float64(now-s.toldAt))
		s.toldAt = now
	}
	if asking && (a.asking == 0 || a.began != asked) {
		s.answer = smooth(s.answer, float64(now-asked))
	}
	switch {
	case a.bound && !bound:
		s.began = now
	case bound && !a.bound:
		s.bound += float64(now - s.began)
		s.whole += float64(now - s.ended)
		s.bound -= sideWeight * s.bound
		s.whole -= sideWeight * s.whole
		s.ended = now
	}
	if !a.bound && a.asking == 0 {
		s.adapt(p)
	}
	s.lookAgain(p)
}

// wake goes on after a pause of an, or looks again.
func (s *adaptiveSide) wake(p Proc) {
	if p.Now() != s.again {
		s.do(p, func(a *an) { a.Wake(p) })
		return
	}
	s.again = 0
	s.do(p, func(a *an) { a.decide(p) })
}

// lookAgain sees to it that s is called again unless threshold and radius are those at rest.
func (s *adaptiveSide) lookAgain(p Proc) {
	now := p.Now()
	mind := s.whole + float64(now-s.ended)
	if s.again > 0 || s.radius == len(s.sizes) && s.bound <= mind*s.effort/2 {
		return
	}
	wait := Ticks(max(mind, s.interval, float64(now-s.toldAt), 1))
	s.again = now + wait
	p.WakeAfter(wait)
}

// smooth takes a value into a mean, 0 if there is none yet.
func smooth(mean, value float64) float64 {
	if mean == 0 {
		return value
	}
	return mean + sideWeight*(value-mean)
}

// threshold sets the thresholds of the next action.
func (s *adaptiveSide) threshold(now Ticks) {
	share := 0.0
	if whole := s.whole + float64(now-s.ended); whole > 0 {
		share = s.bound / whole
	}
	s.an.threshold = min(1, sideThreshold*(1+math.Pow(share/s.effort, 3)))
	s.an.change = s.an.threshold
}

// news is how many loads would change while a question with that radius is answered.
func (s *adaptiveSide) news(radius int, interval float64) float64 {
	return float64(s.sizes[radius-1]) * s.answer / interval * float64(radius) / float64(s.radius)
}

// adapt changes the radius by one if it has to be.
func (s *adaptiveSide) adapt(p Proc) {
	interval := max(s.interval, float64(p.Now()-s.toldAt))
	if s.answer == 0 || interval == 0 {
		return
	}
	switch {
	case s.radius > 1 && s.news(s.radius, interval) > 2*sideNews:
		s.within(s.radius - 1)
	case s.radius < len(s.sizes) && s.news(s.radius+1, interval) < sideNews:
		s.within(s.radius + 1)
		s.greet(p)
	}
}

// greet tells those that have come within the radius of the load, and asks for theirs, which until then is taken to be the same.
func (s *adaptiveSide) greet(p Proc) {
	m := loadMessage(p, engageLoad)
	m.Round = sideGreeting
	for i := s.sizes[s.radius-2]; i < len(s.an.ranks); i++ {
		s.an.loads[i] = m.A
		p.Send(s.an.ranks[i], m)
	}
}
