package cores

import "transat/balance"

// Parts is the table of what processors spend their time on. It adds up to Procs · Time, to the nanosecond.
func Parts() []balance.TimePart {
	type result = balance.Result
	return []balance.TimePart{
		{Key: "busy", Heading: "searching", Title: "searching", Of: func(r result) balance.Ticks { return r.Busy }},
		{Key: "balance", Heading: "balancing", Title: "policy and mail", Of: func(r result) balance.Ticks { return r.Balance }},
		{
			Key: "install", Heading: "starting", Title: "making solvers, beginning and packing elements",
			Of: func(r result) balance.Ticks { return r.Install },
		},
		{Key: "idle", Heading: "idle", Title: "idle", Idle: true, Of: func(r result) balance.Ticks { return r.Idle }},
		{Key: "wait", Heading: "waiting", Title: "waiting for a thread", Idle: true, Of: func(r result) balance.Ticks { return r.Wait }},
	}
}

// Each is what each processor has done, once Run has returned: [Parts] adds up to the time of the run for each of them.
func (m *Machine[E]) Each() []balance.Result {
	var all []balance.Result
	end := m.procs[0].last
	for _, p := range m.procs {
		end = max(end, p.last)
	}
	for _, p := range m.procs {
		share := p.share
		share.Procs, share.Threads, share.Time, share.Nodes = 1, 1, balance.Ticks(end), p.nodes.Load()
		share.Idle += balance.Ticks(end - p.last)
		all = append(all, share)
	}
	return all
}

// result adds up what the processors have done.
func (m *Machine[E]) result() balance.Result {
	r := balance.Result{Procs: len(m.procs), Threads: m.cfg.Threads, Found: m.best.known.Load()}
	for _, share := range m.Each() {
		r.Time = share.Time
		r.Add(share)
	}
	return r
}
