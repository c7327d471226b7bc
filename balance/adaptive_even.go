package balance

// Adaptive, a search on slow links: see adaptive_search.go and adaptive_side.go, which come first.
//
// A processor that waits for each element that it works on, where elements move slowly, does little else. There, elements
// should come before they are needed, so loads are evened out as those of elements side by side are, but:
//
//	side by side                           in a search
//	a load is the estimated one            a number of elements, with the one in work
//	worth a move: noise times the drift    3 times, and at least 0.4 of the own load: all is well while there is work
//	the last element stays                 the last one is in work
//	                                       a processor without work is told of at once, and always worth a move
//	                                       no subtree is solved to its end while such a processor is known of
//
// Links are slow if an element is on its way for longer than one and a half nodes take. To measure that, a processor
// whose elements are not light wants a message ahead of each of the next four. The least time between the two counts, since elements
// may wait for others.
//
// This needs three neighbours on average, for on lines, rings and trees work would go the whole way from neighbour to
// neighbour; and not very many, or all would be told of everything. A processor that finds links slow tells its neighbours its
// load, so all know soon.

const (
	evenNoise = 3   // times the drift: a difference that is worth a move
	evenShare = 0.4 // of the own load, at least
	evenLeast = 0.5 // elements, less than one: the load of a processor without any, and the hops to it
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

// slow reports whether links are slow, if a node takes that long, ns; 0 if that is not known.
func (t *adaptiveTransit) slow(node float64) bool {
	return node > 0 && !t.wanted() && float64(t.least) > evenNodes*node
}

// evenOut sets what differs in a search with that grain.
func (s *adaptiveSide) evenOut(grain *adaptiveGrain) {
	s.grain, s.drift.noise, s.keeps, s.least, s.kind = grain, evenNoise, 1, evenLeast, 1
}

// search reports whether elements run one after the other.
func (s *adaptiveSide) search() bool { return s.grain != nil }

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

// judge finds what is worth a move now.
func (s *adaptiveSide) judge(p Proc) {
	s.drift.judge(s.mean(p), p.Now())
	if s.search() {
		s.drift.worth = max(s.drift.worth, evenShare*s.total(p))
	}
}

// splitForOthers has all split while a processor without work is known of; the element in work as well, if nothing waits.
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
