package sim

// A processor that joins late is absent until then. The first event of the time at which it joins is a timer of the machine's own:
// then its policy starts, and what has come for it so far is delivered, in the order in which it came. Nothing was lost, and nothing
// overtakes.

// absent are the processors that have not joined yet: by rank, the parcels that have come for each. It has an entry until it joins.
type absent map[int32][]int32

// newAbsent notes who joins late, and sets the timers.
func newAbsent(clocks []clock, q *queue) absent {
	all := absent{}
	for rank := range clocks {
		if at := clocks[rank].join; at > 0 {
			all[int32(rank)] = nil
			q.setTimer(at, int32(rank))
		}
	}
	return all
}

// joins takes a processor out, and returns what has come for it.
func (a absent) joins(rank int32) (parcels []int32) {
	parcels = a[rank]
	delete(a, rank)
	return parcels
}

// isAbsent reports whether a processor has not joined yet.
func (s *sim[E]) isAbsent(rank int32) bool {
	if s.clocks == nil {
		return false
	}
	_, absent := s.absent[rank]
	return absent
}

// joins lets a processor join.
func (s *sim[E]) joins(p *proc[E]) {
	parcels := s.absent.joins(p.rank)
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
