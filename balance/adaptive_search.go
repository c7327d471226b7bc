package balance

import "math"

// Adaptive, elements one after the other: see adaptive.go, which comes first.
//
// A processor without work asks random others for their oldest element, as in steal.go. Where a vain try takes less than a
// node, it asks earlier, when it begins its last element; but not if that has just come, as such elements are usually large, and not
// after it has asked a lifeline (adaptive_lines.go).
//
//	first request   last request   arrived       all done
//	  |——— search ———|——— moved ———|——— lasted ———|
//	                 |— refusal —|                      an answer without an element, on average
//
// If moved − refusal, what an element adds, is less than a quarter of moved, elements are light: messages are what costs.
//
// While moving an element takes more than a quarter of the time that it lasts, and elements are not light, the reach falls: the
// number of links to a victim at most, at first the mean distance of two processors. Otherwise it rises, until it is
// anybody again. It begins with two links where a processor has work at the start, for others have work, too. It grows
// during a search, since all that is near may be idle. A random walk of at most that many links finds the victim.
//
// A processor that is asked while it solves a subtree to its end, and has nothing waiting, stops that and gives a part of
// it. So a subtree that is larger than it seemed costs no more than the time until somebody asks.

// What a request says besides, in its Round.
const (
	requestPlain uint32 = iota
	requestOne          // that a gift of one element gave work for A ns, and the search for it took B ns
	requestHalf         // the same of half a load
	requestAhead        // that a message is wanted ahead of the element
)

const (
	giftWeight = 1. / 8 // of the last gift in means
	giftLight  = 0.25   // of an answer: if elements add less, they are light

	reachMove  = 0.25 // of the time that elements last: if moving takes more, the reach falls
	reachBegin = 2    // links, where all have work at the start
	reachFalls = 0.7
	reachRises = 1.4
	reachGrows = 0.05     // by this share, in the time that an element lasts,
	reachAgain = 1. / 256 // and with every refusal
)

// adaptiveGifts is what a processor knows of elements that have come.
type adaptiveGifts struct {
	searching bool  // it has asked since the last elements came
	asked     int   // how often
	first     Ticks // when the search began
	last      Ticks // when the last request was sent
	came      Ticks // when elements came; 0 if they have been judged
	got       int   // how many
	gift      bool  // they came along a lifeline, when this processor was silent

	late                        adaptiveLate
	search, moved, lasted, adds float64 // means, of an element but for the search, ns
	transit                     adaptiveTransit
	refusals                    int
	refusal                     float64 // mean, ns
	reach                       adaptiveReach
	share                       adaptiveShares
}

// sent notes a request.
func (g *adaptiveGifts) sent(now Ticks) {
	if !g.searching {
		g.searching, g.first, g.asked = true, now, 0
	}
	g.asked++
	g.last = now
}

// arrived notes n elements.
func (g *adaptiveGifts) arrived(now Ticks, n int) {
	g.transit.arrived(now)
	if g.searching && n > 0 {
		g.late.answered(now - g.last)
		g.searching, g.came, g.got = false, now, n
	}
}

// given notes n elements along a lifeline.
func (g *adaptiveGifts) given(now Ticks, n int) {
	g.transit.arrived(now)
	if g.searching && n > 0 {
		g.searching, g.came, g.got, g.gift = false, now, n, true
	}
}

// judge notes that all elements that came are done but the last.
func (g *adaptiveGifts) judge(now Ticks) {
	if g.came == 0 {
		return
	}
	n := float64(g.got)
	if g.gift { // it was under way for longer than is known
		g.gift = false
		g.search += giftWeight * (float64(g.came-g.first) - g.search)
		g.lasted += giftWeight * (float64(now-g.came)/n - g.lasted)
		if g.light() {
			g.share.learn(float64(g.came-g.first), float64(now-g.came), g.moved)
		}
		g.came = 0
		return
	}
	took := float64(g.came-g.last) / n
	g.search += giftWeight * (float64(g.last-g.first) - g.search)
	g.moved += giftWeight * (took - g.moved)
	g.lasted += giftWeight * (float64(now-g.came)/n - g.lasted)
	if g.refusals > 0 {
		g.adds += giftWeight * (max(0, took-g.refusal/n) - g.adds)
	}
	if g.light() {
		g.share.learn(float64(g.came-g.first), float64(now-g.came), float64(g.came-g.last))
	}
	g.came = 0
	g.reach.learn(!g.light() && g.moved > reachMove*g.lasted)
}

// refused notes an answer without an element.
func (g *adaptiveGifts) refused(now Ticks) {
	g.refusals++
	g.late.answered(now - g.last)
	g.refusal += (float64(now-g.last) - g.refusal) / float64(g.refusals)
}

// light reports whether elements are light.
func (g *adaptiveGifts) light() bool { return g.refusals > 0 && g.adds < giftLight*g.moved }

// heavy reports whether elements are known not to be light.
func (g *adaptiveGifts) heavy() bool { return g.moved > 0 && g.refusals > 0 && !g.light() }

