package cores

// Progress is how far a run has come.
type Progress struct {
	Nodes    int64 // visited
	Elements int64 // that exist: in work, waiting as they came, and under way
}

// Progress may be called at any time. It disturbs no processor, and is up to date but for the time since the last
// safe point of every processor.
func (m *Machine[E]) Progress() Progress {
	p := Progress{Elements: m.alive.Load()}
	for _, q := range m.procs {
		p.Nodes += q.nodes.Load()
	}
	return p
}

// Snapshot stops all processors at safe points, calls f with all that is open, and lets them go on. The
// elements together are exactly what the run still has to search; which of them are half done or whole
// matters to no Search. f should be quick. The error is that of f.
//
// It may be called before a run, from another goroutine at any time during it, and after it; not by f, and
// not by a policy or a Search. After a solution was found without an order, what is open means nothing.
func (m *Machine[E]) Snapshot(f func(open []E) error) error {
	m.stopping.Lock()
	defer m.stopping.Unlock()
	m.slots.stop()
	defer m.slots.resume()
	var open []E
	for _, p := range m.procs {
		open = p.appendOpen(open)
	}
	return f(open)
}

// appendOpen appends what the processor has open or in its mailbox.
func (p *proc[E]) appendOpen(open []E) []E {
	if p.running {
		open = append(open, p.search.Rest())
	}
	for _, x := range p.list.received {
		open = append(open, x.e)
	}
	p.box.mu.Lock() // nobody else takes it now: its content was put in by processors that are stopped
	defer p.box.mu.Unlock()
	for _, x := range p.box.parcels {
		open = append(open, x.elements...)
	}
	return open
}

// Inspect stops all processors at safe points, calls f with the levels of all that is open, and lets them
// go on: of elements that wait or are under way, and of all open branches of searches under way, be they
// worth sending or not. In f, the searches may be looked at. The rest is as for Snapshot.
func (m *Machine[E]) Inspect(f func(levels []int)) {
	m.stopping.Lock()
	defer m.stopping.Unlock()
	m.slots.stop()
	defer m.slots.resume()
	var levels []int
	for _, p := range m.procs {
		levels = p.appendLevels(levels)
	}
	f(levels)
}

func (p *proc[E]) appendLevels(levels []int) []int {
	levels = append(levels, p.list.open...)
	for _, x := range p.list.received {
		levels = append(levels, x.level)
	}
	p.box.mu.Lock()
	defer p.box.mu.Unlock()
	for _, x := range p.box.parcels {
		for _, e := range x.elements {
			levels = append(levels, p.machine.cfg.Level(e))
		}
	}
	return levels
}
