package team

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"transat/balance/cores"
	"transat/cmd/transat/internal/cluster/plan"
	"transat/cmd/transat/internal/cluster/protocol"
)

// run works in a view until there is another one, or the worker has to stop.
func (t *Team) run(view *protocol.View) error {
	layout, err := t.lay(view.Procs)
	if err != nil {
		return err
	}
	here := view.Ranks(t.cfg.Worker)
	if len(here) == 0 {
		t.rest(view)
		return nil
	}
	cfg := cores.Config[element]{
		Topology: layout.Network, Policy: layout.Policy, Received: layout.Received, Estimate: layout.Estimate, Grain: layout.Grain,
		Seed: layout.Seed ^ view.Number<<32, Search: t.search, Level: element.level, Elsewhere: (*outside)(t), Here: here, Threads: t.cfg.Threads,
		TimeScale: layout.TimeScale, Pause: layout.Pause,
	}
	m, err := cores.New(cfg)
	if err != nil {
		return err
	}
	t.mu.Lock()
	t.working, t.layout, t.machine = view, layout, m
	t.place(m, here)
	t.mu.Unlock()

	ctx, cancel := context.WithCancelCause(t.cfg.Hard)
	defer cancel(nil)
	defer context.AfterFunc(t.cfg.Soft, func() { cancel(context.Cause(t.cfg.Soft)) })()
	over := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() { t.watch(view.Number, over, cancel) })
	result, err := m.Run(ctx)
	close(over)
	watching.Wait()
	t.collect(m, result)
	switch {
	case result.Found:
		<-t.cfg.Hard.Done() // the coordinator has the model, or will have it
		return nil
	case ctx.Err() != nil && (err == nil || errors.Is(err, context.Cause(ctx)) || errors.Is(err, ctx.Err())):
		token(t.news) // there may be another view
		return nil
	case err != nil && t.cfg.Distrust && t.failed < mostFailed:
		t.failed++
		t.cfg.Log(fmt.Sprintf("%v; it begins anew in the next view", err))
		t.Missed()
		return nil
	}
	return err
}

// mostFailed is how often a policy may fail. Then a worker that trusts no other goes on without one: it searches what it has and what the coordinator lends it.
const mostFailed = 3

// lay returns the plan of the run for that many processors, or one without a policy if that has failed too often.
func (t *Team) lay(procs int) (*plan.Layout, error) {
	layout, err := t.cfg.Plan.Layout(procs)
	if err != nil || t.failed < mostFailed {
		return layout, err
	}
	quiet, err := (&plan.Plan{Policy: "none", Topology: "line", Sides: []int{procs}, Procs: procs}).Layout(procs)
	if err != nil {
		return nil, err
	}
	layout.Policy, layout.Network = quiet.Policy, quiet.Network
	return layout, nil
}

// watch ends a machine when its view is not the last one any more.
func (t *Team) watch(number uint64, over <-chan struct{}, cancel context.CancelCauseFunc) {
	for {
		select {
		case <-over:
			return
		case <-t.news:
		}
		t.mu.Lock()
		later := t.view.Number > number
		t.mu.Unlock()
		if later {
			cancel(errView)
			return
		}
	}
}

// rest notes a view in which the worker has no processor. What it holds is for others, when its lease ends.
func (t *Team) rest(view *protocol.View) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.working, t.layout, t.early = view, nil, nil
	for _, e := range t.stray {
		e.held.lost.Store(true)
		if t.held[e.held.piece] == e.held {
			delete(t.held, e.held.piece)
		}
	}
	t.stray = nil
}

// place gives a machine that has not begun what is there, in turn, and the messages that were early.
func (t *Team) place(m *cores.Machine[element], here []int) {
	slices.SortStableFunc(t.stray, func(a, b element) int { return a.level() - b.level() }) // the largest first
	for i, e := range t.stray {
		m.Adopt(here[i%len(here)], e)
	}
	t.stray = nil
	for _, mail := range t.early {
		if mail.View == t.working.Number {
			t.deliver(mail)
		}
	}
	t.early = nil
}

// collect takes everything from a machine that has stopped. Searches that were under way are recorded.
func (t *Team) collect(m *cores.Machine[element], result cores.Result) {
	t.mu.Lock()
	t.machine, t.working = nil, nil
	t.mu.Unlock()
	var open []element
	if !result.Found {
		_ = m.Snapshot(func(all []element) error { // there is no error
			open = slices.Clone(all)
			return nil
		})
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stray = append(t.stray, open...)
	t.idle = slices.Clone(t.all)
	r := &t.report
	r.Procs = len(result.Each)
	r.Messages += result.Messages
	r.Sent += result.Sent
	r.Phases += result.Phases
	r.Busy += result.Busy
	r.Install += result.Install
	r.Balance += result.Balance
	r.Wait += result.Wait
	r.Idle += result.Idle
}