func (a *adaptive) ask(p Proc) {
	if p.Procs() == 1 || a.asking {
		return
	}
	g := &a.gifts
	a.asking = true
	g.judge(p.Now())
	if a.even && g.transit.slow(a.grain.mean) {
		a.evenOut(p)
		return
	}
	g.sent(p.Now())
	m := Message{Kind: adaptiveRequest}
	switch {
	case g.light():
		g.share.say(&m)
	case a.even && g.heavy() && g.transit.wanted():
		m.Round = requestAhead
	}
	if a.share && g.half() {
		m.Kind = adaptiveShare
	}
	to := g.reach.victim(p, a.topology, g.asked-1, float64(p.Now()-g.first)/max(g.lasted, 1))
	p.Send(to, m)
	g.late.asked(p, to)
}

// askAhead asks if the element in work is the last one.
func (a *adaptive) askAhead(p Proc) {
	if a.early() && !a.fresh && p.Busy() && p.Len() == 0 {
		a.ask(p)
	}
	a.fresh = false
}

// early reports whether to ask before work runs out: if a vain try takes less than a node, and no lifeline has been asked.
func (a *adaptive) early() bool {
	return a.ahead && a.lines.buddies == nil && (a.grain.off || a.gifts.refusals > 0 && a.gifts.refusal < a.grain.mean)
}

// give sends the oldest element, or a share, and ahead of it a message if the asker wants one. If nothing waits, others are
// short of work: from now on all is split, the element in work as well.
func (a *adaptive) give(p Proc, to int, m Message) {
	a.gifts.share.hear(m)
	if m.Kind == adaptiveWait {
		a.remember(p, linesRequest{from: to, half: m.A > 0})
		return
	}
	share := m.Kind == adaptiveShare
	if m.Round == requestAhead && !share && p.Len() > 0 {
		p.Send(to, Message{Kind: adaptiveComes})
	}
	n := giveShare(p, to, share)
	if n == 0 {
		a.grain.forget(p)
		if a.grain.interrupt(p) {
			n = giveShare(p, to, share)
		}
	}
	if n == 0 {
		p.Send(to, Message{Kind: adaptiveNothing})
		return
	}
	a.grain.gave(n)
}

// giveShare sends the oldest element, or as many as are worth half of the load, and returns how many.
func giveShare(p Proc, to int, share bool) int {
	if share {
		had, half := p.Len(), TotalLoad(p)/2
		if p.TransferLoad(to, half, half) > 0 {
			return had - p.Len()
		}
	}
	return p.Transfer(to, 1)
}

// refused asks the next, unless it has work, or has heard meanwhile that loads are evened out.
func (a *adaptive) refused(p Proc) {
	a.asking = false
	if a.side != nil {
		return
	}
	took := p.Now() - a.gifts.last
	a.gifts.refused(p.Now())
	if !a.wants(p) {
		return
	}
	if a.waits(p) {
		return
	}
	if later := tryLater(a.gifts.asked, took); later > 0 {
		a.asking, a.waiting, a.until = true, true, p.Now()+later
		p.WakeAfter(later)
		return
	}
	a.ask(p)
}

// wants reports whether an element is wanted, from elsewhere.
func (a *adaptive) wants(p Proc) bool { return !p.Busy() || a.early() && p.Len() == 0 }

// again asks after a wait, or somebody else if an answer is overdue. Between two requests none is under way.
func (a *adaptive) again(p Proc) {
	overdue := a.gifts.late.overdue(p, a.asking && !a.waiting, a.gifts.last)
	if !overdue && !(a.waiting && p.Now() >= a.until) {
		return
	}
	a.asking, a.waiting = false, false
	if a.wants(p) {
		a.ask(p)
	}
}

// adaptiveReach is how far away a victim may be.
type adaptiveReach struct {
	mean  float64 // distance of two processors, about, which a reach stays below; 0 on networks without sides
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

// victim picks whom to ask in a search with that many refusals, which has taken searched times as long as an element lasts.
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

// neighbours returns the ranks next to a processor. They are valid until the next call.
func (r *adaptiveReach) neighbours(t Topology, at int) []int {
	if grid, ok := t.(interface {
		AppendNeighbours(dst []int, rank int) []int
	}); ok {
		r.room = grid.AppendNeighbours(r.room[:0], at)
		return r.room
	}
	return t.Neighbours(at)
}

// adaptiveWordings are the words for the actions of engage.go, and for asking.
func adaptiveWordings() Wordings {
	s, thief := engagedWordings(), thiefWordings()
	s.Kinds = append(s.Kinds, thief.Kinds[stealRequest],
		Wording{
			"asked {peer} for half of its load", "was asked by {peer} for half of its load",
			"processors that have got too little ask others for half of their load",
		},
		thief.Kinds[stealNothing],
		Wording{
			"told {peer}: an element comes next", "heard from {peer}: an element comes next",
			"a message goes ahead of an element, which shows how long that takes",
		},
		Wording{
			"asked {peer} to remember that it has no work", "is to remember that {peer} has no work",
			"processors that have asked in vain ask their lifelines to send something as soon as they have it",
		})
	s.Quiet = thief.Quiet
	return s
}
