package balance

// Adaptive, a search on slow links: see adaptive_ask.go and adaptive_side.go, which come first.
//
// Who asks when it has no work waits for an answer. That is little, where an element moves fast. On slow links it
// is not: a processor that waits for every element that it works on does nothing else. So there, elements should come before they are
// needed. Loads are evened out as those of elements side by side, with these differences:
//
//	side by side                           in a search
//	a load is the estimated one            a number of elements, with the one in work
//	worth a move: noise times the drift    3 times, and at least 0.4 of the own load: all is well while there is work
//	nobody gives its last                  the last is the one in work
//	                                       who has nothing is worth a move always, and is told of at once
//	                                       nobody solves a subtree to its end while one with nothing is known of
//
// Links are slow if an element takes longer on its way than a node takes to expand, by half. To measure that, a processor that finds
// elements not to be light (adaptive_ask.go) wants a message sent ahead of the next four. Both go the same way, one after the other, so what
// is between them is the time of the element alone. The least of the four counts, since elements may wait for others.
//
// On lines, rings and trees work would have to go the whole way from neighbour to neighbour, and in a clique all would be told of everything. So
// loads are evened out only on networks whose processors have three neighbours or more on average, and none of them very many.
//
// Whoever finds links slow tells its neighbours its load, and who hears that, or asks one that knows, knows as well. So all do soon.

const (
	evenNoise = 3   // times the drift: a difference that is worth a move
	evenShare = 0.4 // of the own load, at least
	evenLeast = 0.5 // less than one element: the load of one that has nothing, and is not next to here
	evenSeen  = 4   // elements that are measured
	evenNodes = 1.5 // that are expanded while an element is on its way: links are slow
	evenWays  = 3   // neighbours on average, at least,
	evenMost  = 16  // and of the first processor, at most
)

// evenFits reports whether loads are worth evening out on a network.
func evenFits(t Topology) bool {
	if len(t.Neighbours(0)) > evenMost {
		return false
	}
	ways, procs := 0, t.Procs()
	var room adaptiveReach
	for rank := range procs {
		ways += len(room.neighbours(t, rank))
	}
	return ways >= evenWays*procs
}

// adaptiveTransit measures how long elements are on their way.
type adaptiveTransit struct {
	told  Ticks // a message says that one comes; 0 if none does
	least Ticks
	seen  int
}

// wanted reports whether to ask for a message ahead.
func (t *adaptiveTransit) wanted() bool { return t.seen < evenSeen }

// arrived notes an element.
func (t *adaptiveTransit) arrived(now Ticks) {
	if t.told == 0 {
		return
	}
	if took := now - t.told; t.seen == 0 || took < t.least {
		t.least = took
	}
	t.seen++
	t.told = 0
}

// slow reports whether links are, if a node takes that long, ns; 0 if that is not known.
func (t *adaptiveTransit) slow(node float64) bool {
	return node > 0 && !t.wanted() && float64(t.least) > evenNodes*node
}

// search reports whether elements run one after the other.
func (s *adaptiveSide) search() bool { return s.grain != nil }

// kind tells one who hears of a load what kind it is.
func (s *adaptiveSide) kind() uint32 {
	if s.search() {
		return 1
	}
	return 0
}

// total is the own load.
func (s *adaptiveSide) total(p Proc) float64 {
	switch {
	case !s.search():
		return TotalLoad(p)
	case p.Busy():
		return float64(p.Len() + 1)
	}
	return float64(p.Len())
}

// mean is the load of a waiting element; side by side, 0 if there is none.
func (s *adaptiveSide) mean(p Proc) float64 {
	if s.search() {
		return 1
	}
	return MeanLoad(p)
}

// keeps is the number of waiting elements of which one may go.
func (s *adaptiveSide) keeps() int {
	if s.search() {
		return 1
	}
	return 2
}

// least is the load that another may have, at least, to be sent something.
func (s *adaptiveSide) least() float64 {
	if s.search() {
		return evenLeast
	}
	return 0
}

// judge finds what is worth a move now.
func (s *adaptiveSide) judge(p Proc) {
	s.drift.judge(s.mean(p), p.Now())
	if s.search() {
		s.drift.worth = max(s.drift.worth, evenShare*s.total(p))
	}
}

// splitForOthers has all split while one with nothing is known of, what is in work as well if nothing waits.
func (s *adaptiveSide) splitForOthers(p Proc) {
	if !s.search() {
		return
	}
	if w := s.down(p, -1); w == nil || w.low >= 1 {
		return
	}
	s.grain.forget(p)
	if p.Len() == 0 && p.Busy() {
		s.grain.interrupt(p)
	}
}

// move sends at most that much load, and returns how much it sent. If that is nothing the receiver is told.
func (s *adaptiveSide) move(p Proc, to int, amount float64) float64 {
	if !s.search() {
		return move(p, to, amount)
	}
	n := p.Transfer(to, int(amount))
	if n == 0 {
		p.Send(to, Message{Kind: engageNothing})
	}
	s.grain.gave(n)
	return float64(n)
}
