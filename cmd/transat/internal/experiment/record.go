package experiment

import (
	"context"

	"transat/balance"
	"transat/balance/sim"
	"transat/cmd/transat/internal/timeline"
)

// HasTimeline reports whether simulations of s can be recorded: whether there are processors at work that send
// messages.
func (s Setup) HasTimeline() bool { return !s.Policy.Spec.Bound && s.Lockstep == nil }

// record runs the simulation of setup j on formula i, and records it if the plan wants that. A run that ends
// early has a record of what was simulated, unless it was the record that failed.
func record[E any](ctx context.Context, r *runner, i, j int, cfg sim.Config[E]) (sim.Result, error) {
	if r.Recorders == nil || r.Recorders[j] == nil {
		return sim.Run(ctx, cfg)
	}
	recorder, s := r.Recorders[j], r.Setups[j]
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var failure error
	about := timeline.Run{
		Tree: r.Formulas[i].Name, Policy: s.Policy.String(), Load: s.Estimate.String(), Machine: s.Machine.Name,
		Seed: s.Seed, Network: s.Topology,
	}
	if cfg.Limit > 0 {
		about.Expected = (cfg.Limit - balance.Second) / patience / balance.Ticks(s.Topology.Procs())
	}
	cfg.Timeline = recorder.Begin(about, func(err error) {
		failure = err
		cancel(err)
	})
	result, err := sim.Run(ctx, cfg)
	if failure != nil {
		return result, failure
	}
	if lost := recorder.End(result.Time); lost != nil {
		return result, lost
	}
	return result, err
}
