package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"transat/balance"
	"transat/cmd/transat/internal/cluster"

	"transat/balance/cores"
	"transat/cmd/transat/internal/cluster/protocol"
)

// run works in a view until there is another one, or the worker has to stop.
func (g *group) run(view *protocol.View) error {
	layout, err := g.lay(view.Procs)
	if err != nil {
		return err
	}
	here := view.Ranks(g.w.id)
	if len(here) == 0 {
		g.rest(view)
		return nil
	}
	cfg := cores.Config[element]{
		Topology: layout.Network, Policy: layout.Policy, Received: layout.Received, Estimate: layout.Estimate, Grain: layout.Grain,
		FixedGrain: layout.FixedGrain,
		Seed:       layout.Seed ^ view.Number<<32, Search: g.search, Level: element.level, Elsewhere: (*outside)(g), Here: here,
		Threads:   g.w.cfg.Procs,
		TimeScale: layout.TimeScale, Pause: layout.Pause,
	}
	m, err := cores.New(cfg)
	if err != nil {
		return err
	}
	g.mu.Lock()
	g.working, g.layout, g.machine = view, layout, m
	g.place(m, here)
	g.mu.Unlock()

	ctx, cancel := context.WithCancelCause(g.w.hard)
	defer cancel(nil)
	defer context.AfterFunc(g.w.soft, func() { cancel(context.Cause(g.w.soft)) })()
	over := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() { g.watch(view.Number, over, cancel) })
	result, err := m.Run(ctx)
	close(over)
	watching.Wait()
	g.collect(m, result)
	switch {
	case result.Found:
		<-g.w.hard.Done() // the coordinator has the model, or will have it
		return nil
	case ctx.Err() != nil && (err == nil || errors.Is(err, context.Cause(ctx)) || errors.Is(err, ctx.Err())):
		token(g.news) // there may be another view
		return nil
	case err != nil && g.distrust && g.failed < mostFailed:
		g.failed++
		g.w.cfg.Log(fmt.Sprintf("%v; it begins anew in the next view", err))
		g.noteMissed()
		return nil
	}
	return err
}

// mostFailed is how often a policy may fail. Then a worker that trusts no other goes on without a policy: it searches its own
// pieces and pieces that the coordinator lends it.
const mostFailed = 3

// lay returns the plan of the run for that many processors, or one without a policy if that has failed too often.
func (g *group) lay(procs int) (*cluster.Layout, error) {
	layout, err := g.plan.Layout(procs)
	if err != nil || g.failed < mostFailed {
		return layout, err
	}
	quiet, err := (&cluster.Plan{Policy: "none", Topology: "line", Sides: []int{procs}, Procs: procs}).Layout(procs)
	if err != nil {
		return nil, err
	}
	layout.Policy, layout.Network = quiet.Policy, quiet.Network
	return layout, nil
}

// watch ends a machine when its view is not the last one any more.
func (g *group) watch(number uint64, over <-chan struct{}, cancel context.CancelCauseFunc) {
	for {
		select {
		case <-over:
			return
		case <-g.news:
		}
		g.mu.Lock()
		later := g.view.Number > number
		g.mu.Unlock()
		if later {
			cancel(errView)
			return
		}
	}
}

// rest notes a view in which the worker has no processor. Its pieces go to others when its lease ends.
func (g *group) rest(view *protocol.View) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.working, g.layout, g.early = view, nil, nil
	for _, e := range g.stray {
		e.held.lost.Store(true)
		if g.held[e.held.piece] == e.held {
			delete(g.held, e.held.piece)
		}
	}
	g.stray = nil
}

// place gives the waiting elements to a machine that has not begun, processor by processor, and the early messages.
func (g *group) place(m *cores.Machine[element], here []int) {
	slices.SortStableFunc(g.stray, func(a, b element) int { return a.level() - b.level() }) // the largest first
	for i, e := range g.stray {
		m.Adopt(here[i%len(here)], e)
	}
	g.stray = nil
	for _, mail := range g.early {
		if mail.View == g.working.Number {
			g.deliver(mail)
		}
	}
	g.early = nil
}

// collect takes everything from a machine that has stopped. Searches that were under way are recorded.
func (g *group) collect(m *cores.Machine[element], result balance.Result) {
	g.mu.Lock()
	g.machine, g.working = nil, nil
	g.mu.Unlock()
	var open []element
	if !result.Found {
		_ = m.Snapshot(func(all []element) error { // there is no error
			open = slices.Clone(all)
			return nil
		})
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.stray = append(g.stray, open...)
	g.idle = slices.Clone(g.all)
	r := &g.report
	r.Procs = result.Procs
	r.Messages += result.Messages
	r.Sent += result.Sent
	r.Phases += result.Phases
	r.Busy += result.Busy
	r.Install += result.Install
	r.Balance += result.Balance
	r.Wait += result.Wait
	r.Idle += result.Idle
}
