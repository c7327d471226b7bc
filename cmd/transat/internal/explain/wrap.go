package explain

import (
	"transat/balance"
)

// Policies without one of their own settings. A wrapper passes every callback on, and lends the policy another Proc, which ignores
// its grain (muted) or records it. The wrapper implements balance.Rooted and balance.LoadWatcher if the policy does, since machines
// test for them.

// wrapped returns a policy whose instances use the Proc that lend makes of the machine's.
func wrapped(c balance.Chosen, lend func(balance.Proc) balance.Proc) balance.Chosen {
	inner := c.Spec.New
	c.Spec.New = func(t balance.Topology, v balance.Values) balance.Maker {
		maker := inner(t, v)
		return func(rank int) balance.Policy { return dress(&wrapper{policy: maker(rank), lend: lend}) }
	}
	return c
}

// startingAt returns a policy whose search begins at a processor.
func startingAt(c balance.Chosen, rank int) balance.Chosen {
	inner := c.Spec.New
	c.Spec.New = func(t balance.Topology, v balance.Values) balance.Maker {
		maker := inner(t, v)
		return func(at int) balance.Policy {
			p := maker(at)
			if w, ok := p.(balance.LoadWatcher); ok {
				return watchingFrom{p, w, root(rank)}
			}
			return from{p, root(rank)}
		}
	}
	return c
}

// root is the processor where a search begins.
type root int

// Root implements balance.Rooted.
func (r root) Root() int { return int(r) }

type (
	from struct {
		balance.Policy
		root
	}
	watchingFrom struct {
		balance.Policy
		balance.LoadWatcher
		root
	}
)

// muted returns a policy that keeps the grain of the machine.
func muted(c balance.Chosen) balance.Chosen {
	return wrapped(c, func(p balance.Proc) balance.Proc { return deaf{p} })
}

// deaf is a Proc that ignores SetGrain.
type deaf struct{ balance.Proc }

// SetGrain implements balance.Proc.
func (deaf) SetGrain(float64) {}

// grainWatch adds up the grains that a policy sets, times the time for which they hold.
type grainWatch struct {
	set   bool
	procs map[int]*grainSet
}

type grainSet struct {
	grain float64
	since balance.Ticks
	sum   float64 // load · ticks
}

func (g *grainWatch) watch(c balance.Chosen) balance.Chosen {
	g.procs = map[int]*grainSet{}
	return wrapped(c, func(p balance.Proc) balance.Proc { return heard{p, g} })
}

// heard is a Proc that records the grains.
type heard struct {
	balance.Proc
	watch *grainWatch
}

// SetGrain implements balance.Proc.
func (h heard) SetGrain(load float64) {
	g := h.watch
	g.set = true
	x := g.procs[h.Rank()]
	if x == nil {
		x = &grainSet{}
		g.procs[h.Rank()] = x
	}
	x.sum += x.grain * float64(h.Now()-x.since)
	x.grain, x.since = load, h.Now()
	h.Proc.SetGrain(load)
}

// mean is the mean grain over time and processors, 0 if none was set.
func (g *grainWatch) mean(r balance.Result) float64 {
	sum := 0.0
	for rank := range r.Procs { // in order, so that the sum is the same every time
		if x := g.procs[rank]; x != nil {
			sum += x.sum + x.grain*float64(max(0, r.Time-x.since))
		}
	}
	return sum / float64(r.Procs) / float64(max(1, r.Time))
}

// wrapper is a policy behind another Proc.
type wrapper struct {
	policy balance.Policy
	lend   func(balance.Proc) balance.Proc
	lent   balance.Proc // the last Proc that lend made, and the Proc it made it of
	of     balance.Proc
}

func (w *wrapper) proc(p balance.Proc) balance.Proc {
	if w.of != p {
		w.of, w.lent = p, w.lend(p)
	}
	return w.lent
}

// Start implements balance.Policy.
func (w *wrapper) Start(p balance.Proc) { w.policy.Start(w.proc(p)) }

// Receive implements balance.Policy.
func (w *wrapper) Receive(p balance.Proc, from int, m balance.Message) {
	w.policy.Receive(w.proc(p), from, m)
}

// Arrived implements balance.Policy.
func (w *wrapper) Arrived(p balance.Proc, from int) { w.policy.Arrived(w.proc(p), from) }

// Idle implements balance.Policy.
func (w *wrapper) Idle(p balance.Proc) { w.policy.Idle(w.proc(p)) }

// Wake implements balance.Policy.
func (w *wrapper) Wake(p balance.Proc) { w.policy.Wake(w.proc(p)) }

// dress gives a wrapper the optional callbacks of its policy.
func dress(w *wrapper) balance.Policy {
	rooted, hasRoot := w.policy.(balance.Rooted)
	watcher, watches := w.policy.(balance.LoadWatcher)
	switch {
	case hasRoot && watches:
		return rootedWatcher{wrapper: w, Rooted: rooted, watcher: watcher}
	case hasRoot:
		return rootedWrapper{wrapper: w, Rooted: rooted}
	case watches:
		return watcherWrapper{wrapper: w, watcher: watcher}
	}
	return w
}

type (
	rootedWrapper struct {
		*wrapper
		balance.Rooted
	}
	watcherWrapper struct {
		*wrapper
		watcher balance.LoadWatcher
	}
	rootedWatcher struct {
		*wrapper
		balance.Rooted
		watcher balance.LoadWatcher
	}
)

// LoadChanged implements balance.LoadWatcher.
func (w watcherWrapper) LoadChanged(p balance.Proc) { w.watcher.LoadChanged(w.proc(p)) }

// LoadChanged implements balance.LoadWatcher.
func (w rootedWatcher) LoadChanged(p balance.Proc) { w.watcher.LoadChanged(w.proc(p)) }
