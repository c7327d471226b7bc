package runs

import (
	"context"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/timeline"
)

// record runs setup j, as s, on the tree of formula i, and records it if the plan wants that. A run that ends
// early has a record of what was simulated, unless it was the record that failed.
func record[E any](ctx context.Context, r *runner, i, j int, s Setup, tree balance.Tree[E], watch compare.Watch) (sim.Result, error) {
	if r.Recorders == nil || r.Recorders[j] == nil {
		return compare.Simulate(ctx, s, tree, watch)
	}
	recorder := r.Recorders[j]
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var failure error
	about := timeline.Run{
		Tree: r.Formulas[i].Name, Policy: s.Policy.String(), Load: s.Estimate.String(), Machine: s.Cost.Name,
		Seed: s.Seed, Network: s.Topology, Sides: s.Physical.Sides(),
	}
	if watch.Limit > 0 {
		about.Expected = (watch.Limit - balance.Second) / compare.Patience / balance.Ticks(s.Topology.Procs())
	}
	watch.Timeline = recorder.Begin(about, func(err error) {
		failure = err
		cancel(err)
	})
	result, err := compare.Simulate(ctx, s, tree, watch)
	if failure != nil {
		return result, failure
	}
	if lost := recorder.End(result.Time); lost != nil {
		return result, lost
	}
	return result, err
}
