package balance

// Adaptive, elements one after the other: see adaptive.go, which comes first.
//
// A processor without work asks others at random for their oldest element, as in steal.go; how far away they may be is in
// adaptive_reach.go. It asks once more than there:
// ahead of time, when it begins on its last element and that is no new one. Then the answer travels while it works. An
// element that has just come is usually large, so nobody is asked when it is begun. Nor where a vain try takes longer than
// a node: there, messages cost more than is won.
//
// One element is usually a large part of what there is. Where it is not, a processor finds out by what it gets:
//
//	first request   last request   arrived       all done
//	  |——— search ———|——— moved ———|——— lasted ———|
//	                 |— refusal —|                      an answer without an element, on average
//
// What moved has more than a refusal is what the element adds. If that is less than a quarter of moved, elements are light: the
// messages are what costs. How much to ask for is in adaptive_share.go.
//
// Whoever is asked while it solves a subtree to its end, and has nothing waiting, stops that and gives a part of it. So
// a subtree that is larger than it was thought to be costs no more than the time until somebody asks.

// What a request says besides, in its Round.
const (
	requestPlain uint32 = iota
	requestOne          // that a gift of one element gave work for A ns, and was looked for for B ns
	requestHalf         // the same of half a load
	requestAhead        // that a message is wanted ahead of the element
)

const (
	giftWeight = 1. / 8 // of the last gift in means
	giftLight  = 0.25   // of an answer: if elements add less, they are light
)

// adaptiveGifts is what a processor knows of elements that have come.
type adaptiveGifts struct {
	searching bool  // since the last have come, somebody has been asked
	asked     int   // how often
	first     Ticks // when the search began
	last      Ticks // when the last request was sent
	came      Ticks // when elements came; 0 if they have been judged
	got       int   // so many

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
		g.searching, g.came, g.got = false, now, n
	}
}

// judge notes that what has come is done, but for the last element.
func (g *adaptiveGifts) judge(now Ticks) {
	if g.came == 0 {
		return
	}
	n := float64(g.got)
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
	g.refusal += (float64(now-g.last) - g.refusal) / float64(g.refusals)
}

// light reports whether elements are: an element adds little to an answer.
func (g *adaptiveGifts) light() bool { return g.refusals > 0 && g.adds < giftLight*g.moved }

// heavy reports whether elements are known not to be light.
func (g *adaptiveGifts) heavy() bool { return g.moved > 0 && g.refusals > 0 && !g.light() }

// victim picks whom to ask.
func (g *adaptiveGifts) victim(p Proc, t Topology) int {
	return g.reach.victim(p, t, g.asked-1, float64(p.Now()-g.first)/max(g.lasted, 1))
}

// half reports whether to ask for half a load, not for one element.
func (g *adaptiveGifts) half() bool {
	if g.light() {
		return g.share.half
	}
	return g.reach.links == 0 && g.search > shareSearch*g.lasted && shareMove*g.moved < g.lasted
}

func (a *adaptive) ask(p Proc) {
	if p.Procs() == 1 || a.asking {
		return
	}
	a.asking = true
	a.gifts.judge(p.Now())
	if a.even && a.gifts.transit.slow(a.grain.mean) {
		a.evenOut(p)
		return
	}
	a.gifts.sent(p.Now())
	m := Message{Kind: adaptiveRequest}
	switch {
	case a.gifts.light():
		a.gifts.share.say(&m)
	case a.even && a.gifts.heavy() && a.gifts.transit.wanted():
		m.Round = requestAhead
	}
	if a.share && a.gifts.half() {
		m.Kind = adaptiveShare
	}
	p.Send(a.gifts.victim(p, a.topology), m)
}

// askAhead asks if the element in work is the last one.
func (a *adaptive) askAhead(p Proc) {
	if a.early() && !a.fresh && p.Busy() && p.Len() == 0 {
		a.ask(p)
	}
	a.fresh = false
}

// early reports whether to ask ahead of time: if a vain try takes no longer than a node.
func (a *adaptive) early() bool {
	return a.ahead && (a.grain.off || a.gifts.refusals > 0 && a.gifts.refusal < a.grain.mean)
}

// give sends the oldest element, or a share, and if it is asked to, a message ahead of it. If nothing waits, others are short
// of work: from now on, all is split, what is in work as well.
func (a *adaptive) give(p Proc, to int, m Message) {
	a.gifts.share.hear(m)
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

// refused asks the next, unless something has turned up.
func (a *adaptive) refused(p Proc) {
	a.asking = false
	if a.side != nil { // it has heard meanwhile that loads are evened out
		return
	}
	a.gifts.refused(p.Now())
	if !p.Busy() || a.early() && p.Len() == 0 {
		a.ask(p)
	}
}

// adaptiveSayings are those of the actions of engage.go, and of asking.
func adaptiveSayings() Sayings {
	s, thief := engagedSayings(), thiefSayings()
	s.Kinds = append(s.Kinds, thief.Kinds[stealRequest],
		Saying{"asked {peer} for half of its load", "was asked by {peer} for half of its load", "processors that have got too little ask others for half of their load"},
		thief.Kinds[stealNothing],
		Saying{"told {peer}: an element comes next", "heard from {peer}: an element comes next", "a message goes ahead of an element, which shows how long that takes"})
	s.Quiet = thief.Quiet
	return s
}
