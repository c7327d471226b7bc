package balance

// Adaptive, how much to ask for: see adaptive_search.go, which comes first.
//
// One element is usually a large part of what there is. Where the search for the next takes more than half of the time that
// an element lasts, a processor asks for half of the victim's load instead; but not if it asks near, or if moving an
// element takes more than a quarter of that time, for a parcel of many is slow where links are.
//
// Where elements are light, a parcel may take hardly longer than an element, so a processor tries both. Each is worth
// worked / lost: the time in which what has come is done, and the time of the search for it. Half a load has to be worth
// three times as much as one element, since another would have worked on it. Whenever more than a third of the time is
// lost, the other way is tried for two gifts; if it is worth less, again after sixteen, and twice as many each time.
//
// Few gifts say little, so each request reports the last one, and the victim learns from it. Once four gifts of both ways
// are known, these decide. The first gift does not count: it says how work spreads at the start. But if it lasts less than
// twice the time of its way, elements are too little, and a processor begins with halves.

const (
	shareSearch = 0.5 // of the time that an element lasts: a longer search has shares asked for
	shareMove   = 4   // elements that can be moved in the time that one lasts: if they are fewer, none
	sharePays   = 3   // times as much work for the time that is lost: half loads are kept
	shareTried  = 2   // gifts of a trial
	sharePause  = 16  // gifts before the next
	shareKnown  = 4   // gifts by which a way is known
	shareLittle = 2   // times as long as it took to come: if the first gift lasts less, begin with halves
)

// half reports whether to ask for half a load, not for one element.
func (g *adaptiveGifts) half() bool {
	if g.light() {
		return g.share.half
	}
	return g.reach.links == 0 && g.search > shareSearch*g.lasted && shareMove*g.moved < g.lasted
}

// adaptiveShares compares the two ways to ask.
type adaptiveShares struct {
	began  bool          // the first gift is done
	half   bool          // the present way
	ways   [2]shareWorth // one element, half a load
	trying int           // gifts until the trial is over
	wait   int           // gifts until the next may begin
	pause  int
	report shareReport
}

// shareReport is what a gift was worth, for others to know.
type shareReport struct {
	kind         uint32 // requestOne or requestHalf; requestPlain if there is nothing new
	worked, lost float64
}

// shareWorth is what one way is worth.
type shareWorth struct {
	worked, lost float64 // means, ns
	gifts        int
}

func (w *shareWorth) add(worked, lost float64) {
	w.gifts++
	weight := max(giftWeight, 1/float64(w.gifts))
	w.worked += weight * (worked - w.worked)
	w.lost += weight * (lost - w.lost)
}

// say puts the last report into a request, once.
func (s *adaptiveShares) say(m *Message) {
	if s.report.kind != requestPlain {
		m.Round, m.A, m.B = s.report.kind, s.report.worked, s.report.lost
		s.report.kind = requestPlain
	}
}

// hear takes the report in a request into account.
func (s *adaptiveShares) hear(m Message) {
	if m.Round == requestOne || m.Round == requestHalf {
		s.ways[m.Round-requestOne].add(m.A, m.B)
	}
}

// halfPays reports whether half loads bring enough more than single elements.
func (s *adaptiveShares) halfPays() bool {
	one, half := &s.ways[0], &s.ways[1]
	return half.worked*one.lost > sharePays*one.worked*half.lost
}

// learn takes a gift into account, and decides how to ask for the next.
func (s *adaptiveShares) learn(lost, worked, moved float64) {
	if !s.began {
		s.began = true
		if worked < shareLittle*moved {
			s.half, s.wait = true, sharePause
		}
		return
	}
	s.report = shareReport{requestOne, worked, lost}
	if s.half {
		s.report.kind = requestHalf
	}
	now := &s.ways[s.report.kind-requestOne]
	now.add(worked, lost)
	if s.trying == 0 && s.ways[0].gifts >= shareKnown && s.ways[1].gifts >= shareKnown {
		s.half = s.halfPays()
	}
	switch {
	case s.trying > 1:
		s.trying--
	case s.trying == 1:
		s.trying = 0
		if s.halfPays() == s.half {
			s.pause = sharePause
		} else {
			s.half = !s.half
			s.pause = max(sharePause, 2*s.pause)
		}
		s.wait = s.pause
	case s.wait > 0:
		s.wait--
	case now.worked/max(now.worked+now.lost, 1) < 2./3:
		s.half = !s.half
		s.trying = shareTried
	}
}
