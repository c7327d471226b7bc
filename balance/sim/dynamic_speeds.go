package sim

import "transat/balance"

// Dynamic load on processors that are not equally fast: see clock.go and absent.go, which are those of search trees, too.

// local returns what the clock of a processor shows at a time: the CPU time that it has had.
func (h *host) local(t balance.Ticks) balance.Ticks {
	if h.run.clocks == nil {
		return t
	}
	return h.run.clocks[h.rank].at(t)
}

// global returns when the clock of a processor shows that much.
func (h *host) global(shows balance.Ticks) balance.Ticks {
	if h.run.clocks == nil {
		return shows
	}
	return h.run.clocks[h.rank].from(h.run.now, shows)
}

// isAbsent reports whether a processor has not joined yet.
func (h *host) isAbsent() bool {
	_, absent := h.run.absent[h.rank]
	return absent
}

// joins lets a processor join: its policy starts, and then what has come for it so far arrives.
func (h *host) joins() {
	parcels := h.run.absent.joins(h.rank)
	h.advance(h.run.now)
	h.start()
	for _, i := range parcels {
		h.run.reach(i)
	}
	h.settle()
}

// procs is the sum of the speeds of all processors, on average from one time to another.
func (d *dynamic) procs(from, to balance.Ticks) float64 {
	if d.clocks == nil {
		return float64(len(d.hosts))
	}
	return float64(capacity(d.clocks, to)-capacity(d.clocks, from)) / float64(to-from)
}
