package balance

// Adaptive, how much to ask for: see adaptive_ask.go, which comes first.
//
// One element is usually a large part of what there is. If it is not, the search for the next takes much of the time that an
// element lasts: if it is more than half, a processor asks for half of the victim's load. But a parcel of many is slow
// where links are. So nobody does so who asks near, or for whom moving an element takes more than a quarter of that time.
//
// Where elements are light (adaptive_ask.go), a parcel may take hardly longer than an element.
// There, a processor tries. To ask for one element, or for half a load, is worth
//
//	worked / lost
//
// where lost is the time from the first request until something comes, and worked the time until all of that is done. Half a load is asked
// for only if it is worth three times as much as one element: another would have worked on it, so what it brings more is no
// gain for all. Whenever more than a third of the time is lost, the other way is tried for two gifts; if that is worth less, it is
// tried again after sixteen gifts, and after twice as many each time.
//
// Few gifts say little. So whoever asks says what its last one was worth, and all learn from those who ask them. Once both ways are
// known by four gifts, that decides.
//
// The first gift is not counted: how long it takes to come says how work spreads at the start. But if it is done in less than twice the time
// that it took to come once it was asked for, elements are too little to be asked for, and a processor begins with halves.

const (
	shareSearch = 0.5 // of the time that an element lasts: a longer search has shares asked for
	shareMove   = 4   // elements that can be moved in the time that one lasts: if they are fewer, none
	sharePays   = 3   // times as much work for the time that is lost: half loads are kept
	shareTried  = 2   // gifts of a trial
	sharePause  = 16  // gifts before the next
	shareKnown  = 4   // gifts by which a way is known
	shareLittle = 2   // times as long as it took to come: if the first gift lasts less, begin with halves
)

// adaptiveShares compares the two ways to ask.
type adaptiveShares struct {
	began  bool // the first gift is done
	half   bool // the way that is gone
	ways   [2]shareWorth
	trying int // gifts until the trial is over
	wait   int // gifts until the next may begin
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

// share is that of the time with work.
func (w *shareWorth) share() float64 { return w.worked / max(w.worked+w.lost, 1) }

// now is the way that is gone, and other the other one.
func (s *adaptiveShares) now() (now, other *shareWorth) {
	if s.half {
		return &s.ways[1], &s.ways[0]
	}
	return &s.ways[0], &s.ways[1]
}

// known reports whether enough gifts have been seen.
func (w *shareWorth) known() bool { return w.gifts >= shareKnown }

// say puts the last report into a request, unless that has been done.
func (s *adaptiveShares) say(m *Message) {
	if s.report.kind != requestPlain {
		m.Round, m.A, m.B = s.report.kind, s.report.worked, s.report.lost
		s.report.kind = requestPlain
	}
}

// hear takes the report of one that asks into account.
func (s *adaptiveShares) hear(m Message) {
	switch m.Round {
	case requestOne:
		s.ways[0].add(m.A, m.B)
	case requestHalf:
		s.ways[1].add(m.A, m.B)
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
	now, other := s.now()
	now.add(worked, lost)
	s.report = shareReport{requestOne, worked, lost}
	if s.half {
		s.report.kind = requestHalf
	}
	if s.trying == 0 && now.known() && other.known() {
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
	case now.share() < 2./3:
		s.half = !s.half
		s.trying = shareTried
	}
}
