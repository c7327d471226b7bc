package sim

// A processor that joins late is absent until then. The first event of the time at which it joins is a timer of the machine's own:
// then its policy starts, and what has come for it so far is delivered, in the order in which it came. Nothing was lost, and nothing
// overtakes.

// absent are the processors that have not joined yet.
type absent struct {
	waiting map[int32][]int32 // by rank, the parcels that have come for it; it has an entry until it joins
}

// setAbsent notes who joins late.
func (s *sim[E]) setAbsent() {
	s.absent.waiting = map[int32][]int32{}
	for rank := range s.clocks {
		if at := s.clocks[rank].join; at > 0 {
			s.absent.waiting[int32(rank)] = nil
			s.queue.setTimer(at, int32(rank))
		}
	}
}

// isAbsent reports whether a processor has not joined yet.
func (s *sim[E]) isAbsent(rank int32) bool {
	if s.clocks == nil {
		return false
	}
	_, absent := s.absent.waiting[rank]
	return absent
}

// joins lets a processor join.
func (s *sim[E]) joins(p *proc[E]) {
	parcels := s.absent.waiting[p.rank]
	delete(s.absent.waiting, p.rank)
	if p.meet(); s.finished {
		return
	}
	p.policy.Start(p)
	for _, i := range parcels {
		if s.finished {
			return
		}
		s.reach(i)
	}
	p.resume(s.now)
}
