package experiment

import (
	"context"

	"transat/balance"
	"transat/balance/compare"
)

// Recorder records a simulation of a plan. What it looks at, and what it makes of that, is its own: package timeline
// writes files, package recording keeps runs that a page plays.
type Recorder interface {
	// Begin is called once, before the simulation. It sets what it wants to look on with: the Timeline or the Trace
	// of watch. If there is no use in going on, because a disk is full, say, it calls fail with the reason, now or
	// later.
	Begin(about Recording, watch *compare.Watch, fail func(error))
	// End is called once, when the simulation has ended, or was ended: then the result says how far it has come.
	End(result balance.Result) error
}

// Recording describes the simulation to record.
type Recording struct {
	Setup
	Tree        string // its name
	Work, Nodes int64  // in the tree; Nodes is 0 if that is not known, and then Work is MaxInt64
	// Expected is about how long the run takes at least; 0 if that is not known.
	Expected balance.Ticks
}

// record runs setup j, as s, on the tree of formula i, and records it if the plan wants that. A run that ends early has a
// record of what was simulated, unless it was the record that failed.
func (r *runner) record(ctx context.Context, i, j int, s Setup, w *Workload, watch compare.Watch) (balance.Result, error) {
	if r.Recorders == nil || r.Recorders[j] == nil {
		return w.Run(ctx, s, watch)
	}
	recorder := r.Recorders[j]
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var failure error
	about := Recording{Setup: s, Tree: w.Tasks.Label(r.Formulas[i].Name), Work: w.Work, Nodes: w.Nodes}
	if watch.Limit > 0 {
		about.Expected = (watch.Limit - balance.Second) / compare.Patience / balance.Ticks(s.Topology.Procs())
	}
	recorder.Begin(about, &watch, func(err error) {
		failure = err
		cancel(err)
	})
	result, err := w.Run(ctx, s, watch)
	if failure != nil {
		return result, failure
	}
	if lost := recorder.End(result); lost != nil {
		return result, lost
	}
	return result, err
}
