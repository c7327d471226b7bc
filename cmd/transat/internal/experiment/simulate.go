package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"

	"transat/balance"
	"transat/balance/sim"
)

// One simulation of a plan.

// config returns the simulation of s on tree.
func config[E any](s Setup, tree balance.Tree[E]) (sim.Config[E], error) {
	maker, err := s.Policy.For(s.Topology)
	start, placement := s.placement()
	return sim.Config[E]{
		Tree:     tree,
		Topology: s.Topology,
		Physical: s.Physical,
		Machine:  s.Machine,
		Policy:   maker,
		Bound:    s.Policy.Spec.Bound,
		Received: s.Policy.Spec.Received,
		Estimate: s.Estimate,
		Grain:    s.Grain,
		Start:    start,

		Placement: placement,
		Seed:      s.Seed,
	}, err
}

// placement returns the start of s: a static policy has its own.
func (s Setup) placement() (sim.Start, *sim.Placement) {
	spec, values := s.Policy.Spec, s.Policy.Values
	if spec.Place == nil {
		return s.Start, nil
	}
	return sim.StartFrontier, &sim.Placement{
		Pieces: int(values["pieces"]),
		Deal:   func(loads []float64) []int { return spec.Place(s.Topology, values, loads, s.Seed) },
	}
}

// simulate runs setup j on the tree of formula i, which holds so much work in so many nodes.
func simulate[E any](ctx context.Context, r *runner, i, j int, tree balance.Tree[E], work, nodes int64) error {
	cfg, err := config(r.Setups[j], tree)
	if err != nil {
		return err
	}
	if r.Formulas[i].Tree != nil {
		cfg.Machine = forUTS(cfg.Machine)
	}
	what := fmt.Sprintf("simulating %s on %s", r.Setups[j].Policy, r.Formulas[i].Name)
	part := (1 - recordingShare) / float64(len(r.Setups))
	reported := 0.0
	cfg.Progress = func(sofar int64) {
		done := float64(sofar) / float64(work)
		r.report((done-reported)*part, what)
		reported = done
	}
	cfg.Limit = r.Patience.shorten(limit(cfg.Machine, work, nodes), r.Setups[j])
	if err := r.room(r.Setups[j]); err != nil && r.Patience == nil {
		return err
	} else if err != nil {
		r.giveUp(i, j, TooLarge)
		r.report(part, what)
		return nil
	}
	ctx, stop := r.Patience.hurry(ctx)
	defer stop()
	result, err := run(ctx, r, i, j, cfg)
	if why := whyGivenUp(err); why != NotGivenUp && r.Patience != nil {
		r.giveUp(i, j, why)
		r.report((1-reported)*part, what)
		return nil
	}
	switch {
	case errors.Is(err, sim.ErrLimit):
		return fmt.Errorf("%s takes more than %.0f s of simulated time, %d times as long as one processor: it leaves no time for work",
			r.Setups[j].Policy, seconds(cfg.Limit), patience)
	case err != nil:
		return ofPolicy(r.Setups[j].Policy, err)
	}
	r.report((1-reported)*part, what)
	if result.Found {
		// The parallel search has visited other nodes than the sequential one does before it finds a model.
		first := r.out.Trees[i].First
		result.Sequential = cfg.Machine.Expand(first.Work, first.Nodes)
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

// patience is how many times the sequential time a simulation may take.
const patience = 10

// limit returns the simulated time after which a search of so much work in so many nodes is given up; 0, if
// it is too long to tell.
func limit(m sim.Machine, work, nodes int64) balance.Ticks {
	if float64(work)*float64(m.WorkTime)+float64(nodes)*float64(m.NodeTime) > math.MaxInt64/2/patience {
		return 0
	}
	return patience*m.Expand(work, nodes) + balance.Second
}
