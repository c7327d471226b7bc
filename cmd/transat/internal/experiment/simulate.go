package experiment

import (
	"context"
	"errors"
	"fmt"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
)

// One simulation of a plan.

// simulate runs setup j on the tree of formula i.
func (r *runner) simulate(ctx context.Context, i, j int, w *Workload) error {
	s := w.Adapt(r.Setups[j])
	what := fmt.Sprintf("simulating %s on %s", s.Policy, r.Formulas[i].Name)
	part := (1 - recordingShare) / float64(len(r.Setups))
	reported := 0.0
	watch := compare.Watch{Limit: r.Patience.shorten(s.Limit(w.Work, w.Nodes), s)}
	watch.Progress = func(sofar int64) {
		done := min(1, float64(sofar)/float64(w.Work)) // with bounds, there may be more work than one processor has
		r.report((done-reported)*part, what)
		reported = done
	}
	if err := r.room(s); err != nil && r.Patience == nil {
		return err
	} else if err != nil {
		r.giveUp(i, j, TooLarge)
		r.report(part, what)
		return nil
	}
	ctx, stop := r.Patience.hurry(ctx)
	defer stop()
	result, err := r.record(ctx, i, j, s, w, watch)
	if why := whyGivenUp(err); why != NotGivenUp && r.Patience != nil {
		r.giveUp(i, j, why)
		r.report((1-reported)*part, what)
		return nil
	}
	switch {
	case errors.Is(err, sim.ErrLimit):
		return fmt.Errorf("%s takes more than %.0f s of simulated time, %d times as long as one processor: it leaves no time for work",
			s.Policy, watch.Limit.Seconds(), compare.Patience)
	case err != nil:
		return ofPolicy(s.Policy, err)
	}
	r.report((1-reported)*part, what)
	if result.Found {
		// The parallel search has visited other nodes than the sequential one does before it finds a model.
		first := w.First
		result.Sequential, result.Alone = s.OneProcessor(first.Work, first.Nodes), first.Nodes
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out.Results[j][i] = &result
	return nil
}

// ofPolicy names the policy in an error that is its fault.
func ofPolicy(policy balance.Chosen, err error) error {
	if restless := (*sim.RestlessError)(nil); errors.As(err, &restless) {
		return fmt.Errorf("policy %s: %w", policy, err)
	}
	return err
}
