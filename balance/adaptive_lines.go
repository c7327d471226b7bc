package balance

import "slices"

// Adaptive, processors that are remembered: see adaptive_search.go, which comes first; the idea is that of lifeline.go.
//
// Where a vain try takes longer than a node, and elements are light, a processor that has asked in vain a few times asks its lifelines,
// each once, and falls silent. A lifeline that has nothing to spare says so, and remembers who has asked:
//
//	asks at random           nothing, nothing
//	asks a lifeline          nothing; it is remembered there
//	asks the next one        nothing; …
//	is silent                … until one of them has elements that wait
//
// So where messages are dear, those who have work are not kept from it by those who ask again and again, and an element goes out as soon
// as there is one. A processor gives as much as its asker wants, one element or half, and keeps one to work on.

const (
	linesBase = 4 // of the cyclic hypercube, see lifeline.go

	// Tags of elements along a lifeline.
	linesAnswer uint8 = 1 // to a question
	linesGift   uint8 = 2 // to a processor that was remembered
)

// adaptiveLines are the lifelines of a processor, and the processors that it remembers.
type adaptiveLines struct {
	tries   int            // vain tries before the first is asked; 0: none ever is
	buddies []int          // nil before that
	asked   []bool         // by buddy: it remembers this processor, or is about to
	waiting []linesRequest // the first is served first
}

// linesRequest is what a processor wants that waits.
type linesRequest struct {
	from int
	half bool // half a load, not one element
}

// next returns a lifeline that does not remember this processor, and counts it as one that does; false if there is none.
func (l *adaptiveLines) next(p Proc) (to int, ok bool) {
	if l.buddies == nil {
		l.buddies = lifelines(p.Rank(), p.Procs(), linesBase)
		l.asked = make([]bool, len(l.buddies))
	}
	i := slices.Index(l.asked, false)
	if i < 0 {
		return 0, false
	}
	l.asked[i] = true
	return l.buddies[i], true
}

// came notes elements from a lifeline, which forgets this processor with them.
func (l *adaptiveLines) came(from int) { l.asked[slices.Index(l.buddies, from)] = false }

// waits asks the next lifeline, if tries at random have been vain for too long, or falls silent. It reports whether it does so.
func (a *adaptive) waits(p Proc) bool {
	l, g := &a.lines, &a.gifts
	if l.tries == 0 || g.asked < l.tries || p.Busy() || !g.light() || g.refusal < a.grain.mean {
		return false
	}
	to, ok := l.next(p)
	if !ok {
		return true
	}
	a.asking = true
	g.sent(p.Now())
	m := Message{Kind: adaptiveWait}
	if a.share && g.half() {
		m.A = 1
	}
	p.Send(to, m)
	g.late.asked(p, to)
	return true
}

// remember gives to a processor that asks along a lifeline, at once or later.
func (a *adaptive) remember(p Proc, r linesRequest) {
	if a.giveAlong(p, r, linesAnswer) {
		return
	}
	a.grain.forget(p)
	if a.grain.interrupt(p) && a.giveAlong(p, r, linesAnswer) {
		return
	}
	a.lines.waiting = append(a.lines.waiting, r)
	p.Send(r.from, Message{Kind: adaptiveNothing})
}

// serve gives to those that are remembered, as long as there is something to keep. All is split while some wait.
func (a *adaptive) serve(p Proc) {
	l := &a.lines
	for len(l.waiting) > 0 {
		if !a.giveAlong(p, l.waiting[0], linesGift) {
			a.grain.forget(p)
			return
		}
		l.waiting = slices.Delete(l.waiting, 0, 1)
	}
}

// giveAlong sends elements along a lifeline, unless that would leave nothing to work on.
func (a *adaptive) giveAlong(p Proc, r linesRequest, tag uint8) bool {
	if p.Len() == 0 || p.Len() == 1 && !p.Busy() {
		return false
	}
	n := 1
	if r.half {
		n = (p.Len() + 1) / 2
	}
	p.SetTag(tag)
	n = p.Transfer(r.from, n)
	a.grain.gave(n)
	return n > 0
}

// arrivedAlong notes elements that came along a lifeline. A try at random may be under way.
func (a *adaptive) arrivedAlong(p Proc, from int, tag uint8) {
	a.lines.came(from)
	if tag == linesAnswer {
		a.asking = false
	}
	a.fresh = true
	a.gifts.given(p.Now(), p.Len())
}
