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
// where lost is the time from the first request until something comes, and worked the time until all of that is done. Whenever more than
// a third of the time is lost, the other way is tried for two gifts. Half a load is kept only if it is worth
// three times as much as one element: another would have worked on it, so what it brings more is no gain for all. The way that has lost
// is tried again after sixteen gifts, and after twice as many each time it loses again.
//
// The first gift is not counted: how long it takes to come says how work spreads at the start. But if it is done sooner than it
// took to come once it was asked for, elements are too little to be asked for, and a processor begins with halves.

const (
	shareSearch = 0.5 // of the time that an element lasts: a longer search has shares asked for
	shareMove   = 4   // elements that can be moved in the time that one lasts: if they are fewer, none
	sharePays   = 3   // times as much work for the time that is lost: half loads are kept
	shareTried  = 2   // gifts of a trial
	sharePause  = 16  // gifts before the next
)

// adaptiveShares compares the two ways to ask.
type adaptiveShares struct {
	began  bool // the first gift is done
	half   bool // the way that is gone
	ways   [2]shareWorth
	trying int // gifts until the trial is over
	wait   int // gifts until the next may begin
	pause  int
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

// halfPays reports whether half loads bring enough more than single elements.
func (s *adaptiveShares) halfPays() bool {
	one, half := &s.ways[0], &s.ways[1]
	return half.worked*one.lost > sharePays*one.worked*half.lost
}

// learn takes a gift into account, and decides how to ask for the next.
func (s *adaptiveShares) learn(lost, worked, moved float64) {
	if !s.began {
		s.began = true
		if worked < moved {
			s.half, s.wait = true, sharePause
		}
		return
	}
	now, other := s.now()
	now.add(worked, lost)
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
		*other = shareWorth{}
	}
}
