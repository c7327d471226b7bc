package sim

import "transat/balance"

// Parts is the table of what the simulated processors spend their time on. It adds up to Procs · Time, to the nanosecond;
// if they are not equally fast, to the capacity of the machine.
func Parts() []balance.TimePart {
	type result = balance.Result
	return []balance.TimePart{
		{Key: "busy", Heading: "expanding", Title: "expanding nodes", Of: func(r result) balance.Ticks { return r.Busy }},
		{Key: "take", Heading: "taking", Title: "taking elements from the list", Of: func(r result) balance.Ticks { return r.Take }},
		{Key: "install", Heading: "installing", Title: "installing received elements", Of: func(r result) balance.Ticks { return r.Install }},
		{Key: "message", Heading: "messages", Title: "sending and receiving messages", Of: func(r result) balance.Ticks { return r.Message }},
		{Key: "route", Heading: "routing", Title: "passing messages on", Of: func(r result) balance.Ticks { return r.Route }},
		{Key: "placing", Heading: "placing", Title: "finding the first element", Of: func(r result) balance.Ticks { return r.Placing }},
		{Key: "idle", Heading: "idle", Title: "idle", Idle: true, Of: func(r result) balance.Ticks { return r.Idle }},
	}
}

// result closes the books at the end of the run.
func (s *sim[E]) result() balance.Result {
	end := s.now
	if s.finished {
		end = s.end + s.cfg.Announced()
	} else {
		for i := range s.procs {
			s.procs[i].advance(s.procs[i].local(end))
		}
	}
	t := &s.total
	busy := s.cfg.Cost.Expand(t.work, t.nodes) - t.preplaced
	drawn := s.cfg.Speeds.Drawn() || s.pauses != nil
	for i := range s.procs {
		p := &s.procs[i]
		drawn = drawn || p.random != nil
		end := p.local(end)
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
	r := balance.Result{
		Procs: len(s.procs), Time: end, Found: s.found, Uneven: s.clocks != nil, Capacity: capacity(s.clocks, end),
		Work: t.work, Nodes: t.nodes, Sequential: s.cfg.sequential(t.work, t.nodes),
		Messages: t.messages, Sent: t.sent, Phases: t.phases, Hops: s.net.hops,
		Busy: busy, Take: t.take, Install: t.install, Message: t.message, Route: t.route, Placing: t.placing, Idle: t.idle,
		Taken: t.taken, Installed: t.installed,
		IdleStart: t.idleStart, IdleEnd: t.idleEnd, Waits: t.waits, Began: t.began, AllBegan: t.allBegan,
		Events: t.events, Drawn: drawn,
	}
	if b := s.bounded; b != nil {
		r.Bounded, r.Best, r.Pruned, r.Told = true, b.best, b.pruned, b.told
	}
	return r
}

// Announced is the time until all processors know that a run is over: a wave through the physical
// network to a processor in its middle, which counts the elements, and one back. The wave is not
// simulated; it costs what messages over that many links cost, and is part of [balance.Result]'s Time.
func (cfg *Config[E]) Announced() balance.Ticks {
	procs := cfg.Physical.Procs()
	if procs == 1 {
		return 0
	}
	m := &cfg.Cost
	if m.Computer > 0 {
		return 2 * m.announceLevels(procs)
	}
	hop := m.transfer(balance.MessageBytes) + 2*m.MessageCPU
	return 2 * balance.Ticks(cfg.Physical.Radius()) * hop
}
