package sim

import "transat/balance"

// Result is what a run comes to. Times that are sums over all processors say so; for them
//
//	Busy + Take + Install + Message + Route + Placing + Idle == Procs · Time
//
// to the nanosecond.
type Result struct {
	Procs int
	Time  balance.Ticks // from the start until all processors know of the end
	Found bool          // a solution ended the run

	Work  int64 // counted work
	Nodes int64 // nodes expanded
	// Sequential is the time one processor needs for the same work, without any list of elements.
	Sequential balance.Ticks

	Messages int64 // control messages sent, by all processors
	Sent     int64 // elements sent, by all processors
	Phases   int64 // balancing phases or actions, by all processors
	Hops     int64 // links that messages and elements went over

	Taken     int64 // elements taken from lists; the nodes below them that were solved with them did not pass through one
	Installed int64 // of them, elements that had come from another processor

	Busy    balance.Ticks // sum: expanding nodes
	Take    balance.Ticks // sum: taking elements from the list and listing their children
	Install balance.Ticks // sum: installing received elements
	Message balance.Ticks // sum: CPU at the two ends of messages
	Route   balance.Ticks // sum: CPU of processors in between
	Placing balance.Ticks // sum: finding one's first elements, with StartSpread and StartFrontier
	Idle    balance.Ticks // sum: having neither an element nor a message

	// When that was. What is left, Idle - IdleStart - IdleEnd, was between two elements of a processor.
	IdleStart balance.Ticks // sum: until its first element, or to the end if it never had one
	IdleEnd   balance.Ticks // sum: after its last element
	Waits     int64         // times, by all processors, that one was idle between two elements
	Began     int           // processors that had an element
	AllBegan  balance.Ticks // when the last of them had its first

	// Events are the parcels that came over a link or were delivered where they were sent, the timers that
	// went off, and the processors that ran out of elements: what happens between processors, however many
	// nodes are expanded in between.
	Events int64

	// Drawn says that the policy drew random numbers. If it has not, the run is the same with every seed, unless Placement goes by it.
	Drawn bool
}

// Seconds is the simulated time of the run.
func (r Result) Seconds() float64 { return float64(r.Time) / float64(balance.Second) }

// Efficiency is sequential time / (processors · time).
func (r Result) Efficiency() float64 {
	if r.Time == 0 {
		return 1
	}
	return float64(r.Sequential) / (float64(r.Procs) * float64(r.Time))
}

// PerProc is the mean of a sum over all processors.
func (r Result) PerProc(sum int64) float64 { return float64(sum) / float64(r.Procs) }

// MeanSeconds is the mean, in seconds, of a time summed over all processors.
func (r Result) MeanSeconds(sum balance.Ticks) float64 {
	return r.PerProc(int64(sum)) / float64(balance.Second)
}

// result closes the books at the end of the run.
func (s *sim[E]) result() Result {
	end := s.now
	if s.finished {
		end = s.end + s.announce()
	} else {
		for i := range s.procs {
			s.procs[i].advance(end)
		}
	}
	t := &s.total
	busy := s.cfg.Cost.Expand(t.work, t.nodes) - t.preplaced
	drawn := false
	for i := range s.procs {
		p := &s.procs[i]
		drawn = drawn || p.random != nil
		switch {
		case p.busy: // only if a solution was found, or the run was given up
			undone := max(0, p.workEnd-end)
			busy -= undone
			if early := end - p.workEnd; early > 0 {
				t.idle += early
				t.idleEnd += early
			}
		default:
			late := max(0, p.cpuFree-end) // messages that come after the end
			cut := min(late, t.message)
			t.message -= cut
			t.route -= late - cut
			last := end - p.idleSince + late
			t.idle += last
			if p.level == unbegun {
				t.idleStart += last
			} else {
				t.idleEnd += last
			}
		}
	}
	return Result{
		Procs: len(s.procs), Time: end, Found: s.found,
		Work: t.work, Nodes: t.nodes, Sequential: s.cfg.Cost.Expand(t.work, t.nodes),
		Messages: t.messages, Sent: t.sent, Phases: t.phases, Hops: s.net.hops,
		Busy: busy, Take: t.take, Install: t.install, Message: t.message, Route: t.route, Placing: t.placing, Idle: t.idle,
		Taken: t.taken, Installed: t.installed,
		IdleStart: t.idleStart, IdleEnd: t.idleEnd, Waits: t.waits, Began: t.began, AllBegan: t.allBegan,
		Events: t.events, Drawn: drawn,
	}
}

// announce is the time until all processors know that the run is over: a wave through the physical
// network to a processor in its middle, which counts the elements, and one back. The wave is not
// simulated; it costs what messages over that many links cost.
func (s *sim[E]) announce() balance.Ticks {
	if len(s.procs) == 1 {
		return 0
	}
	m := &s.cfg.Cost
	hop := m.transfer(balance.MessageBytes) + 2*m.MessageCPU
	return 2 * balance.Ticks(s.cfg.Physical.Radius()) * hop
}
