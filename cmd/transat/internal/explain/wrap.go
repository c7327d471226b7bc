package explain

import (
	"transat/balance"
)

// Policies without one of their own settings: they are lent another Proc, which ignores their grain (muted) or records it.

// wrapped returns a policy whose instances use the Proc that lend makes of the machine's.
func wrapped(c balance.Chosen, lend func(balance.Proc) balance.Proc) balance.Chosen {
	inner := c.Spec.New
	c.Spec.New = func(t balance.Topology, v balance.Values) balance.Maker {
		maker := inner(t, v)
		return func(rank int) balance.Policy {
			var of, lent balance.Proc // the last Proc, and what was lent for it
			return balance.Around(maker(rank), func(p balance.Proc, _ balance.Callback, do func(balance.Proc)) {
				if of != p {
					of, lent = p, lend(p)
				}
				do(lent)
			})
		}
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
